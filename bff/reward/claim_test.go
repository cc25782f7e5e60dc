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

// take has a customer take orders into the account, and returns the fault, "" for none.
func (d *fixture) take(user int64, orders ...order.Order) string {
	d.t.Helper()
	var numbers []string
	for _, o := range orders {
		numbers = append(numbers, o.OrderNo)
	}
	_, err := d.Orders.Claim(ctx, 20, user, numbers)
	if err != nil && fault.Code(err) == "" {
		d.t.Fatalf("no refusal but %v", err)
	}
	return fault.Code(err)
}

// owned returns whose account holds an order, 0 for nobody's.
func (d *fixture) owned(o order.Order) int64 {
	d.t.Helper()
	now, err := d.Orders.ByID(ctx, o.ID)
	d.must("read", err)
	if now.UserID == nil {
		return 0
	}
	return *now.UserID
}

func (d *fixture) audits(action string, orders ...order.Order) (n int) {
	d.t.Helper()
	for _, o := range orders {
		n += d.Count(d.t, `select count(*) from audit_log where entity = 'order' and entity_id = ? and action = ?`, fmt.Sprint(o.ID), action)
	}
	return n
}

// What is taken into an account earns once, whether its points came before, come with it or come with its delivery; a refund
// takes them back before and after.
func TestATakenOrderEarnsOnce(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.People[7] = reward.Person{Email: mailbox}
	early, late, open := d.asGuest(1), d.asGuest(2), d.asGuest(4)
	d.must("deliver", d.deliver(early.ID))
	d.claim(7)
	d.has(7, 0, 20)
	d.Exec(t, `update orders set earner_id = null where id in (?, ?)`, late.ID, open.ID)
	d.must("deliver", d.deliver(late.ID))
	d.must("refund", d.refund(late.ID, 2000))
	for range 2 {
		if code := d.take(7, early, late, open); code != "" {
			t.Fatal(code)
		}
		d.has(7, 0, 40)
	}
	d.must("deliver", d.deliver(open.ID))
	d.has(7, 0, 120)
	d.must("refund", d.refund(open.ID, 8000))
	d.has(7, 0, 40)
	if n := d.audits("claim", early, late, open); n != 3 {
		t.Errorf("%d audit rows for three orders", n)
	}
	d.days(30)
	d.has(7, 40, 0)
	d.sound()
}

// Nobody takes an order but the owner of its mailbox, while it belongs to nobody else; what cannot be had is refused in one way.
func TestWhoTakesAnOrder(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.People[7], d.People[8] = reward.Person{Email: mailbox}, reward.Person{Email: "eve@example.com"}
	mine, own := d.asGuest(1), d.buy(wish{user: 9})
	unpaid := func() order.Order {
		s, _, err := d.submission(wish{email: mailbox})
		d.must("budget", err)
		s.Owner = cart.Visitor(s.IdempotencyKey)
		return d.Place(t, s)
	}
	waits, cancelled, held := unpaid(), unpaid(), d.asGuest(1)
	d.must("cancel", d.cancel(cancelled.ID))
	d.must("hold", d.hold(held.ID))
	gone := d.asGuest(1)
	d.Exec(t, `update orders set email = '', email_normal = '' where id = ?`, gone.ID)
	earned := d.asGuest(1)
	d.Exec(t, `update orders set earner_id = 9 where id = ?`, earned.ID)
	if code := d.take(8, mine); code != "order_not_found" {
		t.Errorf("by the owner of another mailbox: %q", code)
	}
	if _, err := d.Orders.Claim(ctx, 21, 7, []string{mine.OrderNo}); fault.Code(err) != "order_not_found" {
		t.Errorf("at another site: %v", err)
	}
	for what, o := range map[string]order.Order{
		"a customer's": own, "unpaid": waits, "cancelled": cancelled, "held": held, "erased": gone, "another's points": earned,
		"unknown": {OrderNo: "0000000000"},
	} {
		if code := d.take(7, o); code != "order_not_found" {
			t.Errorf("%s: %q", what, code)
		}
	}
	list, err := d.Orders.Unclaimed(ctx, 20, 7, " ADA@example.com")
	if err != nil || len(list) != 1 || list[0].ID != mine.ID || len(list[0].Lines) != 1 {
		t.Fatalf("offered: %+v %v", list, err)
	}
	if code := d.take(7, waits, mine, own); code != "" || d.owned(mine) != 7 || d.owned(waits) != 0 || d.owned(own) != 9 {
		t.Errorf("some of them: %q, of %d, %d and %d", code, d.owned(mine), d.owned(waits), d.owned(own))
	}
	if list, err := d.Orders.Unclaimed(ctx, 20, 7, mailbox); err != nil || len(list) != 0 {
		t.Errorf("offered again: %+v %v", list, err)
	}
	// Its first owner moves on to another mailbox: what was taken stays.
	d.People[7], d.People[8] = reward.Person{Email: "ada@new.example"}, reward.Person{Email: mailbox}
	if code := d.take(8, mine); code != "order_not_found" || d.owned(mine) != 7 {
		t.Errorf("the next owner of the mailbox: %q", code)
	}
	d.sound()
}

// The browser that placed an order reads it until it is taken, and never again: neither logged out nor once the account is gone.
func TestTheBuyersBrowserAfterATake(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.People[7] = reward.Person{Email: mailbox}
	o := d.asGuest(1)
	reads := func(v order.Viewer) bool {
		t.Helper()
		_, err := d.Orders.Get(ctx, 20, o.OrderNo, v)
		if err != nil && fault.Code(err) != "order_not_found" {
			t.Fatal(err)
		}
		return err == nil
	}
	browser := order.Viewer{Owner: o.Owner}
	if !reads(browser) || reads(order.Viewer{Owner: cart.User(7)}) {
		t.Error("before")
	}
	if code := d.take(7, o); code != "" {
		t.Fatal(code)
	}
	if reads(browser) || reads(order.Viewer{Owner: cart.User(8), Browser: o.Owner}) || reads(order.Viewer{}) {
		t.Error("the browser reads what was taken")
	}
	if !reads(order.Viewer{Owner: cart.User(7)}) || !reads(order.Viewer{TrackedOrderNo: o.OrderNo}) {
		t.Error("its customer, or who has proved the mailbox, does not read it")
	}
	if found, err := d.Orders.ByEmail(ctx, 20, o.OrderNo, mailbox); err != nil || found.Contact.Email == "" {
		t.Errorf("tracked: %v", err)
	}
	d.must("erase", d.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		_, err := d.Orders.Detach(ctx, tx, 20, 7, nil)
		return err
	}))
	if reads(browser) || reads(order.Viewer{Owner: cart.User(7)}) {
		t.Error("an erased order is read again")
	}
}

// Two tabs, and two customers who prove the same mailbox one after the other: an order is taken once. A refund, a delivery and a
// dispute at the same moment come before or after.
func TestOrdersAreTakenOnceAtOnce(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.People[7], d.People[8] = reward.Person{Email: mailbox}, reward.Person{Email: mailbox}
	for range 5 {
		var orders []order.Order
		for range 3 {
			orders = append(orders, d.asGuest(2))
		}
		meet := make(chan struct{})
		var wg sync.WaitGroup
		at := func(f func()) {
			wg.Go(func() {
				<-meet
				f()
			})
		}
		for _, user := range []int64{7, 7, 8, 8} {
			at(func() { d.take(user, orders[2], orders[1], orders[0]) })
			at(func() { _ = d.Orders.ClaimRewards(ctx, 20, user, mailbox) })
		}
		at(func() { d.must("refund", d.refund(orders[0].ID, 1500)) })
		at(func() { d.must("deliver", d.deliver(orders[1].ID)) })
		at(func() { d.must("hold", d.hold(orders[2].ID)) })
		close(meet)
		wg.Wait()
		for _, o := range orders[:2] {
			if user := d.owned(o); user == 0 && d.Count(t, `select count(*) from orders where id = ? and earner_id is not null`, o.ID) == 0 {
				t.Errorf("order %s was taken by nobody", o.OrderNo)
			}
			if n := d.audits("claim", o); n > 1 {
				t.Errorf("taken %d times", n)
			}
		}
		d.sound()
	}
}

// What happens while the customer is held comes before the take: a refund, and points that another account claims, count.
func TestWhatComesJustBeforeATake(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.People[7] = reward.Person{Email: mailbox}
	refunded, held := d.asGuest(2), d.asGuest(1)
	d.must("deliver", d.deliver(refunded.ID))
	var once sync.Once
	d.Hold = func(context.Context, *pg.Tx, int64, int64) error {
		once.Do(func() {
			d.must("refund", d.refund(refunded.ID, 4000))
			d.must("hold", d.hold(held.ID))
		})
		return nil
	}
	if code := d.take(7, refunded, held); code != "" {
		t.Fatal(code)
	}
	d.has(7, 0, 0)
	if d.owned(refunded) != 7 || d.owned(held) != 0 {
		t.Errorf("refunded is of %d, held of %d", d.owned(refunded), d.owned(held))
	}
	d.Hold = func(context.Context, *pg.Tx, int64, int64) error { return fault.New("login_required") }
	d.must("lift", d.Orders.Lift(ctx, held.ID, "staff:mei", "checked"))
	if code := d.take(7, held); code != "login_required" || d.owned(held) != 0 {
		t.Errorf("of a customer who is gone: %q", code)
	}
	d.sound()
}

// Fifty orders whose points are known cost as many statements as one.
func TestFiftyOrdersAreTakenTogether(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.People[7] = reward.Person{Email: mailbox}
	cost := func(n int) int {
		t.Helper()
		var orders []order.Order
		for range n {
			orders = append(orders, d.asGuest(1))
		}
		d.claim(7)
		counted, statements := pg.CountStatements(ctx)
		var numbers []string
		for _, o := range orders {
			numbers = append(numbers, o.OrderNo)
		}
		if ids, err := d.Orders.Claim(counted, 20, 7, numbers); err != nil || len(ids) != n {
			t.Fatalf("took %d of %d: %v", len(ids), n, err)
		}
		return statements.Count()
	}
	if one, fifty := cost(1), cost(order.ClaimAtOnce); one != fifty {
		t.Errorf("one order takes %d statements, fifty %d", one, fifty)
	}
	d.sound()
}
