package view

import (
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/shared"
)

// Reissue returns what the page says of a SIM's new profile, without its order.
func Reissue(sim owned.SIM, b SIMExtras) gen.ReissuePage {
	out := gen.ReissuePage{Sim: SIM(sim, b), State: reissueState(sim, b.Now), CanAsk: !sim.Reissue.Open && sim.NoReissue() == ""}
	if out.State == "impossible" {
		out.Text = message(b.Locale, sim.NoReissue())
	}
	if out.State == "ready" {
		if out.Caution = caution(sim, b); out.Caution != nil {
			out.Text = out.Caution.Text
		}
	}
	return out
}

// ReissueStatus returns where a SIM's new profile stands.
func ReissueStatus(sim owned.SIM, now time.Time) gen.ReissueStatus {
	return gen.ReissueStatus{SimId: sim.Ref, State: reissueState(sim, now)}
}

func reissueState(sim owned.SIM, now time.Time) gen.ReissueState {
	switch {
	case sim.ReissueLate(now):
		return "late"
	case sim.Reissue.Open:
		return "making"
	case sim.Reissued():
		return "ready"
	case sim.NoReissue() != "":
		return "impossible"
	case sim.Reissue.Refused != "":
		return "failed"
	}
	return "offered"
}

// reissueLink leads to the page of a SIM's new profile: word is that of what the link says.
func reissueLink(ref, word, locale string) *gen.SimHintLink {
	return &gen.SimHintLink{Path: "/" + locale + "/reissue/" + ref, Text: shared.Text(locale, "server", "sim.hintLink."+word, nil)}
}
