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

// adjustPoints gives points or, with take, takes them, which may leave the customer owing some. Points are as they were typed; last is the
// adjustment that the page showed as the last one. Faults: validation_failed (points, reason), points_overtaken, user_not_found.
func (a *Area) adjustPoints(c echo.Context) error {
	who, of, err := a.named(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Take   bool   `json:"take"`
		Points string `json:"points"`
		Last   int64  `json:"last,string"`
		Reason string `json:"reason"`
	}](c)
	if err != nil {
		return err
	}
	bad, by := fault.Form{}, studio.By(c)
	change := reward.Adjustment{
		TenantID: of.ID, UserID: who.ID, Last: &in.Last, Actor: by.Actor, RequestID: by.RequestID, Reason: studio.Reason(bad, in.Reason, true),
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
	return studio.Respond(c, gone(a.Rewards.Adjust(c.Request().Context(), change)))
}

// grantPromo lets the customer use a promo code. Faults: validation_failed (code, reason), user_not_found.
func (a *Area) grantPromo(c echo.Context) error {
	who, of, err := a.named(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Code   string `json:"code"`
		Reason string `json:"reason"`
	}](c)
	if err != nil {
		return err
	}
	bad, by, code := fault.Form{}, studio.By(c), input.Plain(in.Code)
	reason := studio.Reason(bad, in.Reason, true)
	bad.Required("code", code, "required", maxCode)
	if err := bad.Err(); err != nil {
		return err
	}
	err = a.Rewards.Grant(c.Request().Context(), reward.Gift{
		TenantID: of.ID, UserID: who.ID, Code: code, Actor: by.Actor, RequestID: by.RequestID, Reason: reason,
	})
	if fault.Code(err) == "promo_unknown" {
		err = fault.Form{"code": "promo_unknown"}.Err()
	}
	return studio.Respond(c, gone(err))
}

// endSessions logs the customer out everywhere at once. Generation is that of the sessions that the page showed. Faults: validation_failed
// (reason), sessions_overtaken, user_not_found.
func (a *Area) endSessions(c echo.Context) error {
	who, _, err := a.named(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Generation int64  `json:"generation,string"`
		Reason     string `json:"reason"`
	}](c)
	if err != nil {
		return err
	}
	act, err := staffAction(c, who, in.Reason)
	if err != nil {
		return err
	}
	return studio.Respond(c, a.Accounts.EndSessions(c.Request().Context(), act, in.Generation))
}

// liftLock lets the customer try passwords again. Faults: validation_failed (reason), account_not_locked, user_not_found.
func (a *Area) liftLock(c echo.Context) error {
	who, _, err := a.named(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Reason string `json:"reason"`
	}](c)
	if err != nil {
		return err
	}
	act, err := staffAction(c, who, in.Reason)
	if err != nil {
		return err
	}
	return studio.Respond(c, a.Accounts.LiftLock(c.Request().Context(), act))
}

// staffAction is what the caller does to a customer's account. Fault: validation_failed (reason).
func staffAction(c echo.Context, who account.Customer, typed string) (account.StaffAction, error) {
	bad, by := fault.Form{}, studio.By(c)
	return account.StaffAction{
		TenantID: who.TenantID, CustomerID: who.ID, Actor: by.Actor, RequestID: by.RequestID, Reason: studio.Reason(bad, typed, true),
	}, bad.Err()
}
