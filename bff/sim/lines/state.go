package lines

import (
	"github.com/roamcart/roamcart/bff/carrier"
)

// State is where a SIM stands, as its owner sees it.
type State string

// The states of a SIM, in the contract's words.
const (
	Preparing      State = "preparing"
	RealNameNeeded State = "real_name_needed"
	ReadyToInstall State = "ready_to_install"
	Shipped        State = "shipped"
	Installed      State = "installed"
	Active         State = "active"
	UsedUp         State = "used_up"
	Expired        State = "expired"
	Deleted        State = "deleted"
	Retired        State = "retired"
	// Reissuing says that a new profile is being made for it.
	Reissuing State = "reissuing"
	Unknown   State = "unknown"
)

// profiles are what states of a profile are called while no plan says more.
var profiles = map[carrier.Profile]State{
	carrier.ProfileAvailable: Preparing, carrier.ProfileAllocated: Preparing, carrier.ProfileLinked: ReadyToInstall,
	carrier.ProfileConfirmed: ReadyToInstall, carrier.ProfileReleased: ReadyToInstall, carrier.ProfileDownloaded: Installed,
	carrier.ProfileInstalled: Installed, carrier.ProfileEnabled: Installed, carrier.ProfileDisabled: Installed,
	carrier.ProfileDeleted: Deleted,
}

// State sums a SIM up: the operator's last word, then whether it was deleted with something left on it, then its name, its plans
// and its profile.
func (l Line) State() State {
	switch {
	case l.RetiredAt != nil:
		return Retired
	case l.ErasedAt != nil:
		return l.over()
	case l.Reissue.Open:
		return Reissuing
	case l.Profile == carrier.ProfileDeleted && (len(l.Plans) == 0 || len(l.open()) > 0):
		return Deleted
	case l.RealName() != Verified && l.RealName() != UnderReview && len(l.Regimes) > 0 && len(l.in(carrier.PlanActive)) == 0:
		return RealNameNeeded
	case len(l.in(carrier.PlanActive)) > 0 && !l.unseen():
		return Active
	case len(l.Plans) > 0 && len(l.open()) == 0:
		return l.over()
	case l.SimType == Physical && l.FirstAttach == nil:
		return Shipped
	case l.SimType == Physical:
		return Active
	}
	if s, ok := profiles[l.Profile]; ok {
		return s
	}
	return Unknown
}

// unseen reports whether nobody has put the SIM into a device, as far as anybody knows. A plan that began on its day, or on the
// profile before, may run on such a SIM; any other plan that runs is in use.
func (l Line) unseen() bool {
	return (l.StartAt != nil || l.Reissue.Issued > 0) && l.FirstAttach == nil && !l.onDevice()
}

// over says how the last plan ended.
func (l Line) over() State {
	if n := len(l.Plans); n > 0 && l.Plans[n-1].State == carrier.PlanDepleted {
		return UsedUp
	}
	return Expired
}

// Physical is the SIM type of a card.
const Physical = "physical"

// planStates are the contract's words for states of a plan.
var planStates = map[carrier.PlanState]string{
	carrier.PlanProcessing: "processing", carrier.PlanQueued: "queued", carrier.PlanScheduled: "scheduled", carrier.PlanActive: "active", carrier.PlanDepleted: "used_up",
	carrier.PlanExpired: "expired", carrier.PlanLapsed: "expired", carrier.PlanRevoked: "revoked",
}

// PlanWord returns the contract's word for where a plan on the SIM stands. What was left on a SIM that was deleted or retired is
// lost, whatever its carrier says of the plan, or kept for a new profile where there can be one; nobody uses it before that is installed.
func (l Line) PlanWord(p Plan) string {
	state := l.State()
	switch {
	case p.State.Over():
	case state == Reissuing, state == Deleted && l.NoReissue() == "", p.State == carrier.PlanActive && l.Reissued():
		return "kept"
	case state == Deleted, state == Retired:
		return "lost"
	}
	if word, ok := planStates[p.State]; ok {
		return word
	}
	return "unknown"
}
