package payment_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
)

// placeFreeOrder places an order of customer 7 that points and a promo code pay for: a plan at 650 and another at 350. The code takes
// 200 off, the points 800.
func (f *fixture) placeFreeOrder(t testing.TB) order.Order {
	t.Helper()
	f.AddProduct(t, "plan", price, 10)
	f.AddProduct(t, "small", 350, 10)
	f.AddPromoCode(t, "OFF", 200, 0, 1)
	require.NoError(t, f.Rewards.Adjust(ctx, reward.Adjustment{TenantID: 20, UserID: 7, Points: 800}))
	s := f.Submission("plan", 1, 0)
	s.UserID, s.Owner, s.Source, s.Item, s.Coupon, s.Points = 7, cart.User(7), order.FromCart, nil, "OFF", 800
	for _, goods := range []string{"plan", "small"} {
		if _, err := f.Carts.Add(ctx, 20, s.Owner, cart.Add{GoodsID: goods, SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}); err != nil {
			t.Fatal(err)
		}
	}
	o := f.Place(t, s)
	f.requirePoints(t, 0)
	return o
}

// requirePoints checks how many points customer 7 can spend.
func (f *fixture) requirePoints(t testing.TB, points int64) {
	t.Helper()
	if sum, err := f.Rewards.Summary(ctx, 20, 7); err != nil || sum.Points != points {
		t.Errorf("%d points instead of %d: %v", sum.Points, points, err)
	}
}

// fulfil runs the delivery job of an order; a snoozed job is no failure.
func (f *fixture) fulfil(t testing.TB, o order.Order) {
	t.Helper()
	if err := f.SIMs.Fulfil(ctx, o.ID); err != nil && !jobs.IsSnoozed(err) {
		t.Fatal(err)
	}
}

// runEndFreeJobs runs each job that ends free orders twice.
func (f *fixture) runEndFreeJobs(t testing.TB) {
	t.Helper()
	asked, err := pg.List[string](f.DB.Gorm, "find jobs", `select args from river_job where kind = 'payment_end_free' order by id`)
	require.NoError(t, err)
	for _, raw := range asked {
		var args payment.EndFreeArgs
		require.NoError(t, json.Unmarshal([]byte(raw), &args))
		for range 2 {
			require.NoError(t, f.pay.EndFree(ctx, args))
		}
	}
}

// requireEverythingReturned checks that the order has ended, and that points, code and stock are back.
func (f *fixture) requireEverythingReturned(t testing.TB, o order.Order) {
	t.Helper()
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
	f.requirePoints(t, 800)
	if n := f.Count(t, `select used from promo_code where code = 'OFF'`); n != 0 {
		t.Errorf("the code counts %d uses", n)
	}
	if n := f.Count(t, `select count(*) from stock where sku like '%:esim' and on_hand <> 10`); n != 0 {
		t.Errorf("%d plans are not on the shelf again", n)
	}
	again := f.Submission("plan", 1, price-200)
	again.UserID, again.Owner, again.Coupon = 7, cart.User(7), "OFF"
	f.Place(t, again)
}

const countGivenBackMails = `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'order_given_back'`

// An order that cost no money and cannot be delivered ends by itself, as one that did is refunded.
func TestAFreeOrderThatCannotBeDeliveredEnds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.placeFreeOrder(t)
	f.fulfil(t, o)
	f.Clock.Advance(moduletest.Patience)
	for range 2 {
		f.fulfil(t, o)
	}
	f.runEndFreeJobs(t)
	f.requireEverythingReturned(t, o)
	if got := f.readOrder(t, o.ID); got.HoldReason != "" {
		t.Errorf("held %q", got.HoldReason)
	}
	if n := f.Count(t, countGivenBackMails); n != 1 {
		t.Errorf("%d mails", n)
	}
}

// Of an order of which one plan came, the rest gives its share of the points back; the code has been used.
func TestAPartOfAFreeOrderThatCannotBeDeliveredEnds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.placeFreeOrder(t)
	f.addProfiles(t, "plan:esim", 1)
	f.fulfil(t, o)
	f.Clock.Advance(moduletest.Patience)
	for range 2 {
		f.fulfil(t, o)
		f.runEndFreeJobs(t)
	}
	f.requireBalance(t)
	f.requireStatus(t, o, order.Completed)
	f.requirePoints(t, 800*350/1000)
	if kits, err := f.SIMs.Installs(ctx, o.ID); err != nil || len(kits) != 1 {
		t.Errorf("%d kits: %v", len(kits), err)
	}
	if n := f.Count(t, `select used from promo_code where code = 'OFF'`); n != 1 {
		t.Errorf("the code counts %d uses", n)
	}
	if n := f.Count(t, `select count(*) from order_line where state = 'refunded'`); n != 1 {
		t.Errorf("%d lines ended", n)
	}
	if n := f.Count(t, countGivenBackMails); n != 1 {
		t.Errorf("%d mails", n)
	}
}

// Of two units of a line one came: the other gives its share of the points back, and nothing once more.
func TestAnUndeliveredUnitOfAFreeOrderGivesPointsBackOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	require.NoError(t, f.Rewards.Adjust(ctx, reward.Adjustment{TenantID: 20, UserID: 7, Points: 2 * price}))
	s := f.Submission("plan", 2, 0)
	s.UserID, s.Owner, s.Points = 7, cart.User(7), 2*price
	o := f.Place(t, s)
	f.Exec(t, `
		insert into carrier_order (tenant_id, order_id, order_line_id, unit, kind, carrier, plan_ref, state, next_at, sla_at, created_at, updated_at)
		select 20, order_id, id, 2, 'new', 'partner', 'plan', 'failed', now(), now(), now(), now() from order_line`)
	f.Exec(t, `update order_line set state = 'ready_to_install'`)
	lost := map[int64]int{o.Lines[0].ID: 1}
	for range 3 { // as often as the delivery looks at the order
		err := f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
			locked, err := f.Orders.Lock(ctx, tx, o.ID)
			if err != nil {
				return err
			}
			return f.pay.Undelivered(ctx, tx, locked, lost)
		})
		require.NoError(t, err)
	}
	f.runEndFreeJobs(t)
	f.requirePoints(t, price)
	if n := f.Count(t, `select count(*) from audit_log where action = 'give back'`); n != 1 {
		t.Errorf("noted %d times", n)
	}
	f.requireStatus(t, o, order.Processing)
	if n := f.Count(t, countGivenBackMails); n != 1 {
		t.Errorf("%d mails", n)
	}
	f.requireBalance(t)
	if _, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Reason: "it does not work", Actor: "staff:mei"}); err != nil {
		t.Fatal(err)
	}
	f.requirePoints(t, 2*price)
	f.requireStatus(t, o, order.Refunded)
}

// What a discount paid for ends without money when it cannot be delivered; the rest of its order goes on.
func TestAGiftThatCannotBeDeliveredEnds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, gift := f.placeOrderWithGift(t)
	f.addProfiles(t, "plan:esim", 1)
	f.fulfil(t, o)
	f.Clock.Advance(moduletest.Patience)
	f.fulfil(t, o)
	f.runEndFreeJobs(t)
	f.fulfil(t, o)
	f.requireBalance(t)
	f.requireStatus(t, o, order.Completed)
	if n := f.Count(t, `select count(*) from order_line where state = 'refunded' and id = ?`, gift); n != 1 {
		t.Error("the gift is waited for")
	}
	if n := f.Count(t, `select on_hand from stock where sku = 'gift:esim'`); n != 10 {
		t.Errorf("%d gifts on the shelf", n)
	}
}

// Staff end an order that cost no money, line by line or at once, whether or not it was delivered or is held.
func TestStaffEndAFreeOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.placeFreeOrder(t)
	give := func(in payment.StaffRefund) error {
		in.OrderID, in.Actor = o.ID, "staff:mei"
		_, err := f.pay.GiveRefund(ctx, in)
		return err
	}
	small, one := f.lineOfGoods(t, o, "small"), int64(1)
	for want, in := range map[string]payment.StaffRefund{
		"reason_required":     {},
		"refund_too_much":     {Reason: "asked", Amount: 1},
		"refund_overtaken":    {Reason: "asked", Left: &one},
		"refund_line_unknown": {Reason: "asked", LineIDs: []int64{small + 1000}},
	} {
		if err := give(in); fault.Code(err) != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
	f.addProfiles(t, "plan:esim", 1)
	f.fulfil(t, o)
	require.NoError(t, f.Orders.StaffHold(ctx, o.ID, "staff:mei", "looks odd"))
	require.NoError(t, give(payment.StaffRefund{Reason: "asked", LineIDs: []int64{small}}))
	f.requirePoints(t, 280)
	f.requireStatus(t, o, order.Processing)
	f.requireBalance(t)
	if err := give(payment.StaffRefund{Reason: "asked", LineIDs: []int64{small}}); fault.Code(err) != "refund_done" {
		t.Errorf("the same line again: %v", err)
	}
	require.NoError(t, give(payment.StaffRefund{Reason: "asked"}))
	if kits, err := f.SIMs.Installs(ctx, o.ID); err != nil || len(kits) != 0 {
		t.Errorf("%d kits are shown: %v", len(kits), err)
	}
	f.Exec(t, `update stock_start set on_hand = on_hand + 1 where sku = 'plan:esim'`)
	f.Exec(t, `update stock set on_hand = on_hand + 1 where sku = 'plan:esim'`) // what was handed over does not come back
	f.requireEverythingReturned(t, o)
	if err := give(payment.StaffRefund{Reason: "asked"}); fault.Code(err) != "refund_done" {
		t.Errorf("ended twice: %v", err)
	}
	if n := f.Count(t, countGivenBackMails); n != 2 {
		t.Errorf("%d mails", n)
	}
}

// Staff find an order that waits since before such orders ended by themselves, and end it with its hold.
func TestStaffEndAFreeOrderWithAHoldOfAnOlderVersion(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.placeFreeOrder(t)
	f.Exec(t, `update orders set hold_reason = 'not delivered, and nothing was paid'`)
	if _, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Reason: "not delivered", Actor: "staff:mei"}); err != nil {
		t.Fatal(err)
	}
	if got := f.readOrder(t, o.ID); got.HoldReason != "" {
		t.Errorf("held %q", got.HoldReason)
	}
	f.requireEverythingReturned(t, o)
}

// Two members of staff, the delivery and the job at once: it ends once.
func TestAFreeOrderEndsOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.placeFreeOrder(t)
	f.Clock.Advance(time.Second)
	done := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Reason: "asked", Actor: "staff:mei"})
			done <- err
		}()
	}
	refused := 0
	for range 2 {
		switch err := <-done; {
		case fault.Code(err) == "refund_done":
			refused++
		case err != nil:
			t.Fatal(err)
		}
	}
	if refused != 1 {
		t.Errorf("%d of two were refused", refused)
	}
	f.requireEverythingReturned(t, o)
}
