package view

import (
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/sim/lines"
	"github.com/roamcart/roamcart/shared"
)

// Reissue returns what the page says of a SIM's new profile, without its order.
func Reissue(l lines.Line, b SIMExtras) gen.ReissuePage {
	out := gen.ReissuePage{Sim: SIM(l, b), State: reissueState(l, b.Now), CanAsk: !l.Reissue.Open && l.NoReissue() == ""}
	if out.State == "impossible" {
		out.Text = message(b.Locale, l.NoReissue(), nil)
	}
	return out
}

// ReissueStatus returns where a SIM's new profile stands.
func ReissueStatus(l lines.Line, now time.Time) gen.ReissueStatus {
	return gen.ReissueStatus{SimId: l.Ref, State: reissueState(l, now)}
}

func reissueState(l lines.Line, now time.Time) gen.ReissueState {
	switch {
	case l.ReissueLate(now):
		return "late"
	case l.Reissue.Open:
		return "making"
	case l.Reissued():
		return "ready"
	case l.NoReissue() != "":
		return "impossible"
	case l.Reissue.Refused != "":
		return "failed"
	}
	return "offered"
}

// reissueLink leads to the page of a SIM's new profile: word is that of what the link says.
func reissueLink(ref, word, locale string) *gen.SimHintLink {
	return &gen.SimHintLink{Path: "/" + locale + "/reissue/" + ref, Text: shared.Text(locale, "server", "sim.hintLink."+word, nil)}
}
