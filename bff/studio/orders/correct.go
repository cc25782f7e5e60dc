package orders

import (
	"context"
	"maps"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/studio"
)

// mailAgain sends the mails once more that say where an order stands. Faults: order_erased, nothing_to_mail, mail_too_soon.
func (a *Area) mailAgain(c echo.Context) error {
	o, err := a.named(c)
	if err != nil {
		return err
	}
	return studio.Respond(c, a.Orders.MailAgain(c.Request().Context(), o.ID, studio.By(c).Actor))
}

// correctEmail lets the mails of an order go to another address, of which the former one is notified. Faults: validation_failed (email,
// reason), order_erased, correction_overtaken.
func (a *Area) correctEmail(c echo.Context) error {
	o, err := a.named(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Email    string `json:"email"`
		Reason   string `json:"reason"`
		Revision int64  `json:"revision,string"`
	}](c)
	if err != nil {
		return err
	}
	bad := fault.Form{}
	fix := correction(c, o, bad, in.Reason, in.Revision)
	in.Email = input.Plain(in.Email)
	bad.Correct("email", in.Email, "email", a.Rules.Email(in.Email))
	if err := bad.Err(); err != nil {
		return err
	}
	tell := func(ctx context.Context, tx *pg.Tx, former order.Order) error {
		return a.Notices.EmailChanged(ctx, tx, former, in.Email)
	}
	return studio.Respond(c, a.Orders.CorrectEmail(c.Request().Context(), fix, in.Email, tell))
}

// correctAddress lets a parcel that has not left go to another address in the same country. Faults: validation_failed (fields of the
// address, reason), order_erased, parcel_left, correction_overtaken.
func (a *Area) correctAddress(c echo.Context) error {
	o, err := a.named(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		order.Address
		Reason   string `json:"reason"`
		Revision int64  `json:"revision,string"`
	}](c)
	if err != nil {
		return err
	}
	bad := fault.Form{}
	fix := correction(c, o, bad, in.Reason, in.Revision)
	if o.Redirectable() {
		in.Country, in.Email = o.Address.Country, o.Address.Email
		maps.Copy(bad, in.Problems("", address.Rules{Email: a.Rules.Email}))
	}
	if err := bad.Err(); err != nil {
		return err
	}
	return studio.Respond(c, a.Orders.CorrectAddress(c.Request().Context(), fix, in.Address))
}

// correction is what every correction has; bad gets what is wrong with its reason.
func correction(c echo.Context, o order.Order, bad fault.Form, typed string, revision int64) order.Correction {
	return order.Correction{OrderID: o.ID, Actor: studio.By(c).Actor, Reason: studio.Reason(bad, typed, true), Revision: revision}
}
