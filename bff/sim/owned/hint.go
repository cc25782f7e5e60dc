package owned

import (
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
)

// Hint is the one next step that helps with a SIM; its words are in shared/locales/*/server.json.
type Hint string

// The hints, the most urgent first; empty when nothing is wrong.
const (
	HintRealName Hint = "real_name"
	HintExpired  Hint = "expired"
	HintUsedUp   Hint = "used_up"
	HintRoaming  Hint = "roaming"
	HintAPN      Hint = "apn"
	HintLowData  Hint = "low_data"
	HintExpiring Hint = "expiring"
	HintKit      Hint = "kit"
	HintUseSoon  Hint = "use_soon"
	HintErased   Hint = "erased"
	HintDeleted  Hint = "deleted"
	// HintReissue says that the eSIM was deleted and can be issued again, HintReissuing that this is under way, HintReissued that
	// the new one waits to be installed.
	HintReissue   Hint = "reissue"
	HintReissuing Hint = "reissuing"
	HintReissued  Hint = "reissued"
	// HintScheduled says that the plan waits for its day, HintBegun that the day has come and nobody has installed it.
	HintScheduled Hint = "scheduled"
	HintBegun     Hint = "begun"
	// HintRefund says that a refund is open, so that the eSIM is not to be installed.
	HintRefund Hint = "refund"
)

// When a hint is due.
const (
	// settling is how long a phone may take to find data after it has found a network.
	settling = 10 * time.Minute
	// lowPercent is what is left of the data when it is low.
	lowPercent   = 20
	expiringSoon = 24 * time.Hour
	useSoon      = 7 * 24 * time.Hour
)

// Hint returns what helps now.
func (sim SIM) Hint(now time.Time) Hint {
	if sim.ErasedAt != nil {
		return HintErased
	}
	if sim.Profile == carrier.ProfileDeleted && len(sim.Plans) > 0 && len(sim.openPlans()) == 0 {
		return "" // nothing is lost with it, and nothing can be added to it
	}
	if sim.RefundOpen() {
		return HintRefund
	}
	switch sim.State() {
	case RealNameNeeded:
		return HintRealName
	case Expired:
		return HintExpired
	case UsedUp:
		return HintUsedUp
	case Reissuing:
		return HintReissuing
	case Deleted:
		if sim.NoReissue() == "" {
			return HintReissue
		}
		return HintDeleted
	case Retired, Preparing:
		return ""
	}
	data := sim.Usage().Data
	switch {
	case len(sim.plansIn(carrier.PlanScheduled)) > 0 && len(sim.plansIn(carrier.PlanActive)) == 0:
		return HintScheduled
	case sim.Reissued() && sim.State() == ReadyToInstall:
		return HintReissued
	case sim.neverInstalled() && len(sim.plansIn(carrier.PlanActive)) > 0:
		return HintBegun
	case sim.onDevice() && sim.FirstAttach == nil && data.Used == 0:
		return HintRoaming
	case sim.FirstAttach != nil && now.Sub(*sim.FirstAttach) >= settling && len(sim.plansIn(carrier.PlanActive)) > 0 && sim.unused():
		return HintAPN
	}
	if len(sim.plansIn(carrier.PlanQueued)) == 0 && len(sim.plansIn(carrier.PlanProcessing)) == 0 {
		switch until := sim.ValidUntil(); {
		case data.Total != nil && *data.Total > 0 && *data.Remaining*100 <= *data.Total*lowPercent:
			return HintLowData
		case until != nil && until.After(now) && until.Sub(now) <= expiringSoon:
			return HintExpiring
		}
	}
	if sim.Linked && sim.OrderNo == "" && sim.State() == ReadyToInstall {
		return HintKit // whoever bought it has what installs it
	}
	if before := sim.UseBefore(); before != nil && before.Sub(now) <= useSoon {
		return HintUseSoon
	}
	return ""
}

// Reissue reports whether a new profile is the way on, or is under way.
func (h Hint) Reissue() bool {
	return h == HintReissue || h == HintReissuing || h == HintReissued || h == HintDeleted
}

// TopUp reports whether more data is the way on.
func (h Hint) TopUp() bool {
	return h == HintExpired || h == HintUsedUp || h == HintLowData || h == HintExpiring
}

func (sim SIM) onDevice() bool {
	switch sim.Profile {
	case carrier.ProfileDownloaded, carrier.ProfileInstalled, carrier.ProfileEnabled, carrier.ProfileDisabled:
		return true
	}
	return false
}

// unused reports whether the running plans have not lost a byte of the data that they count.
func (sim SIM) unused() bool {
	counted := false
	for _, p := range sim.plansIn(carrier.PlanActive) {
		if p.TotalBytes == nil || *p.TotalBytes == 0 || p.RemainingBytes == nil {
			continue
		}
		if counted = true; *p.RemainingBytes < *p.TotalBytes {
			return false
		}
	}
	return counted
}
