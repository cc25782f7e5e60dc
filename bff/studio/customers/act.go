package customers

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/studio"
)

// maxCode is how long a promo code may be, in characters.
const maxCode = 64

// gone says of a customer who left meanwhile that there is no such account: to the member of staff, who is logged in, login_required
// would say something else.
func gone(err error) error {
	if fault.Code(err) == "login_required" {
		return fault.New("user_not_found")
	}
	return err
}

// act handles a change that a member of staff makes to the customer whom the path names: do gets the customer and the body of the
// request. Faults beside those of do: bad_request, not_found (the site or the number), user_not_found.
func act[T any](a *Area, do func(c echo.Context, who account.Customer, in T) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		who, _, err := a.named(c)
		if err != nil {
			return err
		}
		in, err := studio.Decode[T](c)
		if err != nil {
			return err
		}
		return studio.Respond(c, do(c, who, in))
	}
}

type adjustment struct {
	// Take is whether the points are taken.
	Take bool `json:"take"`
	// Points are as they were typed.
	Points string `json:"points"`
	// Last is the adjustment that the page showed as the last one.
	Last   int64  `json:"last,string"`
	Reason string `json:"reason"`
}

// adjustPoints gives points or takes them, which may leave the customer owing some. Faults: validation_failed (points, reason),
// points_overtaken, user_not_found.
func (a *Area) adjustPoints(c echo.Context, who account.Customer, in adjustment) error {
	bad, by := fault.Form{}, studio.By(c)
	change := reward.Adjustment{
		TenantID: who.TenantID, UserID: who.ID, Last: &in.Last, Actor: by.Actor, RequestID: by.RequestID,
		Reason: studio.Reason(bad, in.Reason, true),
	}
	typed := input.Plain(in.Points)
	points, err := strconv.ParseInt(typed, 10, 64)
	switch {
	case typed == "":
		bad["points"] = "required"
	case err != nil || points < 1 || points > reward.MaxAdjustment:
		bad["points"] = "points_invalid"
	}
	if err := bad.Err(); err != nil {
		return err
	}
	if change.Points = points; in.Take {
		change.Points = -points
	}
	return gone(a.Rewards.Adjust(c.Request().Context(), change))
}

type promoGrant struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// grantPromo lets the customer use a promo code. Faults: validation_failed (code, reason), user_not_found.
func (a *Area) grantPromo(c echo.Context, who account.Customer, in promoGrant) error {
	bad, by, code := fault.Form{}, studio.By(c), input.Plain(in.Code)
	reason := studio.Reason(bad, in.Reason, true)
	bad.Required("code", code, "required", maxCode)
	if err := bad.Err(); err != nil {
		return err
	}
	err := a.Rewards.Grant(c.Request().Context(), reward.Gift{
		TenantID: who.TenantID, UserID: who.ID, Code: code, Actor: by.Actor, RequestID: by.RequestID, Reason: reason,
	})
	if fault.Code(err) == "promo_unknown" {
		err = fault.Form{"code": "promo_unknown"}.Err()
	}
	return gone(err)
}

type logout struct {
	// Generation is that of the sessions that the page showed.
	Generation int64  `json:"generation,string"`
	Reason     string `json:"reason"`
}

// endSessions logs the customer out everywhere at once. Faults: validation_failed (reason), sessions_overtaken, user_not_found.
func (a *Area) endSessions(c echo.Context, who account.Customer, in logout) error {
	action, err := staffAction(c, who, in.Reason)
	if err != nil {
		return err
	}
	return a.Accounts.EndSessions(c.Request().Context(), action, in.Generation)
}

type unlock struct {
	Reason string `json:"reason"`
}

// liftLock lets the customer try passwords again. Faults: validation_failed (reason), account_not_locked, user_not_found.
func (a *Area) liftLock(c echo.Context, who account.Customer, in unlock) error {
	action, err := staffAction(c, who, in.Reason)
	if err != nil {
		return err
	}
	return a.Accounts.LiftLock(c.Request().Context(), action)
}

// staffAction is what the caller does to a customer's account. Fault: validation_failed (reason).
func staffAction(c echo.Context, who account.Customer, typed string) (account.StaffAction, error) {
	bad, by := fault.Form{}, studio.By(c)
	return account.StaffAction{
		TenantID: who.TenantID, CustomerID: who.ID, Actor: by.Actor, RequestID: by.RequestID, Reason: studio.Reason(bad, typed, true),
	}, bad.Err()
}
