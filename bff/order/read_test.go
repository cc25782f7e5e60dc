package order_test

import (
	"errors"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// What was ordered stays as it was ordered.
func TestAnOrderIsFrozen(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	o := f.Place(t, f.Submission("plan", 2, 1300))
	f.Exec(t, `update product set price = 1, name_en = 'other', visible = false`)
	got, err := f.Orders.ByID(ctx, o.ID)
	if err != nil || got.Amounts.OrderTotal != 1300 || got.Lines[0].UnitPrice != 650 || got.Lines[0].NameEn != "plan" {
		t.Fatalf("order: %+v %v", got, err)
	}
	if got.ExpiresAt.Sub(got.CreatedAt) != moduletest.Window {
		t.Fatalf("window: %s", got.ExpiresAt.Sub(got.CreatedAt))
	}
	if _, err := f.Submit(f.Submission("plan", 2, 1300)); fault.Code(err) != "goods_not_found" {
		t.Fatalf("hidden goods: %v", err)
	}
}

func TestOnlyTheOwnerReadsAnOrder(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	o := f.Place(t, f.Submission("plan", 1, 650))
	for name, c := range map[string]struct {
		tenant int64
		viewer order.Viewer
		found  bool
	}{
		"the browser":          {20, order.Viewer{Owner: o.Owner}, true},
		"the browser before":   {20, order.Viewer{Owner: cart.User(1), Browser: o.Owner}, true},
		"who tracks it":        {20, order.Viewer{TrackedOrderNo: o.OrderNo}, true},
		"nobody":               {20, order.Viewer{}, false},
		"another browser":      {20, order.Viewer{Owner: cart.Visitor("x")}, false},
		"who tracks another":   {20, order.Viewer{TrackedOrderNo: order.NewNumber(time.Now())}, false},
		"the browser, site 21": {21, order.Viewer{Owner: o.Owner, TrackedOrderNo: o.OrderNo}, false},
	} {
		_, err := f.Orders.Get(ctx, c.tenant, o.OrderNo, c.viewer)
		if (err == nil) != c.found || (err != nil && fault.Code(err) != "order_not_found") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := f.Orders.ByEmail(ctx, 20, o.OrderNo, " "+o.Contact.Email+" "); err != nil {
		t.Errorf("by its mailbox: %v", err)
	}
	if _, err := f.Orders.ByEmail(ctx, 20, o.OrderNo, "eve@example.com"); fault.Code(err) != "order_email_mismatch" {
		t.Errorf("by another mailbox: %v", err)
	}
	if _, err := f.Orders.ByEmail(ctx, 21, o.OrderNo, o.Contact.Email); fault.Code(err) != "order_not_found" {
		t.Errorf("at another site: %v", err)
	}
}

// A text that Postgres cannot store is the caller's mistake.
func TestTextWithANULIsRefused(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	s := f.Submission("plan", 1, 650)
	s.Item.GoodsID = "plan\x00"
	_, err := f.Submit(s)
	if err == nil || !(pg.IsBadText(err) || errors.As(err, new(*fault.Error))) {
		t.Fatalf("a NUL: %v", err)
	}
}
