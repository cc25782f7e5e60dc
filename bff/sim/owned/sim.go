package owned

import (
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/shared"
)

// SIM is a SIM of a customer with its plans and registrations.
type SIM struct {
	ID  int64
	Ref string
	// GoodsID is the product it was sold with.
	GoodsID string
	NameEn  string
	NameZh  string
	SimType string
	// ICCIDLast4 is all that is shown of the number on the SIM.
	ICCIDLast4 string `gorm:"column:last4"`
	// Phone is its own number, E.164, or empty.
	Phone string
	// OrderNo, OrderLineID and Unit are where it was bought; they are zero unless the customer bought it.
	OrderNo     string
	OrderLineID int64
	Unit        int
	// BoughtLine is the order line it was bought with, BoughtNo the number of that order, whoever asks; 0 and "" for none.
	BoughtLine int64
	BoughtNo   string
	// OwnerID is the customer who linked it, 0 for nobody.
	OwnerID int64
	// Linked says that it was linked by number and phone.
	Linked   bool
	BoughtAt time.Time
	// StartDate is the day on which the shopper has its first plan begin, YYYY-MM-DD, StartAt its first instant; "" and nil
	// when the plan begins otherwise.
	StartDate   string
	StartAt     *time.Time
	Profile     carrier.Profile
	ProfileAt   time.Time
	Device      string
	APN         string `gorm:"column:apn"`
	FirstAttach *time.Time
	// Country is where it was seen last, an ISO code or empty.
	Country   string
	RetiresAt *time.Time
	RetiredAt *time.Time
	SyncedAt  *time.Time
	// ErasedAt is when what installs it and records its use was erased, because its plans had ended.
	ErasedAt *time.Time
	// Arrived says that the order it was bought with is complete: a card has been delivered.
	Arrived bool
	// Refunding says that money for it is asked back and not decided on, or on its way back.
	Refunding bool
	// Secret says that there is an activation code to install it with.
	Secret bool
	// Rule is how the days of its first plan are counted; nil when the product is gone.
	Rule *validity.Rule `gorm:"-"`
	// Regimes are the places whose real-name rules it falls under; none after it was erased.
	Regimes []string `gorm:"serializer:json"`
	// Plans are in the order in which they are used up.
	Plans []Plan `gorm:"-"`
	// Cases are its real-name registrations.
	Cases []Case `gorm:"-"`
	// Reissue is how it stands with new profiles.
	Reissue Reissue `gorm:"embedded"`
}

// Plan is a plan on a SIM as the carrier counted it.
type Plan struct {
	ID        int64
	SIMID     int64 `gorm:"column:line_id"`
	GoodsID   string
	PlanRef   string
	State     carrier.PlanState
	StartedAt *time.Time
	EndsAt    *time.Time
	// A total of nil is unlimited, of 0 no part of the plan.
	TotalBytes     *int64
	RemainingBytes *int64
	VoiceTotal     *int
	VoiceLeft      *int
	SMSTotal       *int `gorm:"column:sms_total"`
	SMSLeft        *int `gorm:"column:sms_left"`
	AsOf           time.Time
}

// Case is a real-name registration of a SIM with one regime.
type Case struct {
	ID         int64
	SIMID      int64 `gorm:"column:line_id"`
	Regime     string
	State      carrier.KycState
	ReasonCode string
	DocType    string
	DocLast4   string `gorm:"column:doc_last4"`
	Attempt    int
	ExpiresAt  *time.Time
	UpdatedAt  time.Time
}

// Case returns the registration with a regime; the zero Case before the first form.
func (sim SIM) Case(regime string) Case {
	for _, c := range sim.Cases {
		if c.Regime == regime {
			return c
		}
	}
	return Case{SIMID: sim.ID, Regime: regime, State: carrier.KycRequired}
}

// Name returns the name of the product it was sold with, in the language.
func (sim SIM) Name(locale string) string {
	return shared.In(locale, sim.NameEn, sim.NameZh)
}

// plansIn returns the plans of a state.
func (sim SIM) plansIn(state carrier.PlanState) []Plan {
	var out []Plan
	for _, p := range sim.Plans {
		if p.State == state {
			out = append(out, p)
		}
	}
	return out
}

// openPlans returns the plans that run or wait.
func (sim SIM) openPlans() []Plan {
	var out []Plan
	for _, p := range sim.Plans {
		if !p.State.Over() {
			out = append(out, p)
		}
	}
	return out
}

// Started returns when the first plan began, nil before that.
func (sim SIM) Started() *time.Time {
	for _, p := range sim.Plans {
		if p.StartedAt != nil {
			return p.StartedAt
		}
	}
	return nil
}

// ValidUntil returns when the last plan that has an end is over; nil before anything has started or is known to start.
func (sim SIM) ValidUntil() *time.Time {
	var last *time.Time
	for _, p := range sim.Plans {
		if p.EndsAt != nil && p.State != carrier.PlanRevoked && (last == nil || p.EndsAt.After(*last)) {
			last = p.EndsAt
		}
	}
	return last
}

// UseBefore returns until when a SIM that has not started has to be used; nil when it has started, begins on a
// day of its own, or never lapses.
func (sim SIM) UseBefore() *time.Time {
	if sim.Rule == nil || sim.StartAt != nil || sim.Started() != nil || len(sim.openPlans()) < len(sim.Plans) {
		return nil
	}
	before, ok := sim.Rule.UseBefore(sim.BoughtAt)
	if !ok {
		return nil
	}
	return &before
}

// Zone is the zone whose midnights end the days of its plan; nil when they are no calendar days.
func (sim SIM) Zone() *time.Location {
	if sim.Rule == nil || sim.Rule.DayRule != validity.CalendarDay {
		return nil
	}
	return sim.Rule.Zone
}

// WaitsFor returns what a plan waits for that is queued behind plans of which one runs: by is when they are over at the latest, nil
// when that is not known, runsOut that the data of all of them is limited and may be used up earlier. waits is false for a plan
// that waits for nothing but its first use.
func (sim SIM) WaitsFor(p Plan) (by *time.Time, runsOut, waits bool) {
	known := true
	runsOut = true
	for _, before := range sim.openPlans() {
		if before.ID == p.ID {
			break
		}
		waits = waits || before.State == carrier.PlanActive
		runsOut = runsOut && before.TotalBytes != nil
		switch {
		case before.EndsAt == nil:
			known = false
		case by == nil || before.EndsAt.After(*by):
			by = before.EndsAt
		}
	}
	if !known {
		by = nil
	}
	return by, runsOut, waits
}
