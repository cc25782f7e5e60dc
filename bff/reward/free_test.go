package reward_test

import (
	"context"
	"slices"
	"testing"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// endFreeLine ends a line of a free order.
func (f *fixture) endFreeLine(o order.Order, lineID int64) {
	f.t.Helper()
	f.requireOK("end", f.withLocked(o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		end := order.FreeEnd{LineIDs: []int64{lineID}, Reason: order.FreeByStaff, Actor: "staff:mei"}
		_, err := f.Orders.EndFree(ctx, tx, l, end, func([]int64) error { return nil })
		return err
	}))
}

// An order that points and a friend's code paid for gives all of the points back when it ends, and the referral is void: before its
// delivery, and afterwards with the points that both sides wait for.
func TestAFreeOrderThatEndsGivesBackWhatPaidForIt(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(f *fixture, id int64) error{
		"before the delivery": func(*fixture, int64) error { return nil },
		"after the delivery":  func(f *fixture, id int64) error { return f.deliver(id) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			code := f.openCustomer(1, "", "")
			f.requireOK("adjust", f.adjust(2, 1500))
			o := f.place(purchase{user: 2, points: 1500, code: code})
			if o.Amounts.OrderTotal != 0 || o.Status != order.Processing {
				t.Fatalf("%s costs %d", o.Status, o.Amounts.OrderTotal)
			}
			f.requirePoints(2, 0, 0)
			f.requireOK("deliver", before(f, o.ID))
			for range 2 {
				f.endFreeLine(o, o.Lines[0].ID)
			}
			f.requirePoints(1, 0, 0)
			f.requirePoints(2, 1500, 0)
			if n := f.Count(t, `select count(*) from referral where state = 'void'`); n != 1 {
				t.Errorf("%d referrals are void", n)
			}
			f.requireBalance()
		})
	}
}

// A part that ends gives back its share of the points. The referral goes when less than its minimum stays, as with money.
func TestAPartOfAFreeOrderEnds(t *testing.T) {
	t.Parallel()
	for name, void := range map[string]int{"small": 0, "plan": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "small", 300, 100)
			code := f.openCustomer(1, "", "")
			f.requireOK("adjust", f.adjust(2, 1800))
			s := f.Submission("plan", 1, 0)
			s.UserID, s.Owner, s.Points, s.Referral, s.Source, s.Item = 2, cart.User(2), 1800, code, order.FromCart, nil
			for _, goods := range []string{"plan", "small"} {
				_, err := f.Carts.Add(ctx, 20, s.Owner, cart.Add{GoodsID: goods, SimType: "esim", Quantity: 1, CompatibilityConfirmed: true})
				f.requireOK("add", err)
			}
			o := f.Place(t, s)
			price := map[string]int64{"small": 300, "plan": 2000}[name]
			line := o.Lines[slices.IndexFunc(o.Lines, func(l order.Line) bool { return l.GoodsID == name })]
			for range 2 {
				f.endFreeLine(o, line.ID)
			}
			f.requirePoints(2, 1800*price/2300, 0)
			if n := f.Count(t, `select count(*) from referral where state = 'void'`); n != void {
				t.Errorf("%d referrals are void, want %d", n, void)
			}
			f.requireBalance()
		})
	}
}
