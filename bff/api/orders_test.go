package api_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/tenant"
)

// The list call and the page of the list show the same, to the customer alone.
func TestTheOrderListShowsTheCallersOrders(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 10)
	f.Exec(t, `update product set name_zh = '日本 3GB' where goods_id = 'plan'`)
	s := f.Submission("plan", 2, 1300)
	s.UserID, s.Owner = 7, cart.User(7)
	o := f.Place(t, s)
	reader := &read.Reader{Clock: f.Clock, Orders: f.Orders, Catalog: catalog.New(f.DB, f.Clock, slog.Default()), OwnedSIMs: owned.New(owned.Deps{DB: f.DB, Clock: f.Clock})}
	gateway := api.New(api.Deps{Reader: reader})
	service := pages.NewService(pages.NewTable(pages.Options{}), &pages.Source{Reader: reader}, stubShell{})
	as := func(user int64) context.Context {
		call := &caller.Call{Tenant: tenant.Tenant{ID: 20}, Locale: "zh"}
		if user != 0 {
			call = call.As(account.Caller{Customer: account.Customer{ID: user}})
		}
		return caller.With(context.Background(), call)
	}
	query := func(user int64, filters string) pages.Result {
		t.Helper()
		found, err := service.Query(as(user), pages.Request{RawPath: "/zh/my-account/orders" + filters, LoggedIn: true})
		require.NoError(t, err)
		return found
	}
	page := query(7, "?tab=waiting").Data.(gen.AccountOrdersPage)
	if page.Query.Tab != "waiting" || page.Query.Period != "all" || page.Query.Page != 1 || page.List.Total != 1 {
		t.Fatalf("page: %+v", page)
	}
	got := page.List.Items[0]
	if got.OrderNo != o.OrderNo || got.Items[0].Name != "日本 3GB" || got.Items[0].Quantity != 2 || got.OrderTotal != 1300 || !got.Cancellable {
		t.Fatalf("order: %+v", got)
	}
	answer, err := gateway.OrderList(as(7), gen.OrderListRequestObject{Params: gen.OrderListParams{Tab: "waiting"}})
	if err != nil || answer.(gen.OrderList200JSONResponse).Data.Items[0].OrderNo != o.OrderNo {
		t.Fatalf("list: %+v %v", answer, err)
	}
	if page = query(8, "").Data.(gen.AccountOrdersPage); page.List.Total != 0 {
		t.Fatalf("another customer: %+v", page)
	}
	if to := query(0, "").Redirect; to == nil || to.To != "/zh/login?redirect=/zh/my-account/orders" {
		t.Errorf("a guest is led to %+v", to)
	}
	for _, filters := range []string{"?tab=lost", "?page=0", "?page=x"} {
		if found := query(7, filters); found.Status != http.StatusNotFound || found.Kind != string(pages.NotFound) {
			t.Errorf("%s: %d %s", filters, found.Status, found.Kind)
		}
	}
}

// stubShell is a source of an empty shell.
type stubShell struct{}

func (stubShell) Shell(context.Context, pages.PageContext) (gen.Shell, error) {
	return gen.Shell{}, nil
}

func (stubShell) Freights(context.Context, pages.PageContext) ([]pages.Freight, error) {
	return nil, nil
}
