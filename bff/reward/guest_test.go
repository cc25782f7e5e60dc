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

// buyAsGuest places and pays an order of quantity plans at 20 USD under the mailbox.
func (f *fixture) buyAsGuest(quantity int) order.Order {
	f.t.Helper()
	s, _, err := f.submission(purchase{quantity: quantity, email: mailbox})
	f.requireOK("budget", err)
	s.Owner = cart.Visitor(s.IdempotencyKey)
	o := f.Place(f.t, s)
	f.requireOK("pay", f.pay(o.ID))
	return o
}

func (f *fixture) claimRewards(user int64) {
	f.t.Helper()
	f.requireOK("claim", f.Orders.ClaimRewards(ctx, 20, user, " ada@example.COM"))
}

// A guest's order earns for the one customer who proves its address, from the day of its delivery; a refund counts
// whether it came before or after.
func TestAGuestsOrderIsClaimed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.buyAsGuest(2)
	f.requireOK("deliver", f.deliver(o.ID))
	f.requireOK("refund", f.refund(o.ID, 1000))
	f.requireBalance()
	f.advanceDays(10)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { f.claimRewards(7) })
	}
	wg.Wait()
	f.claimRewards(8)
	f.requirePoints(7, 0, 30)
	f.requirePoints(8, 0, 0)
	f.advanceDays(20)
	f.requirePoints(7, 30, 0)
	list, _, err := f.Rewards.Ledger(ctx, 20, 7, 1, 10)
	if err != nil || len(list) != 2 || list[0].Kind != "reverse" || list[1].OrderNo != o.OrderNo {
		t.Errorf("ledger: %+v %v", list, err)
	}
	f.requireOK("refund the rest", f.refund(o.ID, 3000))
	f.requirePoints(7, 0, 0)
	f.requireBalance()
}

// Whose address stood on a guest's order by mistake keeps neither its points nor the way to the order, once support has put the address
// right; its buyer has both.
func TestPointsFollowTheAddressThatIsPutRight(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.buyAsGuest(2)
	f.requireOK("deliver", f.deliver(o.ID))
	f.claimRewards(7)
	f.advanceDays(30)
	f.requirePoints(7, 40, 0)
	ignore := func(context.Context, *pg.Tx, order.Order) error { return nil }
	f.requireOK("correct", f.Orders.CorrectEmail(ctx, order.Correction{OrderID: o.ID, Actor: "staff:1", Reason: "mistyped"}, "eve@example.com", ignore))
	f.requirePoints(7, 0, 0)
	f.requireBalance()
	left, err := f.Orders.Unclaimed(ctx, 20, 7, mailbox)
	if err != nil || len(left) > 0 {
		t.Errorf("still offered: %+v %v", left, err)
	}
	f.requireOK("claim", f.Orders.ClaimRewards(ctx, 20, 8, "eve@example.com"))
	f.requirePoints(8, 40, 0)
	offered, err := f.Orders.Unclaimed(ctx, 20, 8, "eve@example.com")
	if err != nil || len(offered) != 1 {
		t.Errorf("offered to its buyer: %+v %v", offered, err)
	}
	f.requireBalance()
	f.requireOK("refund", f.refund(o.ID, 4000))
	f.requirePoints(8, 0, 0)
	f.requireBalance()
}

// What is claimed before its delivery earns with it; what is held is claimed once it is not; what would have expired is not.
func TestWhenAGuestsOrderIsClaimed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	old := f.buyAsGuest(1)
	f.requireOK("deliver", f.deliver(old.ID))
	f.advanceDays(30 + 365)
	open, held := f.buyAsGuest(1), f.buyAsGuest(3)
	f.requireOK("deliver", f.deliver(held.ID))
	f.requireOK("hold", f.hold(held.ID))
	f.claimRewards(7)
	f.requirePoints(7, 0, 0)
	f.requireOK("deliver", f.deliver(open.ID))
	f.requirePoints(7, 0, 20)
	f.requireOK("lift", f.Orders.Lift(ctx, held.ID, "staff:mei", "checked"))
	f.claimRewards(7)
	f.requirePoints(7, 0, 80)
	f.requireOK("hold again", f.hold(held.ID))
	f.advanceDays(30)
	f.requirePoints(7, 20, 60)
	f.requireBalance()
}
