package view

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// TopUps returns what can be added to a SIM.
func TopUps(list []owned.TopUp, b SIMExtras) gen.TopUps {
	out := gen.TopUps{State: "ok", Items: []gen.TopUp{}}
	for _, t := range list {
		g, known := b.Goods[t.GoodsID]
		if !known {
			continue
		}
		shown := Goods(g)
		out.Items = append(out.Items, gen.TopUp{
			GoodsId: g.ID, Name: g.Name, Price: g.Price, Currency: g.Currency, Data: shown.Data, Days: g.Days, Preview: b.preview(t.After, t.Zone),
		})
	}
	if len(out.Items) == 0 {
		out.Text = b.text("topUps.none")
	}
	return out
}

// NoTopUps says why nothing can be added, by the code of the fault.
func NoTopUps(code, locale string) gen.TopUps {
	out := gen.TopUps{State: "not_allowed", Items: []gen.TopUp{}}
	switch code {
	case "carrier_unavailable":
		out.State, out.Text = "unavailable", SIMExtras{Locale: locale}.text("topUps.unavailable")
	case "topup_not_allowed":
		out.Text = SIMExtras{Locale: locale}.text("topUps.not_allowed")
	default:
		out.Text = message(locale, code)
	}
	return out
}

func (b SIMExtras) preview(a validity.After, zone *time.Location) gen.TopUpPreview {
	text := b.text("effect." + string(a.Effect))
	switch {
	case a.First && a.StartsAt == nil:
		text = b.text("effect.fresh")
	case a.First:
		text = b.text("effect.now")
	case a.Effect == validity.Queue:
		text = b.startOfWaitingPlan(a.StartsAt, a.RunsOut, zone)
	}
	out := gen.TopUpPreview{
		Effect: string(a.Effect), Text: text, DataMb: a.Data, Unlimited: a.Data == nil, StartsAt: a.StartsAt, ValidUntil: a.Until,
	}
	if a.Lost > 0 {
		out.LostMb = &a.Lost
	}
	return out
}

// planStatus says how a plan stands, and of one that waits behind others what it waits for.
func (b SIMExtras) planStatus(sim owned.SIM, p owned.Plan) string {
	word := sim.PlanStatus(p)
	if word == "queued" {
		if by, runsOut, waits := sim.WaitsFor(p); waits {
			return b.startOfWaitingPlan(by, runsOut, sim.Zone())
		}
	}
	return b.text("plan." + word)
}

// startOfWaitingPlan says when a plan begins that waits for those before it: by is when they are over at the latest, nil when that is not
// known, runsOut that their data may run out earlier.
func (b SIMExtras) startOfWaitingPlan(by *time.Time, runsOut bool, zone *time.Location) string {
	key := "effect.queue"
	if runsOut {
		key = "effect.queueData"
	}
	if by == nil {
		return b.text(key)
	}
	return b.filled(key+"By", map[string]any{"time": notify.Time(b.Locale, *by, cmp.Or(zone, b.Zone, time.UTC))})
}

// topUpTarget leads to the SIM that a line was added to, and says when the plan starts that was added, "" for one that has started.
// What has become of a SIM in another account is not shown.
func topUpTarget(o order.Order, l order.Line, b OrderExtras, locale string) (path, text string) {
	i := slices.IndexFunc(b.ToppedUp, func(sim owned.SIM) bool { return sim.ID == *l.SIMID && !inOtherAccount(o, sim) })
	if i < 0 {
		return "", ""
	}
	sim := b.ToppedUp[i]
	path = "/" + locale + "/my-account/sims-info?simId=" + sim.Ref
	if o.UserID == nil {
		path = "/" + locale + "/my-order/" + strings.ToLower(sim.BoughtNo) + "/sims?simId=" + sim.Ref
	}
	words := SIMExtras{Locale: locale, Zone: b.Zone}
	for _, p := range slices.Backward(sim.Plans) {
		if p.GoodsID != l.GoodsID {
			continue
		}
		if _, _, waits := sim.WaitsFor(p); waits && sim.PlanStatus(p) == "queued" {
			text = words.planStatus(sim, p)
		}
		break
	}
	return path, text
}
