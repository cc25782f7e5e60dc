package reward_test

import (
	"context"
	"slices"
	"testing"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// ends ends a line of an order that cost no money.
func (d *fixture) ends(o order.Order, lineID int64) {
	d.t.Helper()
	d.must("end", d.move(o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		end := order.FreeEnd{LineIDs: []int64{lineID}, Reason: order.FreeByStaff, Actor: "staff:mei"}
		_, err := d.Orders.EndFree(ctx, tx, l, end, func([]int64) error { return nil })
		return err
	}))
}

// An order that points and a friend's code paid for gives all of the points back when it ends, and the referral is void: before its
// delivery, and afterwards with the points that both sides wait for.
func TestAFreeOrderThatEndsGivesBackWhatPaidForIt(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(d *fixture, id int64) error{
		"before the delivery": func(*fixture, int64) error { return nil },
		"after the delivery":  func(d *fixture, id int64) error { return d.deliver(id) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			code := d.code(1, "", "")
			d.must("adjust", d.adjust(2, 1500))
			o := d.place(wish{user: 2, points: 1500, code: code})
			if o.Amounts.OrderTotal != 0 || o.Status != order.Processing {
				t.Fatalf("%s costs %d", o.Status, o.Amounts.OrderTotal)
			}
			d.has(2, 0, 0)
			d.must("deliver", before(d, o.ID))
			for range 2 {
				d.ends(o, o.Lines[0].ID)
			}
			d.has(1, 0, 0)
			d.has(2, 1500, 0)
			if n := d.Count(t, `select count(*) from referral where state = 'void'`); n != 1 {
				t.Errorf("%d referrals are void", n)
			}
			d.sound()
		})
	}
}

// A part that ends gives back its share of the points. The referral goes when less than its minimum stays, as with money.
func TestAPartOfAFreeOrderEnds(t *testing.T) {
	t.Parallel()
	for name, void := range map[string]int{"small": 0, "plan": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			d.AddProduct(t, "small", 300, 100)
			code := d.code(1, "", "")
			d.must("adjust", d.adjust(2, 1800))
			s := d.Submission("plan", 1, 0)
			s.UserID, s.Owner, s.Points, s.Referral, s.Source, s.Item = 2, cart.User(2), 1800, code, order.FromCart, nil
			for _, goods := range []string{"plan", "small"} {
				_, err := d.Carts.Add(ctx, 20, s.Owner, cart.Add{GoodsID: goods, SimType: "esim", Quantity: 1, CompatibilityConfirmed: true})
				d.must("add", err)
			}
			o := d.Place(t, s)
			price := map[string]int64{"small": 300, "plan": 2000}[name]
			line := o.Lines[slices.IndexFunc(o.Lines, func(l order.Line) bool { return l.GoodsID == name })]
			for range 2 {
				d.ends(o, line.ID)
			}
			d.has(2, 1800*price/2300, 0)
			if n := d.Count(t, `select count(*) from referral where state = 'void'`); n != void {
				t.Errorf("%d referrals are void, want %d", n, void)
			}
			d.sound()
		})
	}
}
