package orders

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Parcels sends SIM cards.
type Parcels interface {
	Ship(ctx context.Context, p sim.Parcel) error
}

// Notices notifies customers of what was done to an order.
type Notices interface {
	// EmailChanged notifies the address that an order had until now that mails go to email; what was not sent yet does, too. It is written
	// in the caller's transaction.
	EmailChanged(ctx context.Context, tx *pg.Tx, former order.Order, email string) error
}

// Places names countries and regions, as catalog.Service does.
type Places interface {
	PlaceName(ctx context.Context, tenant int64, lang, code string) (string, error)
}

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Orders   *order.Service
	Payments *payment.Service
	Parcels  Parcels
	Notices  Notices
	Places   Places
	// Rules are the checkout's, for what support corrects.
	Rules order.Rules
	// Sites lists those of the shop as they are now, at least one.
	Sites func() []tenant.Tenant
}

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	r.Read("/orders", staff.ReadOrders, a.list)
	r.Read("/orders/:site/:no", staff.ReadOrders, a.show)
	for name, do := range map[string]echo.HandlerFunc{
		"hold": a.hold, "lift": a.lift, "parcel": a.ship, "arrival": a.complete, "cancellation": a.cancel,
		"mails": a.mailAgain, "email": a.correctEmail, "address": a.correctAddress,
	} {
		r.Write(http.MethodPost, "/orders/:site/:no/"+name, staff.HandleOrders, do)
	}
	r.Write(http.MethodPost, "/orders/:site/:no/refunds", staff.GiveRefunds, a.refund)
	r.Write(http.MethodPost, "/orders/:site/:no/refunds/:id", staff.GiveRefunds, a.decide)
	r.Write(http.MethodPost, "/orders/:site/:no/refunds/:id/settlement", staff.GiveRefunds, a.settle)
	r.Write(http.MethodPost, "/orders/:site/:no/mismatch", staff.GiveRefunds, a.giveBack)
}

// named returns the order that the path names. Faults as of namedAt.
func (a *Area) named(c echo.Context) (order.Order, error) {
	o, _, err := a.namedAt(c)
	return o, err
}

// namedAt returns the order that the path names, and its site. Faults: not_found (the site), order_not_found.
func (a *Area) namedAt(c echo.Context) (order.Order, tenant.Tenant, error) {
	of, err := studio.SiteOf(a.Sites(), c.Param("site"))
	if err != nil {
		return order.Order{}, of, err
	}
	o, err := a.Orders.ByNumber(c.Request().Context(), of.ID, c.Param("no"))
	return o, of, err
}
