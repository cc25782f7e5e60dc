package api_test

import (
	"context"
	"log/slog"
	"net/url"
	"testing"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/lines"
	"github.com/roamcart/roamcart/bff/tenant"
)

// The list call and the page of the list show the same, to the customer alone.
func TestTheOrderListShowsTheCallersOrders(t *testing.T) {
	t.Parallel()
	b := apptest.NewBench(t)
	b.Product(t, "plan", 650, 10)
	b.Exec(t, `update product set name_zh = '日本 3GB' where goods_id = 'plan'`)
	s := b.Submission("plan", 2, 1300)
	s.UserID, s.Owner = 7, cart.User(7)
	o := b.Place(t, s)
	reader := &read.Reader{Clock: b.Clock, Orders: b.Orders, Catalog: catalog.New(b.DB, b.Clock, slog.Default()), Lines: lines.New(lines.Deps{DB: b.DB, Clock: b.Clock})}
	source, gateway := &api.Source{Reader: reader}, api.New(api.Deps{Reader: reader})
	as := func(user int64) context.Context {
		call := &caller.Call{Tenant: tenant.Tenant{ID: 20}, Locale: "zh"}
		if user != 0 {
			call = call.As(account.Caller{Customer: account.Customer{ID: user}})
		}
		return caller.With(context.Background(), call)
	}
	page, err := source.AccountOrders(as(7), pages.Ask{Query: url.Values{"tab": {"waiting"}}})
	if err != nil || page.Query.Tab != "waiting" || page.Query.Period != "all" || page.Query.Page != 1 || page.List.Total != 1 {
		t.Fatalf("page: %+v %v", page, err)
	}
	got := page.List.Items[0]
	if got.OrderNo != o.OrderNo || got.Items[0].Name != "日本 3GB" || got.Items[0].Quantity != 2 || got.OrderTotal != 1300 || !got.Cancellable {
		t.Fatalf("order: %+v", got)
	}
	answer, err := gateway.OrderList(as(7), gen.OrderListRequestObject{Params: gen.OrderListParams{Tab: "waiting"}})
	if err != nil || answer.(gen.OrderList200JSONResponse).Data.Items[0].OrderNo != o.OrderNo {
		t.Fatalf("list: %+v %v", answer, err)
	}
	if page, err = source.AccountOrders(as(8), pages.Ask{Query: url.Values{}}); err != nil || page.List.Total != 0 {
		t.Fatalf("another customer: %+v %v", page, err)
	}
	for name, c := range map[string]struct {
		user  int64
		query url.Values
		code  string
	}{
		"a guest":         {0, url.Values{}, "login_required"},
		"a tab of no one": {7, url.Values{"tab": {"lost"}}, "validation_failed"},
		"page zero":       {7, url.Values{"page": {"0"}}, "not_found"},
		"page x":          {7, url.Values{"page": {"x"}}, "not_found"},
	} {
		if _, err := source.AccountOrders(as(c.user), pages.Ask{Query: c.query}); fault.Code(err) != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}
