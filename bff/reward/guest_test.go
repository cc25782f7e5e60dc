package reward_test

import (
	"context"
	"sync"
	"testing"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const mailbox = "Ada@Example.com"

// asGuest places and pays an order of quantity plans at 20 USD under the mailbox.
func (d *fixture) asGuest(quantity int) order.Order {
	d.t.Helper()
	s, _, err := d.submission(wish{quantity: quantity, email: mailbox})
	d.must("budget", err)
	s.Owner = cart.Visitor(s.IdempotencyKey)
	o := d.Place(d.t, s)
	d.must("pay", d.pay(o.ID))
	return o
}

func (d *fixture) claim(user int64) {
	d.t.Helper()
	d.must("claim", d.Orders.ClaimRewards(ctx, 20, user, " ada@example.COM"))
}

// A guest's order earns for the one customer who proves its address, from the day of its delivery; a refund counts
// whether it came before or after.
func TestAGuestsOrderIsClaimed(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	o := d.asGuest(2)
	d.must("deliver", d.deliver(o.ID))
	d.must("refund", d.refund(o.ID, 1000))
	d.sound()
	d.days(10)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { d.claim(7) })
	}
	wg.Wait()
	d.claim(8)
	d.has(7, 0, 30)
	d.has(8, 0, 0)
	d.days(20)
	d.has(7, 30, 0)
	list, _, err := d.Rewards.Ledger(ctx, 20, 7, 1, 10)
	if err != nil || len(list) != 2 || list[0].Kind != "reverse" || list[1].OrderNo != o.OrderNo {
		t.Errorf("ledger: %+v %v", list, err)
	}
	d.must("refund the rest", d.refund(o.ID, 3000))
	d.has(7, 0, 0)
	d.sound()
}

// Whose address stood on a guest's order by mistake keeps neither its points nor the way to the order, once support has put the address
// right; its buyer has both.
func TestPointsFollowTheAddressThatIsPutRight(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	o := d.asGuest(2)
	d.must("deliver", d.deliver(o.ID))
	d.claim(7)
	d.days(30)
	d.has(7, 40, 0)
	tell := func(context.Context, *pg.Tx, order.Order) error { return nil }
	d.must("correct", d.Orders.CorrectEmail(ctx, order.Correction{OrderID: o.ID, Actor: "staff:1", Reason: "mistyped"}, "eve@example.com", tell))
	d.has(7, 0, 0)
	d.sound()
	left, err := d.Orders.Unclaimed(ctx, 20, 7, mailbox)
	if err != nil || len(left) > 0 {
		t.Errorf("still offered: %+v %v", left, err)
	}
	d.must("claim", d.Orders.ClaimRewards(ctx, 20, 8, "eve@example.com"))
	d.has(8, 40, 0)
	offered, err := d.Orders.Unclaimed(ctx, 20, 8, "eve@example.com")
	if err != nil || len(offered) != 1 {
		t.Errorf("offered to its buyer: %+v %v", offered, err)
	}
	d.sound()
	d.must("refund", d.refund(o.ID, 4000))
	d.has(8, 0, 0)
	d.sound()
}

// What is claimed before its delivery earns with it; what is held is claimed once it is not; what would have expired is not.
func TestWhenAGuestsOrderIsClaimed(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	old := d.asGuest(1)
	d.must("deliver", d.deliver(old.ID))
	d.days(30 + 365)
	open, held := d.asGuest(1), d.asGuest(3)
	d.must("deliver", d.deliver(held.ID))
	d.must("hold", d.hold(held.ID))
	d.claim(7)
	d.has(7, 0, 0)
	d.must("deliver", d.deliver(open.ID))
	d.has(7, 0, 20)
	d.must("lift", d.Orders.Lift(ctx, held.ID, "staff:mei", "checked"))
	d.claim(7)
	d.has(7, 0, 80)
	d.must("hold again", d.hold(held.ID))
	d.days(30)
	d.has(7, 20, 60)
	d.sound()
}
