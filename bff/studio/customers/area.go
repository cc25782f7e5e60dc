package customers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Accounts *account.Service
	Orders   *order.Service
	SIMs     *owned.Service
	Rewards  *reward.Service
	// Sites lists those of the shop as they are now, at least one.
	Sites func() []tenant.Tenant
}

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	r.Read("/customers", staff.ReadCustomers, a.find)
	r.Read("/customers/:site/:id", staff.ReadCustomers, a.show)
	r.Write(http.MethodPost, "/customers/:site/:id/logout", staff.HandleCustomers, act(a, a.endSessions))
	r.Write(http.MethodPost, "/customers/:site/:id/unlock", staff.HandleCustomers, act(a, a.liftLock))
	r.Write(http.MethodPost, "/customers/:site/:id/points", staff.GiveRefunds, act(a, a.adjustPoints))
	r.Write(http.MethodPost, "/customers/:site/:id/promos", staff.GiveRefunds, act(a, a.grantPromo))
}

// named returns the customer that the path names, and the site. Faults: not_found (the site or the number), user_not_found.
func (a *Area) named(c echo.Context) (account.Customer, tenant.Tenant, error) {
	of, err := studio.SiteOf(a.Sites(), c.Param("site"))
	if err != nil {
		return account.Customer{}, of, err
	}
	id, err := studio.ID(c, "id")
	if err != nil {
		return account.Customer{}, of, err
	}
	who, ok, err := a.Accounts.ByID(c.Request().Context(), of.ID, id)
	if err == nil && !ok {
		err = fault.New("user_not_found")
	}
	return who, of, err
}
