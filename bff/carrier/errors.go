package carrier

import (
	"errors"
	"fmt"
	"time"
)

// Class is the class of an error of a partner.
type Class string

// The classes of errors. Each has one behaviour of the shop.
const (
	// OutOfStock and PlanRetired will not change: the money goes back.
	OutOfStock  Class = "out_of_stock"
	PlanRetired Class = "plan_retired"
	// Maintenance and RateLimited refuse for now and have done nothing; Upstream leaves open whether something was done.
	Maintenance Class = "maintenance"
	RateLimited Class = "rate_limited"
	Upstream    Class = "upstream"
	// InsufficientFunds is our account with the partner, which staff have to fill.
	InsufficientFunds Class = "insufficient_funds"
	TopupNotAllowed   Class = "topup_not_allowed"
	SIMRetired        Class = "line_retired"
	// ReissueNotAllowed says that the SIM gets no new profile.
	ReissueNotAllowed Class = "reissue_not_allowed"
	// Invalid, Auth and Blocked are mistakes of ours; trying again does not help.
	Invalid Class = "invalid"
	Auth    Class = "auth"
	Blocked Class = "blocked"
	// The classes of real-name registration are for the shopper.
	KycRequiredError Class = "kyc_required"
	KycQuota         Class = "kyc_quota"
	KycRejectedError Class = "kyc_rejected"
	KycDuplicate     Class = "kyc_duplicate"
	// NotFound says that the partner has no such thing, as far as it knows now; NotSupported that it, or the pool, cannot do this at all.
	NotFound     Class = "not_found"
	NotSupported Class = "not_supported"
)

// ErrSignature is returned for a message that the partner did not sign.
var ErrSignature = errors.New("carrier: webhook signature is wrong")

// Error is an error that a partner answered, or that a call to it met. It holds no secret.
type Error struct {
	Class Class
	// Call is what was being done.
	Call string
	// RetryAfter is how long the partner asked to be left alone, 0 when it did not say.
	RetryAfter time.Duration
	// Cause is what happened underneath; nil for a plain refusal.
	Cause error
}

// Error names the call and the class.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("carrier: %s: %s: %v", e.Call, e.Class, e.Cause)
	}
	return fmt.Sprintf("carrier: %s: %s", e.Call, e.Class)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// ClassOf returns the class of the *Error in err's chain; any other error leaves open what happened, as Upstream does.
func ClassOf(err error) Class {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Class
	}
	return Upstream
}

// Temporary reports whether the same call may succeed later.
func (c Class) Temporary() bool {
	return c == Maintenance || c == RateLimited || c == Upstream || c == InsufficientFunds
}

// Permanent reports whether the partner will never deliver this.
func (c Class) Permanent() bool {
	switch c {
	case OutOfStock, PlanRetired, TopupNotAllowed, SIMRetired, ReissueNotAllowed, KycRejectedError:
		return true
	}
	return false
}
