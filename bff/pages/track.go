package pages

import (
	"context"
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Track is the order look-up.
const Track Kind = "track"

var trackPage = Page[gen.TrackPage]{
	Row:  Row{Kind: Track, Pattern: "/my-order", Private: true, Query: []Param{{Name: "orderNo"}, {Name: "to"}, {Name: "mail"}}},
	Data: trackData,
}

// trackData gathers the order look-up. A browser that may see the order of the address goes on to the page that the link is for; any
// other gets the form, with the number and, where the link of a mail carries it, the mailbox filled in. Neither says whether there
// is such an order.
func trackData(ctx context.Context, s *Source, a PageContext) (gen.TrackPage, error) {
	page := gen.TrackPage{OrderNo: a.Query.Get("orderNo")}
	switch to := a.Query.Get("to"); to {
	case notify.ToPayment, notify.ToInstall, notify.ToSIMs:
		page.To = to
	}
	if page.OrderNo == "" {
		return page, nil
	}
	o, err := s.FindOrder(ctx, page.OrderNo)
	switch {
	case err == nil:
		kind := pageOfOrder(o, page.To)
		return page, RedirectTo(kind, a.Locale, map[string]string{ParamOrderNo: o.OrderNo})
	case fault.Code(asNotFound(err, "order_not_found")) != "not_found":
		return page, err
	}
	page.Email = notify.OpenMailbox(s.Box, page.OrderNo, a.Query.Get("mail"))
	return page, nil
}

// pageOfOrder returns the page of an order that a link for "to" leads to: the order's own where that page would have nothing to show.
func pageOfOrder(o order.Order, to string) Kind {
	switch {
	case to == notify.ToPayment && o.Status == order.WaitingPayment:
		return Payment
	case to == notify.ToInstall && o.HasESIM():
		return Install
	case to == notify.ToSIMs && slices.ContainsFunc(o.Lines, func(l order.Line) bool { return l.State != order.LineRefunded }):
		return OrderSims
	default:
		return OrderDetail
	}
}
