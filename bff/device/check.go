package device

import (
	"context"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// What a check comes to.
const (
	Yes    = "yes"
	No     = "no"
	Unsure = "unsure"
)

// Why a check comes to that.
const (
	// ByEID: the device has an EID, which only devices that support eSIM have. It is the only proof there is.
	ByEID = "eid"
	// ByModel: every unit of the model is alike.
	ByModel = "model"
	// BySale: units sold there are alike.
	BySale = "sold_in"
	// SaleUnknown: it depends on where the unit was sold, which is not known.
	SaleUnknown = "sold_in_unknown"
	// SaleVaries: units sold there differ.
	SaleVaries = "sold_in_varies"
	// ModelUnknown: the table does not have the model.
	ModelUnknown = "model_unknown"
)

// maxModel bounds the name of a model, in bytes.
const maxModel = 120

// Query is what a shopper says about a device.
type Query struct {
	// Model is its brand and name in either language, as the table has them; "" when the shopper does not know.
	Model string
	// SoldIn is the country or region it was bought in, two letters; "" when the shopper does not know.
	SoldIn string
	// EID is what the device shows under *#06#, "" when it was not looked up.
	EID string
}

// Check is the result of a device check that a shopper saw.
type Check struct {
	// Model and ModelZh are brand and name in the two languages, "" for a model that the table does not have.
	Model   string `json:"model,omitempty"`
	ModelZh string `json:"modelZh,omitempty"`
	SoldIn  string `json:"soldIn,omitempty"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
	// EIDLast4 are the last digits of the EID that was looked at.
	EIDLast4 string    `json:"eidLast4,omitempty"`
	At       time.Time `json:"at"`
	// ForOther says that the shopper confirmed, after a negative result, that the eSIM is for another device.
	ForOther bool `json:"forOther,omitempty"`
}

// Name returns the model's name in the language.
func (c Check) Name(lang string) string {
	if lang == "zh" && c.ModelZh != "" {
		return c.ModelZh
	}
	return c.Model
}

// Promises reports whether the result was that the device supports eSIM.
func (c *Check) Promises() bool { return c != nil && c.Verdict == Yes }

// Refuses reports whether the result was that the device does not support eSIM, and the shopper has not confirmed another one.
func (c *Check) Refuses() bool { return c != nil && c.Verdict == No && !c.ForOther }

// With returns the check with the shopper's word on whether the eSIM is for another device, which counts only after a no.
func (c *Check) With(forOther bool) *Check {
	if !forOther || !c.Refuses() {
		return c
	}
	check := *c
	check.ForOther = true
	return &check
}

// Refused says whether a form is refused because it leaves open that the eSIM is for another device: forOther is what it says,
// nil when it did not ask.
func (c *Check) Refused(forOther *bool) bool { return c.Refuses() && forOther != nil && !*forOther }

// Check weighs a device. note is what the table says about it in lang, "" for nothing. Fault: validation_failed with
// model, soldIn or eid.
func (s *Service) Check(ctx context.Context, lang string, ask Query) (c Check, note string, err error) {
	eid, err := ask.problems()
	if err != nil {
		return Check{}, "", err
	}
	models, err := s.Models(ctx, lang)
	if err != nil {
		return Check{}, "", err
	}
	c = Check{SoldIn: strings.ToUpper(ask.SoldIn), EIDLast4: esim.Last4(eid), At: s.clock.Now()}
	m, known := find(models, ask.Model)
	if known {
		c.Model, c.ModelZh = m.Brand+" "+m.NameEn, m.BrandZh+" "+m.NameZh
		c.Verdict, c.Reason, note = m.weigh(c.SoldIn)
	} else {
		c.Verdict, c.Reason = Unsure, ModelUnknown
	}
	if eid != "" {
		c.Verdict, c.Reason = Yes, ByEID
	}
	return c, note, nil
}

// problems names what is wrong with the question and returns the EID without its spaces.
func (a Query) problems() (eid string, err error) {
	bad := fault.Form{}
	if len(a.Model) > maxModel {
		bad["model"] = "too_long"
	}
	if a.Model == "" && a.EID == "" {
		bad["model"] = "device_required"
	}
	if a.SoldIn != "" && !isCountry(a.SoldIn) {
		bad["soldIn"] = "invalid_value"
	}
	if strings.TrimSpace(a.EID) != "" {
		if eid, err = esim.ParseEID(a.EID); err != nil {
			bad["eid"] = "eid_invalid"
		}
	}
	return eid, bad.Err()
}

func isCountry(s string) bool {
	return len(s) == 2 && !strings.ContainsFunc(s, func(r rune) bool { return r|0x20 < 'a' || r|0x20 > 'z' })
}

// weigh says whether a unit that was sold there supports eSIM, and what the table says about it.
func (m Model) weigh(soldIn string) (verdict, reason, note string) {
	for _, e := range m.Exceptions {
		if !slices.Contains(e.SoldIn, soldIn) {
			continue
		}
		if e.Varies {
			return Unsure, SaleVaries, e.Note
		}
		return word(e.ESIM), BySale, e.Note
	}
	if soldIn == "" && slices.ContainsFunc(m.Exceptions, func(e Exception) bool { return e.ESIM != m.ESIM }) {
		return Unsure, SaleUnknown, m.Note
	}
	return word(m.ESIM), ByModel, m.Note
}

func word(takes bool) string {
	if takes {
		return Yes
	}
	return No
}

// find finds a model by its name, with or without its brand, whatever the case and the spaces.
func find(models []Model, name string) (Model, bool) {
	want := plain(name)
	for _, m := range models {
		for _, own := range []string{m.NameEn, m.NameZh} {
			if plain(own) == want || plain(m.Brand+own) == want || plain(m.BrandZh+own) == want {
				return m, true
			}
		}
	}
	return Model{}, false
}

func plain(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFKC.String(name)), ""))
}
