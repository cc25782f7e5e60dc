package customers

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/studio"
)

// maxKeyword is how long what is looked for may be, in characters: an email.
const maxKeyword = 254

// result is what an email or the number of an order leads to at a site.
type result struct {
	Site  string        `json:"site"`
	Sites []studio.Site `json:"sites"`
	// Customer is the number of the customer, "" for nobody.
	Customer string `json:"customer"`
	// GuestEmail is the email, where it has no account but guest orders; OrderNo is the order, where a guest placed it. Otherwise "".
	GuestEmail string `json:"guestEmail"`
	OrderNo    string `json:"orderNo"`
}

// find answers with the customer of a site whom `q` names, a whole email or the number of an order. Fault: validation_failed (q).
func (a *Area) find(c echo.Context) error {
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	bad, q := fault.Form{}, input.Plain(c.QueryParam("q"))
	bad.Limited("q", q, maxKeyword)
	if err := bad.Err(); err != nil {
		return err
	}
	out := result{Site: strconv.FormatInt(of.ID, 10), Sites: studio.SitesIn(a.Sites(), studio.Locale(c))}
	switch ctx := c.Request().Context(); {
	case q == "":
	case strings.Contains(q, "@"):
		err = a.byEmail(ctx, of.ID, q, &out)
	default:
		err = a.byOrder(ctx, of.ID, q, &out)
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) byEmail(ctx context.Context, site int64, email string, out *result) error {
	who, ok, err := a.Accounts.ByEmail(ctx, site, email)
	if err != nil {
		return err
	}
	if ok {
		out.Customer = strconv.FormatInt(who.ID, 10)
		return nil
	}
	found, err := a.Orders.Find(ctx, order.Filter{TenantID: site, Keyword: email, Limit: 1})
	if len(found) > 0 {
		out.GuestEmail = order.NormalEmail(email)
	}
	return err
}

func (a *Area) byOrder(ctx context.Context, site int64, number string, out *result) error {
	o, err := a.Orders.ByNumber(ctx, site, number)
	switch {
	case fault.Code(err) == "order_not_found":
		return nil
	case err != nil:
		return err
	case o.UserID != nil:
		out.Customer = strconv.FormatInt(*o.UserID, 10)
	default:
		out.OrderNo = o.OrderNo
	}
	return nil
}
