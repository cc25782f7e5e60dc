package carrier

// OrderState is where a partner's order stands.
type OrderState string

// The states of an order.
const (
	OrderPending   OrderState = "pending"
	OrderFulfilled OrderState = "fulfilled"
	OrderFailed    OrderState = "failed"
	OrderCancelled OrderState = "cancelled"
	OrderUnknown   OrderState = "unknown"
)

// Profile is the state of a profile at the SM-DP+ and on the device, in the words of SGP.22.
type Profile string

// The states of a profile.
const (
	ProfileAvailable  Profile = "available"
	ProfileAllocated  Profile = "allocated"
	ProfileLinked     Profile = "linked"
	ProfileConfirmed  Profile = "confirmed"
	ProfileReleased   Profile = "released"
	ProfileDownloaded Profile = "downloaded"
	ProfileInstalled  Profile = "installed"
	ProfileEnabled    Profile = "enabled"
	ProfileDisabled   Profile = "disabled"
	ProfileDeleted    Profile = "deleted"
	ProfileError      Profile = "error"
	ProfileUnknown    Profile = "unknown"
)

// PlanState is where a plan on a SIM stands.
type PlanState string

// The states of a plan on a SIM.
const (
	PlanProcessing PlanState = "processing"
	PlanQueued     PlanState = "queued"
	// PlanScheduled begins by itself at a time that was agreed on.
	PlanScheduled PlanState = "scheduled"
	PlanActive    PlanState = "active"
	PlanDepleted  PlanState = "depleted"
	PlanExpired   PlanState = "expired"
	PlanRevoked   PlanState = "revoked"
	PlanLapsed    PlanState = "lapsed"
	PlanUnknown   PlanState = "unknown"
)

// Over reports whether a plan in that state has ended.
func (s PlanState) Over() bool {
	return s == PlanDepleted || s == PlanExpired || s == PlanRevoked || s == PlanLapsed
}

// KycState is where a registration stands.
type KycState string

// The states of a registration.
const (
	KycNotRequired KycState = "not_required"
	KycRequired    KycState = "required"
	KycSubmitted   KycState = "submitted"
	KycInReview    KycState = "in_review"
	KycApproved    KycState = "approved"
	KycRejected    KycState = "rejected"
	KycExpired     KycState = "expired"
	KycRevoked     KycState = "revoked"
	KycUnknown     KycState = "unknown"
)

// EventType is what a message is about.
type EventType string

// The types of messages.
const (
	OrderFulfilledEvent EventType = "order.fulfilled"
	OrderFailedEvent    EventType = "order.failed"
	ProfileChanged      EventType = "profile.changed"
	FirstAttach         EventType = "line.first_attach"
	PlanStarted         EventType = "plan.started"
	UsageThreshold      EventType = "usage.threshold"
	PlanExpiring        EventType = "plan.expiring"
	PlanDepletedEvent   EventType = "plan.depleted"
	PlanExpiredEvent    EventType = "plan.expired"
	CountryChanged      EventType = "line.country_changed"
	RetireScheduled     EventType = "line.retire_scheduled"
	SIMRetiredEvent     EventType = "line.retired"
	KycChanged          EventType = "kyc.changed"
	BalanceLow          EventType = "balance.low"
	UnknownEvent        EventType = "unknown"
)
