package remote

import "github.com/roamcart/roamcart/bff/carrier"

// The partner's values and what they mean here. A partner with other values gets other tables.
var (
	codes = map[string]carrier.Class{
		"out_of_stock": carrier.OutOfStock, "plan_retired": carrier.PlanRetired, "maintenance": carrier.Maintenance,
		"too_many_requests": carrier.RateLimited, "insufficient_credit": carrier.InsufficientFunds,
		"topup_not_allowed": carrier.TopupNotAllowed, "line_recycled": carrier.SIMRetired, "reissue_not_allowed": carrier.ReissueNotAllowed, "bad_request": carrier.Invalid,
		"too_late": carrier.Invalid, "unauthorized": carrier.Auth, "ip_blocked": carrier.Blocked, "not_found": carrier.NotFound,
		"kyc_required": carrier.KycRequiredError, "kyc_quota": carrier.KycQuota, "kyc_rejected": carrier.KycRejectedError,
		"kyc_duplicate": carrier.KycDuplicate, "not_supported": carrier.NotSupported, "internal": carrier.Upstream,
	}
	orderStates = map[string]carrier.OrderState{
		"PENDING": carrier.OrderPending, "PROCESSING": carrier.OrderPending, "COMPLETED": carrier.OrderFulfilled,
		"FAILED": carrier.OrderFailed, "CANCELLED": carrier.OrderCancelled,
	}
	profileStates = map[string]carrier.Profile{
		"AVAILABLE": carrier.ProfileAvailable, "ALLOCATED": carrier.ProfileAllocated, "LINKED": carrier.ProfileLinked,
		"CONFIRMED": carrier.ProfileConfirmed, "RELEASED": carrier.ProfileReleased, "DOWNLOADED": carrier.ProfileDownloaded,
		"INSTALLED": carrier.ProfileInstalled, "ENABLED": carrier.ProfileEnabled, "DISABLED": carrier.ProfileDisabled,
		"DELETED": carrier.ProfileDeleted, "ERROR": carrier.ProfileError,
	}
	planStates = map[string]carrier.PlanState{
		"PROCESSING": carrier.PlanProcessing, "NOT_ACTIVE": carrier.PlanQueued, "SCHEDULED": carrier.PlanScheduled, "QUEUED": carrier.PlanQueued, "ACTIVE": carrier.PlanActive,
		"IN_USE": carrier.PlanActive, "FINISHED": carrier.PlanDepleted, "USED_UP": carrier.PlanDepleted, "EXPIRED": carrier.PlanExpired,
		"REVOKED": carrier.PlanRevoked, "LAPSED": carrier.PlanLapsed,
	}
	kycStates = map[string]carrier.KycState{
		"NOT_REQUIRED": carrier.KycNotRequired, "REQUIRED": carrier.KycRequired, "SUBMITTED": carrier.KycSubmitted,
		"IN_REVIEW": carrier.KycInReview, "APPROVED": carrier.KycApproved, "REJECTED": carrier.KycRejected, "EXPIRED": carrier.KycExpired,
		"REVOKED": carrier.KycRevoked,
	}
	eventTypes = map[string]carrier.EventType{
		"order.completed": carrier.OrderFulfilledEvent, "order.failed": carrier.OrderFailedEvent, "profile.state": carrier.ProfileChanged,
		"line.first_attach": carrier.FirstAttach, "plan.started": carrier.PlanStarted, "usage.threshold": carrier.UsageThreshold,
		"plan.expiring": carrier.PlanExpiring, "plan.used_up": carrier.PlanDepletedEvent, "plan.expired": carrier.PlanExpiredEvent,
		"line.country": carrier.CountryChanged, "line.deletion_scheduled": carrier.RetireScheduled, "line.deleted": carrier.SIMRetiredEvent,
		"kyc.state": carrier.KycChanged, "account.low_balance": carrier.BalanceLow,
	}
)

// mapValue maps a value of the partner's for a field. One that is not in the table is logged and becomes unknown.
func mapValue[T any](c *Carrier, field string, table map[string]T, value string, unknown T) T {
	if mapped, ok := table[value]; ok {
		return mapped
	}
	if value != "" {
		c.o.Log.Error("unknown value from carrier", "field", field, "value", value)
	}
	return unknown
}
