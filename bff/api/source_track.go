package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Track gathers the order look-up. A browser that may see the order of the address goes on to the page that the link is for; any
// other gets the form, with the number and, where the link of a mail carries it, the mailbox filled in. Neither says whether there
// is such an order.
func (s *Source) Track(ctx context.Context, a pages.Ask) (gen.TrackPage, error) {
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
		kind := orderPage(o, page.To)
		return page, pages.RedirectTo(kind, a.Locale, map[string]string{pages.ParamOrderNo: o.OrderNo})
	case fault.Code(notFound(err, "order_not_found")) != "not_found":
		return page, err
	}
	page.Email = notify.OpenMailbox(s.Box, page.OrderNo, a.Query.Get("mail"))
	return page, nil
}

// orderPage returns the page of an order that a link for "to" leads to: the order's own where that page would have nothing to show.
func orderPage(o order.Order, to string) pages.Kind {
	switch {
	case to == notify.ToPayment && o.Status == order.WaitingPayment:
		return pages.Payment
	case to == notify.ToInstall && o.HasESIM():
		return pages.Install
	case to == notify.ToSIMs:
		return pages.OrderSims
	default:
		return pages.OrderDetail
	}
}
