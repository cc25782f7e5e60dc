package reward_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
)

// claimOrders claims orders for a customer and returns the code of the refusal, "" for none.
func (f *fixture) claimOrders(user int64, orders ...order.Order) string {
	f.t.Helper()
	var numbers []string
	for _, o := range orders {
		numbers = append(numbers, o.OrderNo)
	}
	_, err := f.Orders.Claim(ctx, 20, user, numbers)
	if err != nil && fault.Code(err) == "" {
		f.t.Fatalf("no refusal but %v", err)
	}
	return fault.Code(err)
}

// ownerOf returns whose account holds an order, 0 for nobody's.
func (f *fixture) ownerOf(o order.Order) int64 {
	f.t.Helper()
	now, err := f.Orders.ByID(ctx, o.ID)
	f.requireOK("read", err)
	if now.UserID == nil {
		return 0
	}
	return *now.UserID
}

func (f *fixture) countAudits(action string, orders ...order.Order) (n int) {
	f.t.Helper()
	for _, o := range orders {
		n += f.Count(f.t, `select count(*) from audit_log where entity = 'order' and entity_id = ? and action = ?`, fmt.Sprint(o.ID), action)
	}
	return n
}

// What is taken into an account earns once, whether its points came before, come with it or come with its delivery; a refund
// takes them back before and after.
func TestAClaimedOrderEarnsOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7] = reward.Person{Email: mailbox}
	early, late, open := f.buyAsGuest(1), f.buyAsGuest(2), f.buyAsGuest(4)
	f.requireOK("deliver", f.deliver(early.ID))
	f.claimRewards(7)
	f.requirePoints(7, 0, 20)
	f.Exec(t, `update orders set earner_id = null where id in (?, ?)`, late.ID, open.ID)
	f.requireOK("deliver", f.deliver(late.ID))
	f.requireOK("refund", f.refund(late.ID, 2000))
	for range 2 {
		if code := f.claimOrders(7, early, late, open); code != "" {
			t.Fatal(code)
		}
		f.requirePoints(7, 0, 40)
	}
	f.requireOK("deliver", f.deliver(open.ID))
	f.requirePoints(7, 0, 120)
	f.requireOK("refund", f.refund(open.ID, 8000))
	f.requirePoints(7, 0, 40)
	if n := f.countAudits("claim", early, late, open); n != 3 {
		t.Errorf("%d audit rows for three orders", n)
	}
	f.advanceDays(30)
	f.requirePoints(7, 40, 0)
	f.requireBalance()
}

// Nobody takes an order but the owner of its mailbox, while it belongs to nobody else; what cannot be had is refused in one way.
func TestOnlyTheMailboxOwnerClaimsAnOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7], f.People[8] = reward.Person{Email: mailbox}, reward.Person{Email: "eve@example.com"}
	mine, own := f.buyAsGuest(1), f.buy(purchase{user: 9})
	unpaid := func() order.Order {
		s, _, err := f.submission(purchase{email: mailbox})
		f.requireOK("budget", err)
		s.Owner = cart.Visitor(s.IdempotencyKey)
		return f.Place(t, s)
	}
	waits, cancelled, held := unpaid(), unpaid(), f.buyAsGuest(1)
	f.requireOK("cancel", f.cancel(cancelled.ID))
	f.requireOK("hold", f.hold(held.ID))
	gone := f.buyAsGuest(1)
	f.Exec(t, `update orders set email = '', email_normal = '' where id = ?`, gone.ID)
	earned := f.buyAsGuest(1)
	f.Exec(t, `update orders set earner_id = 9 where id = ?`, earned.ID)
	if code := f.claimOrders(8, mine); code != "order_not_found" {
		t.Errorf("by the owner of another mailbox: %q", code)
	}
	if _, err := f.Orders.Claim(ctx, 21, 7, []string{mine.OrderNo}); fault.Code(err) != "order_not_found" {
		t.Errorf("at another site: %v", err)
	}
	for what, o := range map[string]order.Order{
		"a customer's": own, "unpaid": waits, "cancelled": cancelled, "held": held, "erased": gone, "another's points": earned,
		"unknown": {OrderNo: "0000000000"},
	} {
		if code := f.claimOrders(7, o); code != "order_not_found" {
			t.Errorf("%s: %q", what, code)
		}
	}
	list, err := f.Orders.Unclaimed(ctx, 20, 7, " ADA@example.com")
	if err != nil || len(list) != 1 || list[0].ID != mine.ID || len(list[0].Lines) != 1 {
		t.Fatalf("offered: %+v %v", list, err)
	}
	if code := f.claimOrders(7, waits, mine, own); code != "" || f.ownerOf(mine) != 7 || f.ownerOf(waits) != 0 || f.ownerOf(own) != 9 {
		t.Errorf("some of them: %q, of %d, %d and %d", code, f.ownerOf(mine), f.ownerOf(waits), f.ownerOf(own))
	}
	if list, err := f.Orders.Unclaimed(ctx, 20, 7, mailbox); err != nil || len(list) != 0 {
		t.Errorf("offered again: %+v %v", list, err)
	}
	// Its first owner moves on to another mailbox: what was taken stays.
	f.People[7], f.People[8] = reward.Person{Email: "ada@new.example"}, reward.Person{Email: mailbox}
	if code := f.claimOrders(8, mine); code != "order_not_found" || f.ownerOf(mine) != 7 {
		t.Errorf("the next owner of the mailbox: %q", code)
	}
	f.requireBalance()
}

// The browser that placed an order reads it until it is taken, and never again: neither logged out nor once the account is gone.
func TestTheBuyersBrowserAfterAClaim(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7] = reward.Person{Email: mailbox}
	o := f.buyAsGuest(1)
	reads := func(v order.Viewer) bool {
		t.Helper()
		_, err := f.Orders.Get(ctx, 20, o.OrderNo, v)
		if err != nil && fault.Code(err) != "order_not_found" {
			t.Fatal(err)
		}
		return err == nil
	}
	browser := order.Viewer{Owner: o.Owner}
	if !reads(browser) || reads(order.Viewer{Owner: cart.User(7)}) {
		t.Error("before")
	}
	if code := f.claimOrders(7, o); code != "" {
		t.Fatal(code)
	}
	if reads(browser) || reads(order.Viewer{Owner: cart.User(8), Browser: o.Owner}) || reads(order.Viewer{}) {
		t.Error("the browser reads what was taken")
	}
	if !reads(order.Viewer{Owner: cart.User(7)}) || !reads(order.Viewer{TrackedOrderNo: o.OrderNo}) {
		t.Error("its customer, or who has proved the mailbox, does not read it")
	}
	if found, err := f.Orders.ByEmail(ctx, 20, o.OrderNo, mailbox); err != nil || found.Contact.Email == "" {
		t.Errorf("tracked: %v", err)
	}
	f.requireOK("erase", f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		_, err := f.Orders.Detach(ctx, tx, 20, 7, nil)
		return err
	}))
	if reads(browser) || reads(order.Viewer{Owner: cart.User(7)}) {
		t.Error("an erased order is read again")
	}
}

// Two tabs, and two customers who prove the same mailbox one after the other: an order is taken once. A refund, a delivery and a
// dispute at the same moment come before or after.
func TestConcurrentClaimsTakeAnOrderOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7], f.People[8] = reward.Person{Email: mailbox}, reward.Person{Email: mailbox}
	for range 5 {
		var orders []order.Order
		for range 3 {
			orders = append(orders, f.buyAsGuest(2))
		}
		meet := make(chan struct{})
		var wg sync.WaitGroup
		at := func(step func()) {
			wg.Go(func() {
				<-meet
				step()
			})
		}
		for _, user := range []int64{7, 7, 8, 8} {
			at(func() { f.claimOrders(user, orders[2], orders[1], orders[0]) })
			at(func() { _ = f.Orders.ClaimRewards(ctx, 20, user, mailbox) })
		}
		at(func() { f.requireOK("refund", f.refund(orders[0].ID, 1500)) })
		at(func() { f.requireOK("deliver", f.deliver(orders[1].ID)) })
		at(func() { f.requireOK("hold", f.hold(orders[2].ID)) })
		close(meet)
		wg.Wait()
		for _, o := range orders[:2] {
			if user := f.ownerOf(o); user == 0 && f.Count(t, `select count(*) from orders where id = ? and earner_id is not null`, o.ID) == 0 {
				t.Errorf("order %s was taken by nobody", o.OrderNo)
			}
			if n := f.countAudits("claim", o); n > 1 {
				t.Errorf("taken %d times", n)
			}
		}
		f.requireBalance()
	}
}

// What happens while the customer is held comes before the take: a refund, and points that another account claims, count.
func TestChangesJustBeforeAClaim(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7] = reward.Person{Email: mailbox}
	refunded, held := f.buyAsGuest(2), f.buyAsGuest(1)
	f.requireOK("deliver", f.deliver(refunded.ID))
	var once sync.Once
	f.Hold = func(context.Context, *pg.Tx, int64, int64) error {
		once.Do(func() {
			f.requireOK("refund", f.refund(refunded.ID, 4000))
			f.requireOK("hold", f.hold(held.ID))
		})
		return nil
	}
	if code := f.claimOrders(7, refunded, held); code != "" {
		t.Fatal(code)
	}
	f.requirePoints(7, 0, 0)
	if f.ownerOf(refunded) != 7 || f.ownerOf(held) != 0 {
		t.Errorf("refunded is of %d, held of %d", f.ownerOf(refunded), f.ownerOf(held))
	}
	f.Hold = func(context.Context, *pg.Tx, int64, int64) error { return fault.New("login_required") }
	f.requireOK("lift", f.Orders.Lift(ctx, held.ID, "staff:mei", "checked"))
	if code := f.claimOrders(7, held); code != "login_required" || f.ownerOf(held) != 0 {
		t.Errorf("of a customer who is gone: %q", code)
	}
	f.requireBalance()
}

// Fifty orders whose points are known cost as many statements as one.
func TestFiftyOrdersAreClaimedTogether(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7] = reward.Person{Email: mailbox}
	cost := func(n int) int {
		t.Helper()
		var orders []order.Order
		for range n {
			orders = append(orders, f.buyAsGuest(1))
		}
		f.claimRewards(7)
		counted, statements := pg.CountStatements(ctx)
		var numbers []string
		for _, o := range orders {
			numbers = append(numbers, o.OrderNo)
		}
		if ids, err := f.Orders.Claim(counted, 20, 7, numbers); err != nil || len(ids) != n {
			t.Fatalf("took %d of %d: %v", len(ids), n, err)
		}
		return statements.Count()
	}
	if one, fifty := cost(1), cost(order.ClaimAtOnce); one != fifty {
		t.Errorf("one order takes %d statements, fifty %d", one, fifty)
	}
	f.requireBalance()
}
