package remote

import (
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
)

type plan struct {
	Ref       string `json:"ref"`
	DataMB    int64  `json:"dataMb"`
	Unlimited bool   `json:"unlimited"`
	PerDay    bool   `json:"perDay"`
	Days      int    `json:"days"`
	Effect    string `json:"effect"`
}

func plans(in []plan) []carrier.Plan {
	out := make([]carrier.Plan, len(in))
	for i, p := range in {
		out[i] = carrier.Plan{
			Ref: p.Ref, DataMB: p.DataMB, Unlimited: p.Unlimited, PerDay: p.PerDay, Days: p.Days,
			Effect: p.Effect,
		}
	}
	return out
}

type orderAnswer struct {
	Ref       string `json:"ref"`
	ClientRef string `json:"clientRef"`
	Status    string `json:"status"`
	SIM       string `json:"line"`
	Reason    string `json:"reason"`
}

// order reads the answer to a call about one order.
func (c *Carrier) order(call string, in orderAnswer, err error) (carrier.Order, error) {
	if err == nil && in.Ref == "" {
		err = unexpectedResponse(call)
	}
	if err != nil {
		return carrier.Order{}, err
	}
	out := carrier.Order{
		Ref: in.Ref, ClientRef: in.ClientRef, SIMRef: in.SIM, State: mapValue(c, "order", orderStates, in.Status, carrier.OrderUnknown),
	}
	if out.State == carrier.OrderFailed || out.State == carrier.OrderCancelled {
		out.Reason = mapValue(c, "reason", codes, in.Reason, carrier.Upstream)
	}
	return out, nil
}

type simAnswer struct {
	Ref         string       `json:"ref"`
	ICCID       string       `json:"iccid"`
	MSISDN      string       `json:"msisdn"`
	Form        string       `json:"form"`
	Profile     string       `json:"profile"`
	ProfileAt   time.Time    `json:"profileAt"`
	Device      string       `json:"device"`
	FirstAttach *time.Time   `json:"firstAttach"`
	Country     string       `json:"country"`
	RetiresAt   *time.Time   `json:"retiresAt"`
	RetiredAt   *time.Time   `json:"retiredAt"`
	Plans       []planAnswer `json:"plans"`
}

type planAnswer struct {
	Ref        string     `json:"ref"`
	Plan       string     `json:"plan"`
	State      string     `json:"state"`
	StartedAt  *time.Time `json:"startedAt"`
	EndsAt     *time.Time `json:"endsAt"`
	Total      *int64     `json:"totalBytes"`
	Remaining  *int64     `json:"remainingBytes"`
	VoiceTotal *int       `json:"voiceTotal"`
	VoiceLeft  *int       `json:"voiceLeft"`
	SMSTotal   *int       `json:"smsTotal"`
	SMSLeft    *int       `json:"smsLeft"`
	AsOf       time.Time  `json:"asOf"`
}

// sim reads the answer to a call about one SIM, or about any where ref is "".
func (c *Carrier) sim(call, ref string, in simAnswer, err error) (carrier.SIM, error) {
	if err == nil && (in.Ref == "" || ref != "" && in.Ref != ref) {
		err = unexpectedResponse(call)
	}
	if err != nil {
		return carrier.SIM{}, err
	}
	out := carrier.SIM{
		Ref: in.Ref, ICCID: in.ICCID, MSISDN: in.MSISDN, Physical: in.Form == "physical",
		Profile: mapValue(c, "profile", profileStates, in.Profile, carrier.ProfileUnknown), ProfileAt: in.ProfileAt, Device: in.Device,
		FirstAttachAt: in.FirstAttach, LastCountry: in.Country, RetiresAt: in.RetiresAt, RetiredAt: in.RetiredAt,
	}
	for _, p := range in.Plans {
		out.Plans = append(out.Plans, carrier.PlanInstance{
			Ref: p.Ref, PlanRef: p.Plan, State: mapValue(c, "plan", planStates, p.State, carrier.PlanUnknown), StartedAt: p.StartedAt,
			EndsAt: p.EndsAt, TotalBytes: p.Total, RemainingBytes: p.Remaining, VoiceTotal: p.VoiceTotal, VoiceLeft: p.VoiceLeft,
			SMSTotal: p.SMSTotal, SMSLeft: p.SMSLeft, AsOf: p.AsOf,
		})
	}
	return out, nil
}

type kycAnswer struct {
	Ref       string     `json:"ref"`
	State     string     `json:"state"`
	Reason    string     `json:"reason"`
	DocType   string     `json:"docType"`
	DocLast4  string     `json:"docLast4"`
	ExpiresAt *time.Time `json:"expiresAt"`
	Used      int        `json:"used"`
	Max       int        `json:"max"`
}

// kyc reads the answer to a call about one registration.
func (c *Carrier) kyc(call string, in kycAnswer, err error) (carrier.Kyc, error) {
	if err == nil && in.State == "" {
		err = unexpectedResponse(call)
	}
	if err != nil {
		return carrier.Kyc{}, err
	}
	return carrier.Kyc{
		Ref: in.Ref, State: mapValue(c, "registration", kycStates, in.State, carrier.KycUnknown), ReasonCode: in.Reason,
		DocType: in.DocType, DocLast4: in.DocLast4, ExpiresAt: in.ExpiresAt, Used: in.Used, Max: in.Max,
	}, nil
}
