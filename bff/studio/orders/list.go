package orders

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/shared"
)

const (
	// pageSize is how many orders a page of the list has.
	pageSize = 50
	// maxKeyword is how long what is looked for may be, in characters: an e-mail.
	maxKeyword = 254
)

// filters are the parts of a list by their names in its address.
var filters = map[string]order.Filter{
	"all": {Newest: true}, "parcels": {ToSend: true}, "refunds": {RefundAsked: true}, "held": {Held: true}, "overdue": {Overdue: true},
}

// item is an order in a list. Amounts are minor units.
type item struct {
	OrderNo  string       `json:"orderNo"`
	Status   order.Status `json:"status"`
	PlacedAt time.Time    `json:"placedAt"`
	Total    int64        `json:"total"`
	Currency string       `json:"currency"`
	Hold     string       `json:"hold"`
	Email    string       `json:"email"`
	// Plans are what was bought, in the caller's language, with how many of each.
	Plans []plan `json:"plans"`
}

type plan struct {
	Name     string `json:"name"`
	Quantity int    `json:"quantity"`
}

// list answers with a page of a site's orders, narrowed by `state`, a name of filters, and `q`, a part of a number or a whole e-mail.
func (a *Area) list(c echo.Context) error {
	ctx := c.Request().Context()
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	f, ok := filters[c.QueryParam("state")]
	if !ok {
		f = filters["all"]
	}
	bad := fault.Form{}
	f.TenantID, f.Keyword, f.Limit = of.ID, input.Line(c.QueryParam("q")), pageSize+1
	bad.Limited("q", f.Keyword, maxKeyword)
	if err := bad.Err(); err != nil {
		return err
	}
	if f.After, err = studio.Cursor(c, "after"); err != nil {
		return err
	}
	found, err := a.Orders.Find(ctx, f)
	if err != nil {
		return err
	}
	counts, err := a.counts(ctx, of.ID)
	if err != nil {
		return err
	}
	out := struct {
		Site string `json:"site"`
		// Zone is the IANA name of the site's time zone.
		Zone   string         `json:"zone"`
		Orders []item         `json:"orders"`
		Next   int64          `json:"next,string"`
		Sites  []studio.Site  `json:"sites"`
		Counts map[string]int `json:"counts"`
	}{
		strconv.FormatInt(of.ID, 10), of.TimeZone, []item{}, 0, studio.SitesIn(a.Sites(), studio.Locale(c)), counts,
	}
	if len(found) > pageSize {
		found = found[:pageSize]
		out.Next = found[pageSize-1].ID
	}
	for _, o := range found {
		one := item{o.OrderNo, o.Status, o.CreatedAt, o.Amounts.OrderTotal, o.Amounts.Currency, o.HoldReason, o.Contact.Email, []plan{}}
		for _, l := range o.Lines {
			one.Plans = append(one.Plans, plan{shared.In(studio.Locale(c), l.NameEn, l.NameZh), l.Quantity})
		}
		out.Orders = append(out.Orders, one)
	}
	return c.JSON(http.StatusOK, out)
}
