package reward_test

import (
	"context"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
)

// countOffered returns how many orders a customer is offered.
func (f *fixture) countOffered(user int64) int {
	f.t.Helper()
	list, err := f.Orders.Unclaimed(ctx, 20, user, f.People[user].Email)
	f.requireOK("offer", err)
	return len(list)
}

// Whose the points are may take the order, wherever the mailbox went meanwhile; while nobody has them, who has the mailbox now.
func TestTheMailboxMovesBeforeAClaim(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7], f.People[8] = reward.Person{Email: mailbox}, reward.Person{Email: "bob@example.com"}
	counted := f.buyAsGuest(1)
	f.claimRewards(7)
	uncounted := f.buyAsGuest(2)
	f.People[7], f.People[8] = reward.Person{Email: "ada@new.example"}, reward.Person{Email: mailbox}
	for user, want := range map[int64]int{7: 1, 8: 1} {
		if n := f.countOffered(user); n != want {
			t.Errorf("customer %d is offered %d orders, not %d", user, n, want)
		}
	}
	for user, o := range map[int64]order.Order{8: counted, 7: uncounted} {
		if code := f.claimOrders(user, o); code != "order_not_found" {
			t.Errorf("customer %d takes what is another's: %q", user, code)
		}
	}
	for user, o := range map[int64]order.Order{7: counted, 8: uncounted} {
		if code := f.claimOrders(user, o); code != "" || f.ownerOf(o) != user {
			t.Errorf("customer %d does not get the order: %q", user, code)
		}
	}
	for _, o := range []order.Order{counted, uncounted} {
		f.requireOK("deliver", f.deliver(o.ID))
	}
	f.requirePoints(7, 0, 20)
	f.requirePoints(8, 0, 40)
	f.requireBalance()
}

// An order that was taken is what it would be had its customer placed it: the key of the browser that did is free for orders of the
// customer, and the browser that sends its order again gets another, which waits for payment and ends.
func TestAClaimedOrderBelongsToTheCustomer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7] = reward.Person{Email: mailbox}
	first, _, err := f.submission(purchase{email: mailbox})
	f.requireOK("budget", err)
	first.Owner = cart.Visitor("a browser")
	own, _, err := f.submission(purchase{user: 7, quantity: 2})
	f.requireOK("budget", err)
	own.IdempotencyKey = first.IdempotencyKey
	before, taken := f.Place(t, own), f.Place(t, first)
	f.requireOK("pay", f.pay(taken.ID))
	for range 2 {
		if code := f.claimOrders(7, taken); code != "" {
			t.Fatal(code)
		}
	}
	if now, err := f.Orders.ByID(ctx, taken.ID); err != nil || now.Owner != cart.User(7) || now.UserID == nil || *now.UserID != 7 {
		t.Errorf("the order is %+v: %v", now, err)
	}
	if n := f.Count(t, `select count(*) from orders where idempotency_key = ?`, first.IdempotencyKey); n != 1 {
		t.Errorf("%d orders have the browser's key", n)
	}
	if same := f.Place(t, own); same.ID != before.ID {
		t.Error("the customer's order is placed twice")
	}
	again := f.Place(t, first)
	if again.ID == taken.ID || again.Status != order.WaitingPayment || again.UserID != nil {
		t.Errorf("sent again: %+v", again)
	}
	f.advanceDays(2)
	f.requireOK("expire", f.withLocked(again.ID, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		_, err := f.Orders.MarkCancelled(ctx, tx, o, order.ReasonExpired, "test")
		return err
	}))
	f.requireBalance()
}

// "Not now" counts up to the latest of the orders that were shown and that the customer could take, whatever else is named.
func TestUpToWhenAnOfferIsPutOff(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7] = reward.Person{Email: mailbox}
	latest := func(orders ...order.Order) *time.Time {
		t.Helper()
		numbers := []string{"none"}
		for _, o := range orders {
			numbers = append(numbers, o.OrderNo)
		}
		at, err := f.Orders.LatestUnclaimed(ctx, 20, 7, mailbox, numbers)
		f.requireOK("read", err)
		return at
	}
	first := f.buyAsGuest(1)
	f.advanceDays(1)
	shown := f.Clock.Now()
	second := f.buyAsGuest(1)
	f.advanceDays(1)
	later, anothers := f.buyAsGuest(1), f.buy(purchase{user: 8})
	if at := latest(first, second, anothers); at == nil || !at.Equal(shown) {
		t.Errorf("put off up to %v, not %v", at, shown)
	}
	if code := f.claimOrders(7, second, later); code != "" {
		t.Fatal(code)
	}
	if at := latest(second, later, anothers); at != nil {
		t.Errorf("put off up to %v, and none of them is offered", at)
	}
}

// Taken one by one or together, what nobody has counted before costs a bounded number of statements for each order more.
func TestAClaimTakesFewStatements(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7] = reward.Person{Email: mailbox}
	cost := func(n int) int {
		t.Helper()
		var orders []order.Order
		for range n {
			orders = append(orders, f.buyAsGuest(1))
			f.requireOK("deliver", f.deliver(orders[len(orders)-1].ID))
		}
		var numbers []string
		for _, o := range orders {
			numbers = append(numbers, o.OrderNo)
		}
		counted, statements := pg.CountStatements(ctx)
		if ids, err := f.Orders.Claim(counted, 20, 7, numbers); err != nil || len(ids) != n {
			t.Fatalf("took %d of %d: %v", len(ids), n, err)
		}
		return statements.Count()
	}
	// At most 4 statements for the take, and 5 for the points of each order.
	for _, n := range []int{1, 10} {
		if statements := cost(n); statements > 4+5*n {
			t.Errorf("%d orders take %d statements", n, statements)
		}
	}
	f.requireBalance()
}

// What may be taken is found by indexes, however many orders guests have placed and customers have the points of.
func TestAnOfferDoesNotReadWhatOthersBought(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddCompletedOrders(t, 20_000)
	f.Exec(t, `update orders set email_normal = 'buyer' || id % 5000 || '@example.com', earner_id = case when id % 2 = 0 then id % 1000 end`)
	f.Exec(t, `analyze`)
	counted, statements := pg.CountStatements(ctx)
	list, err := f.Orders.Unclaimed(counted, 20, 8, "buyer77@example.com")
	f.requireOK("offer", err)
	if len(list) < 5 {
		t.Fatalf("offered %d", len(list))
	}
	_, err = f.Orders.LatestUnclaimed(counted, 20, 8, "buyer77@example.com", []string{list[0].OrderNo})
	f.requireOK("latest", err)
	_, err = f.Orders.Claim(counted, 20, 7, []string{"2603011234567890"})
	if err == nil {
		t.Error("took an order that is none")
	}
	for _, statement := range statements.All() {
		// The lines of fifty orders are what costs most.
		if cost := moduletest.QueryCost(t, f.DB, statement); cost > 700 {
			t.Errorf("costs %.0f: %s\n%s", cost, statement, moduletest.QueryPlan(t, f.DB, statement))
		}
	}
	if n := statements.Count(); n != 4 {
		t.Errorf("%d statements: %q", n, statements.All())
	}
}
