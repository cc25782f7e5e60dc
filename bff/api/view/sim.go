package view

import (
	"cmp"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/shared"
)

// SIMExtras is what the view of a SIM shows from other modules.
type SIMExtras struct {
	// Goods are the products of SIMs and their plans, by id, in the language.
	Goods map[string]catalog.Goods
	// Places are names of countries and regions by code.
	Places map[string]string
	// Stale says which readings are older than they should be.
	Stale  func(owned.SIM) bool
	Now    time.Time
	Locale string
	// Zone is the site's, in which times of a plan are shown whose days are no calendar days.
	Zone *time.Location
}

// SIMs returns the contract's list of SIMs, never nil.
func SIMs(list []owned.SIM, b SIMExtras) []gen.Sim {
	return each(list, func(sim owned.SIM) gen.Sim { return SIM(sim, b) })
}

// SIM returns the contract's SIM.
func SIM(sim owned.SIM, b SIMExtras) gen.Sim {
	needed := len(sim.Regimes) > 0
	out := gen.Sim{
		SimId: sim.Ref, Phone: sim.Phone, IccidLast4: sim.ICCIDLast4, SimType: sim.SimType, State: string(sim.State()),
		StateText: stateText(sim, b.Locale), ValidUntil: sim.ValidUntil(), RealName: string(sim.RealName()),
		RealNameText: b.text("realName." + string(sim.RealName())), RealNameNeeded: &needed, Usage: usage(sim.Usage()),
		Name: sim.Name(b.Locale), OrderNo: sim.OrderNo, StartDate: sim.StartDate, StartText: startText(sim.StartDate, b.Locale),
		ErasedAt: sim.ErasedAt,
	}
	if stale := b.Stale(sim); stale {
		out.Usage.Stale = &stale
	}
	if zone := sim.Zone(); zone != nil {
		out.DayZone = zone.String()
	}
	if h := sim.Hint(b.Now); h != "" {
		topUp, words := h.TopUp(), "hint."+string(h)
		if h == owned.HintRealName && sim.RealName() == owned.Rejected {
			words = "hint.rejected"
		}
		start := startWords(sim.StartDate, sim.StartAt, b.Locale)
		out.Hint = &gen.SimHint{
			Code: string(h), Title: b.filled(words+".title", start), Text: b.filled(words+".text", start), TopUp: &topUp,
		}
		if h.Reissue() && sim.BoughtNo != "" {
			out.Hint.Link = reissueLink(sim.Ref, string(h), b.Locale)
		}
	}
	return out
}

// SIMDetail returns one SIM with everything its page shows.
func SIMDetail(sim owned.SIM, regimes []owned.Regime, b SIMExtras) gen.SimDetail {
	out := gen.SimDetail{
		Sim: SIM(sim, b), Validity: b.validity(sim), RealNameDesk: b.registration(sim, regimes), Apn: sim.APN,
		Device: sim.Device, Country: b.Places[sim.Country],
		FirstUsedAt: sim.FirstAttach, RetiresAt: sim.RetiresAt, Linked: sim.Linked,
		// The code is in the order of whoever bought the SIM; whoever linked it has it in the device.
		Installable: sim.Secret && sim.OrderNo != "" && !sim.RefundOpen(),
		Plans: each(sim.Plans, func(p owned.Plan) gen.SimPlan {
			return gen.SimPlan{
				PlanId: id(p.ID), GoodsId: p.GoodsID, Name: b.plan(sim, p), State: sim.PlanStatus(p), StateText: b.planStatus(sim, p),
				StartedAt: p.StartedAt, EndsAt: p.EndsAt, Usage: usage(p.Usage()),
			}
		}),
	}
	out.Timeline = Timeline(sim, b, TimelinePaths{TopUp: "#top-up", HintShown: true})
	if sim.OrderLineID != 0 {
		out.LineId, out.Unit = id(sim.OrderLineID), &sim.Unit
	}
	return out
}

// plan names a plan: as the product of that name is sold now, else as the SIM was sold with it, else as the carrier does.
func (b SIMExtras) plan(sim owned.SIM, p owned.Plan) string {
	if g, sold := b.Goods[p.GoodsID]; sold {
		return g.Name
	}
	if p.GoodsID == sim.GoodsID {
		return sim.Name(b.Locale)
	}
	return p.PlanRef
}

func (b SIMExtras) text(key string) string { return b.filled(key, nil) }

func (b SIMExtras) filled(key string, params map[string]any) string {
	return shared.Text(b.Locale, "server", "sim."+key, params)
}

func (b SIMExtras) validity(sim owned.SIM) *gen.SimValidity {
	if sim.Rule == nil {
		return nil
	}
	shown := b.Now
	if until := sim.ValidUntil(); until != nil {
		shown = *until
	}
	return &gen.SimValidity{
		Days: sim.Rule.Days, DayRule: string(sim.Rule.DayRule), DayZone: sim.Rule.Zone.String(), Activation: string(sim.Rule.Activation),
		ActivationText: b.activation(sim),
		RuleText:       b.filled("dayRule."+string(sim.Rule.DayRule), map[string]any{"zone": notify.Offset(shown.In(sim.Rule.Zone))}),
		Started:        sim.Started() != nil, StartedAt: sim.Started(), Until: sim.ValidUntil(), UseBefore: sim.UseBefore(),
	}
}

// activation says what starts the plan; one that could begin on a chosen day, and has none, starts like most.
func (b SIMExtras) activation(sim owned.SIM) string {
	cause := sim.Rule.Activation
	day := startWords(sim.StartDate, sim.StartAt, b.Locale)
	if cause == validity.OnDate && day == nil {
		cause = validity.OnFirstNetwork
	}
	return b.filled("activation."+string(cause), day)
}

func usage(u owned.Usage) gen.SimUsage {
	return gen.SimUsage{Data: meter(u.Data), Voice: meter(u.Voice), Sms: meter(u.SMS)}
}

func meter(m owned.Meter) gen.SimUsageMeter {
	return gen.SimUsageMeter{
		Used: m.Used, Remaining: m.Remaining, Total: m.Total, Unlimited: m.Unlimited, Deadline: m.Deadline, AsOf: m.AsOf,
	}
}

// registration shows the registration that matters most: the first that is not verified, else the first.
func (b SIMExtras) registration(sim owned.SIM, regimes []owned.Regime) gen.RealNameDesk {
	out := gen.RealNameDesk{
		State: string(sim.RealName()), StateText: b.text("realName." + string(sim.RealName())), Regimes: []gen.RealNameRegime{},
	}
	var shown *owned.Case
	for _, r := range regimes {
		c := sim.Case(r.Code)
		if shown == nil || (shown.RealName() != sim.RealName() && c.RealName() == sim.RealName()) {
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

func (b SIMExtras) regime(r owned.Regime) gen.RealNameRegime {
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
func (b SIMExtras) reason(c owned.Case) string {
	if c.RealName() != owned.Rejected {
		return ""
	}
	return notify.RegistrationReason(b.Locale, cmp.Or(c.ReasonCode, string(c.State)))
}

// RealName returns where a registration stands.
func RealName(ref string, c owned.Case, locale string) gen.RealnameStatus {
	b := SIMExtras{Locale: locale}
	return gen.RealnameStatus{
		SimId: ref, State: string(c.RealName()), StateText: b.text("realName." + string(c.RealName())), ReasonCode: c.ReasonCode,
		Reason: b.reason(c), DocumentLast4: c.DocLast4, UpdatedAt: c.UpdatedAt,
	}
}
