package studio

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// maxReason is how long a reason may be, in characters.
const maxReason = 200

// Reason returns the reason that staff typed. What is wrong with it is noted beside the field reason; needed says that there must be one.
func Reason(bad fault.Form, typed string, needed bool) string {
	reason := input.Line(typed)
	bad.Limited("reason", reason, maxReason)
	if needed && reason == "" {
		bad["reason"] = "required"
	}
	return reason
}

// Decision is a yes or no of staff.
type Decision struct {
	Approve bool   `json:"approve"`
	Reason  string `json:"reason"`
}

// DecodeDecision reads a decision from the body of a call. A no has a reason; explained says that a yes has one, too. Faults:
// validation_failed (reason), bad_request.
func DecodeDecision(c echo.Context, explained bool) (Decision, error) {
	d, err := Decode[Decision](c)
	if err != nil {
		return d, err
	}
	bad := fault.Form{}
	d.Reason = Reason(bad, d.Reason, explained || !d.Approve)
	return d, bad.Err()
}

// Cursor reads the parameter of an address that says where a list goes on, the id of an entry; 0 where it says nothing. Fault:
// bad_request.
func Cursor(c echo.Context, name string) (int64, error) {
	typed := c.QueryParam(name)
	if typed == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(typed, 10, 64)
	if err != nil || n < 0 {
		return 0, fault.New("bad_request")
	}
	return n, nil
}
