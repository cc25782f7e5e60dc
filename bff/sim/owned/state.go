package owned

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
func (sim SIM) State() State {
	switch {
	case sim.RetiredAt != nil:
		return Retired
	case sim.ErasedAt != nil:
		return sim.endState()
	case sim.Reissue.Open:
		return Reissuing
	case sim.Profile == carrier.ProfileDeleted && (len(sim.Plans) == 0 || len(sim.openPlans()) > 0):
		return Deleted
	case sim.RealName() != Verified && sim.RealName() != UnderReview && len(sim.Regimes) > 0 && len(sim.plansIn(carrier.PlanActive)) == 0:
		return RealNameNeeded
	case len(sim.plansIn(carrier.PlanActive)) > 0 && !sim.neverInstalled():
		return Active
	case len(sim.Plans) > 0 && len(sim.openPlans()) == 0:
		return sim.endState()
	case sim.SimType == Physical && sim.FirstAttach == nil:
		return Shipped
	case sim.SimType == Physical:
		return Active
	}
	if s, ok := profiles[sim.Profile]; ok {
		return s
	}
	return Unknown
}

// neverInstalled reports whether nobody has put the SIM into a device, as far as anybody knows. A plan that began on its day, or on the
// profile before, may run on such a SIM; any other plan that runs is in use.
func (sim SIM) neverInstalled() bool {
	return (sim.StartAt != nil || sim.Reissue.Issued > 0) && sim.FirstAttach == nil && !sim.onDevice()
}

// endState says how the last plan ended.
func (sim SIM) endState() State {
	if n := len(sim.Plans); n > 0 && sim.Plans[n-1].State == carrier.PlanDepleted {
		return UsedUp
	}
	return Expired
}

// Physical is the SIM type of a card.
const Physical = "physical"

// planStates are the states of a plan as the contract names them.
var planStates = map[carrier.PlanState]string{
	carrier.PlanProcessing: "processing", carrier.PlanQueued: "queued", carrier.PlanScheduled: "scheduled", carrier.PlanActive: "active", carrier.PlanDepleted: "used_up",
	carrier.PlanExpired: "expired", carrier.PlanLapsed: "expired", carrier.PlanRevoked: "revoked",
}

// PlanStatus returns the state of a plan on the SIM, as the contract names it. What was left on a SIM that was deleted or retired is
// lost, whatever its carrier says of the plan, or kept for a new profile where there can be one; nobody uses it before that is installed.
func (sim SIM) PlanStatus(p Plan) string {
	state := sim.State()
	switch {
	case p.State.Over():
	case state == Reissuing, state == Deleted && sim.NoReissue() == "", p.State == carrier.PlanActive && sim.Reissued():
		return "kept"
	case state == Deleted, state == Retired:
		return "lost"
	}
	if word, ok := planStates[p.State]; ok {
		return word
	}
	return "unknown"
}
