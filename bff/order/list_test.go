package order_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const customer = 7

// placeForCustomer places a customer's order and updates its row with set, unless that is empty.
func placeForCustomer(t *testing.T, f *moduletest.Fixture, goods string, user int64, set string) order.Order {
	t.Helper()
	s := f.Submission(goods, 1, 650)
	s.UserID, s.Owner = user, cart.User(user)
	o := f.Place(t, s)
	if set != "" {
		f.Exec(t, `update orders set `+set+` where id = ?`, o.ID)
	}
	return o
}

func orderNumbers(l order.List) []string {
	out := []string{}
	for _, o := range l.Orders {
		out = append(out, o.OrderNo)
	}
	return out
}

// Every order stands under "all" and one more tab.
func TestTabsOfTheOrderList(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	under := map[string][]string{}
	for _, c := range []struct{ set, tab string }{
		{`status = 'waiting_payment'`, "waiting"},
		{`status = 'processing'`, "processing"},
		{`status = 'pending_refund'`, "processing"},
		{`status = 'partially_refunded'`, "processing"},
		{`status = 'shipped', shipped_at = now()`, "shipped"},
		{`status = 'completed', shipped_at = now()`, "shipped"},
		{`status = 'pending_refund', shipped_at = now()`, "shipped"},
		{`status = 'partially_refunded', shipped_at = now()`, "shipped"},
		{`status = 'cancelled'`, "cancelled"},
		{`status = 'refunded', shipped_at = now()`, "cancelled"},
	} {
		o := placeForCustomer(t, f, "plan", customer, c.set)
		f.Clock.Advance(time.Second)
		for _, tab := range []string{"", "all", c.tab} {
			under[tab] = append([]string{o.OrderNo}, under[tab]...)
		}
	}
	for tab, want := range under {
		l, err := f.Orders.List(ctx, 20, customer, order.ListQuery{Tab: tab})
		if err != nil || l.Total != len(want) || !slices.Equal(orderNumbers(l), want) {
			t.Errorf("under %q: %d %v, want %v (%v)", tab, l.Total, orderNumbers(l), want, err)
		}
	}
}

func TestPeriodsOfTheOrderList(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	now := f.Clock.Now()
	for _, at := range []time.Time{now, now.AddDate(0, 0, -30), now.AddDate(0, -1, -5), now.AddDate(0, -6, 0), now.AddDate(-1, 0, 0), now.AddDate(-1, 0, -1)} {
		o := placeForCustomer(t, f, "plan", customer, "")
		f.Exec(t, `update orders set created_at = ? where id = ?`, at, o.ID)
	}
	for period, want := range map[string]int{"": 6, "all": 6, "30d": 2, "6m": 4, "1y": 5} {
		if l, err := f.Orders.List(ctx, 20, customer, order.ListQuery{Period: period}); err != nil || l.Total != want || len(l.Orders) != want {
			t.Errorf("%q: %d of %d, want %d (%v)", period, len(l.Orders), l.Total, want, err)
		}
	}
}

func TestTheOrderListIsSearched(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "japan", 650, 100)
	f.AddProduct(t, "korea", 650, 100)
	f.Exec(t, `update product set name_en = 'Japan 3GB 7 days', name_zh = '日本 3GB 7天' where goods_id = 'japan'`)
	japan, korea := placeForCustomer(t, f, "japan", customer, ""), placeForCustomer(t, f, "korea", customer, "")
	for keyword, want := range map[string][]string{
		"  jAPAN ":           {japan.OrderNo},
		"日本":                 {japan.OrderNo},
		"korea":              {korea.OrderNo},
		japan.OrderNo:        {japan.OrderNo},
		korea.OrderNo[6:12]:  {korea.OrderNo},
		japan.OrderNo[:6]:    {korea.OrderNo, japan.OrderNo},
		"２６０３０１":             {korea.OrderNo, japan.OrderNo},
		"%":                  {},
		"_":                  {},
		"'; drop table x --": {},
		"france":             {},
		"ｋｏｒｅａ":              {korea.OrderNo},
	} {
		l, err := f.Orders.List(ctx, 20, customer, order.ListQuery{Keyword: keyword})
		if err != nil || !slices.Equal(orderNumbers(l), want) {
			t.Errorf("%q: %v, want %v (%v)", keyword, orderNumbers(l), want, err)
		}
	}
	spelt := japan.OrderNo[:6] + "-" + japan.OrderNo[6:10] + " " + japan.OrderNo[10:]
	if l, err := f.Orders.List(ctx, 20, customer, order.ListQuery{Keyword: spelt}); err != nil || !slices.Equal(orderNumbers(l), []string{japan.OrderNo}) {
		t.Errorf("%q: %v %v", spelt, orderNumbers(l), err)
	}
	for field, q := range map[string]order.ListQuery{
		"tab": {Tab: "lost"}, "period": {Period: "2y"}, "keyword": {Keyword: fmt.Sprintf("%065d", 0)},
	} {
		_, err := f.Orders.List(ctx, 20, customer, q)
		if refused, ok := err.(*fault.Error); !ok || refused.Fields[field] == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestTheOrderListIsTheCustomersOwn(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	mine := placeForCustomer(t, f, "plan", customer, "")
	placeForCustomer(t, f, "plan", customer+1, "")
	f.Place(t, f.Submission("plan", 1, 650))
	for name, c := range map[string]struct {
		tenant, user int64
		want         []string
	}{
		"mine": {20, customer, []string{mine.OrderNo}}, "at another site": {21, customer, []string{}}, "a guest": {20, 0, []string{}},
	} {
		l, err := f.Orders.List(ctx, c.tenant, c.user, order.ListQuery{})
		if err != nil || l.Total != len(c.want) || !slices.Equal(orderNumbers(l), c.want) {
			t.Errorf("%s: %v %v", name, orderNumbers(l), err)
		}
	}
}

func TestPagesOfTheOrderList(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	var all []string
	for range order.PageSize + 3 {
		all = append([]string{placeForCustomer(t, f, "plan", customer, "").OrderNo}, all...)
		f.Clock.Advance(time.Second)
	}
	var seen []string
	for page, want := range map[int]int{1: order.PageSize, 2: 3, 3: 0} {
		counted, n := pg.CountStatements(ctx)
		l, err := f.Orders.List(counted, 20, customer, order.ListQuery{Page: page})
		if err != nil || len(l.Orders) != want || l.Total != len(all) || l.Query.Page != page {
			t.Errorf("page %d: %d of %d (%v)", page, len(l.Orders), l.Total, err)
		}
		if n.Count() > 3 {
			t.Errorf("page %d took %d statements", page, n.Count())
		}
		if page == 1 && !slices.Equal(orderNumbers(l), all[:order.PageSize]) {
			t.Errorf("page 1: %v, want %v", orderNumbers(l), all[:order.PageSize])
		}
		for _, o := range l.Orders {
			if len(o.Lines) != 1 || o.Lines[0].GoodsID != "plan" {
				t.Errorf("lines of %s: %+v", o.OrderNo, o.Lines)
			}
		}
		seen = append(seen, orderNumbers(l)...)
	}
	slices.Sort(seen)
	if len(slices.Compact(seen)) != len(all) {
		t.Errorf("the pages show %d of %d orders", len(seen), len(all))
	}
}
