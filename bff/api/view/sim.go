package view

import (
	"cmp"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/sim/lines"
	"github.com/roamcart/roamcart/shared"
)

// SIMExtras is what the view of a SIM shows from other modules.
type SIMExtras struct {
	// Goods are the products of SIMs and their plans, by id, in the language.
	Goods map[string]catalog.Goods
	// Places are names of countries and regions by code.
	Places map[string]string
	// Stale says which readings are older than they should be.
	Stale  func(lines.Line) bool
	Now    time.Time
	Locale string
	// Zone is the site's, in which times are told of a plan whose days are no calendar days.
	Zone *time.Location
}

// SIMs returns the contract's list of SIMs, never nil.
func SIMs(list []lines.Line, b SIMExtras) []gen.Sim {
	return each(list, func(l lines.Line) gen.Sim { return SIM(l, b) })
}

// SIM returns the contract's SIM.
func SIM(l lines.Line, b SIMExtras) gen.Sim {
	needed := len(l.Regimes) > 0
	out := gen.Sim{
		SimId: l.Ref, Phone: l.Phone, IccidLast4: l.ICCIDLast4, SimType: l.SimType, State: string(l.State()),
		StateText: b.text("state." + string(l.State())), ValidUntil: l.ValidUntil(), RealName: string(l.RealName()),
		RealNameText: b.text("realName." + string(l.RealName())), RealNameNeeded: &needed, Usage: usage(l.Usage()),
		Name: l.Name(b.Locale), OrderNo: l.OrderNo, StartDate: l.StartDate, StartText: startText(l.StartDate, b.Locale), ErasedAt: l.ErasedAt,
	}
	if stale := b.Stale(l); stale {
		out.Usage.Stale = &stale
	}
	if zone := l.Zone(); zone != nil {
		out.DayZone = zone.String()
	}
	if h := l.Hint(b.Now); h != "" {
		topUp, words := h.TopUp(), "hint."+string(h)
		if h == lines.HintRealName && l.RealName() == lines.Rejected {
			words = "hint.rejected"
		}
		start := startWords(l.StartDate, l.StartAt, b.Locale)
		out.Hint = &gen.SimHint{
			Code: string(h), Title: b.filled(words+".title", start), Text: b.filled(words+".text", start), TopUp: &topUp,
		}
		if h.Reissue() && l.BoughtNo != "" {
			out.Hint.Link = reissueLink(l.Ref, string(h), b.Locale)
		}
	}
	return out
}

// SIMDetail returns one SIM with everything its page shows.
func SIMDetail(l lines.Line, regimes []lines.Regime, b SIMExtras) gen.SimDetail {
	out := gen.SimDetail{
		Sim: SIM(l, b), Validity: b.validity(l), RealNameDesk: b.registration(l, regimes), Apn: l.APN, Device: l.Device, Country: b.Places[l.Country],
		FirstUsedAt: l.FirstAttach, RetiresAt: l.RetiresAt, Linked: l.Linked,
		// The code is in the order of whoever bought the SIM; whoever linked it has it in the device.
		Installable: l.Secret && l.OrderNo != "",
		Plans: each(l.Plans, func(p lines.Plan) gen.SimPlan {
			return gen.SimPlan{
				PlanId: id(p.ID), GoodsId: p.GoodsID, Name: b.plan(l, p), State: l.PlanWord(p), StateText: b.planStatus(l, p),
				StartedAt: p.StartedAt, EndsAt: p.EndsAt, Usage: usage(p.Usage()),
			}
		}),
	}
	out.Timeline = Timeline(l, b, TimelinePaths{TopUp: "#top-up", Told: true})
	if l.OrderLineID != 0 {
		out.LineId, out.Unit = id(l.OrderLineID), &l.Unit
	}
	return out
}

// plan names a plan: as the product of that name is sold now, else as the SIM was sold with it, else as the carrier does.
func (b SIMExtras) plan(l lines.Line, p lines.Plan) string {
	if g, sold := b.Goods[p.GoodsID]; sold {
		return g.Name
	}
	if p.GoodsID == l.GoodsID {
		return l.Name(b.Locale)
	}
	return p.PlanRef
}

func (b SIMExtras) text(key string) string { return b.filled(key, nil) }

func (b SIMExtras) filled(key string, params map[string]any) string {
	return shared.Text(b.Locale, "server", "sim."+key, params)
}

func (b SIMExtras) validity(l lines.Line) *gen.SimValidity {
	if l.Rule == nil {
		return nil
	}
	shown := b.Now
	if until := l.ValidUntil(); until != nil {
		shown = *until
	}
	return &gen.SimValidity{
		Days: l.Rule.Days, DayRule: string(l.Rule.DayRule), DayZone: l.Rule.Zone.String(), Activation: string(l.Rule.Activation),
		ActivationText: b.activation(l),
		RuleText:       b.filled("dayRule."+string(l.Rule.DayRule), map[string]any{"zone": notify.Offset(shown.In(l.Rule.Zone))}),
		Started:        l.Started() != nil, StartedAt: l.Started(), Until: l.ValidUntil(), UseBefore: l.UseBefore(),
	}
}

// activation says what starts the plan; one that could begin on a chosen day, and has none, starts like most.
func (b SIMExtras) activation(l lines.Line) string {
	cause := l.Rule.Activation
	day := startWords(l.StartDate, l.StartAt, b.Locale)
	if cause == validity.OnDate && day == nil {
		cause = validity.OnFirstNetwork
	}
	return b.filled("activation."+string(cause), day)
}

func usage(u lines.Usage) gen.SimUsage {
	return gen.SimUsage{Data: meter(u.Data), Voice: meter(u.Voice), Sms: meter(u.SMS)}
}

func meter(m lines.Meter) gen.SimUsageMeter {
	return gen.SimUsageMeter{
		Used: m.Used, Remaining: m.Remaining, Total: m.Total, Unlimited: m.Unlimited, Deadline: m.Deadline, AsOf: m.AsOf,
	}
}

// registration shows the registration that matters most: the first that is not verified, else the first.
func (b SIMExtras) registration(l lines.Line, regimes []lines.Regime) gen.RealNameDesk {
	out := gen.RealNameDesk{
		State: string(l.RealName()), StateText: b.text("realName." + string(l.RealName())), Regimes: []gen.RealNameRegime{},
	}
	var shown *lines.Case
	for _, r := range regimes {
		c := l.Case(r.Code)
		if shown == nil || (shown.RealName() != l.RealName() && c.RealName() == l.RealName()) {
			shown = &c
		}
		out.CanSubmit = out.CanSubmit || c.Open()
		out.Regimes = append(out.Regimes, b.regime(r))
	}
	if shown != nil && shown.ID != 0 {
		out.ReasonCode, out.Reason = shown.ReasonCode, b.reason(*shown)
		out.DocumentType, out.DocumentLast4, out.ExpiresAt, out.UpdatedAt = shown.DocType, shown.DocLast4, shown.ExpiresAt, &shown.UpdatedAt
	}
	return out
}

func (b SIMExtras) regime(r lines.Regime) gen.RealNameRegime {
	out := gen.RealNameRegime{
		Regime: r.Code, Name: b.Places[r.Code], MinAge: r.MinAge, When: r.Needed, Who: r.Who, NeedsLocalName: r.LocalName,
		Text: r.Text(b.Locale),
		Documents: each(likelyFirst(r.Documents, b.Locale), func(d string) gen.RealNameDocument {
			return gen.RealNameDocument{Type: d, Name: b.text("document." + d)}
		}),
	}
	if r.Quota > 0 {
		out.Quota = &r.Quota
	}
	return out
}

// reason says why a registration does not stand, "" for one that does.
func (b SIMExtras) reason(c lines.Case) string {
	if c.RealName() != lines.Rejected {
		return ""
	}
	return notify.RegistrationReason(b.Locale, cmp.Or(c.ReasonCode, string(c.State)))
}

// RealName returns where a registration stands.
func RealName(ref string, c lines.Case, locale string) gen.RealnameStatus {
	b := SIMExtras{Locale: locale}
	return gen.RealnameStatus{
		SimId: ref, State: string(c.RealName()), StateText: b.text("realName." + string(c.RealName())), ReasonCode: c.ReasonCode,
		Reason: b.reason(c), DocumentLast4: c.DocLast4, UpdatedAt: c.UpdatedAt,
	}
}
