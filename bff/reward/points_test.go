package reward_test

import (
	"context"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
)

func TestPointsWaitForTheRefundWindow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.buy(purchase{user: 7, quantity: 5})
	f.requirePoints(7, 0, 100)
	f.advanceDays(29)
	f.requirePoints(7, 0, 100)
	f.advanceDays(1)
	f.requirePoints(7, 100, 0)
	f.requireBalance()
}

// An item is rewarded once, however often its delivery is noted, by what was paid for it in money.
func TestAnItemEarnsOnceAndOnlyForMoney(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.buy(purchase{user: 7, quantity: 5})
	f.requireOK("deliver again", f.deliver(o.ID))
	f.advanceDays(30)
	f.requirePoints(7, 100, 0)
	f.buy(purchase{user: 7, points: 30})
	f.requirePoints(7, 70, 19) // 20.00 less 0.30
	f.requireBalance()
}

func TestPointsPayAtMostForTheGoods(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.buy(purchase{user: 7, quantity: 75})
	f.buy(purchase{user: 7, quantity: 75})
	f.advanceDays(30)
	f.requirePoints(7, 3000, 0)
	for name, c := range map[string]struct {
		points, amount, counted int64
		reason                  string
	}{
		"some":          {150, 150, 150, ""},
		"all":           {2000, 2000, 2000, ""},
		"more than all": {2500, 2000, 2000, ""},
		"not there":     {3001, 0, 0, "points_not_enough"},
	} {
		got := f.discount(purchase{user: 7, points: c.points}, "points")
		if got.Amount != c.amount || got.Points != c.counted || got.Reason != c.reason || got.Applied != (c.reason == "") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	o := f.place(purchase{user: 7, points: 2500})
	if o.Amounts.OrderTotal != 0 || o.Status != order.Processing {
		t.Fatalf("an order that points pay: %+v", o.Amounts)
	}
	f.requirePoints(7, 1000, 0)
	if _, _, err := f.submission(purchase{user: 7, points: -1}); fault.Code(err) != "validation_failed" {
		t.Fatalf("negative points: %v", err)
	}
	f.requireBalance()
}

// The lot that expires first is spent first, and a cancelled order gives it its points back with their date.
func TestTheOldestPointsGoFirstAndComeBackToTheirLot(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.buy(purchase{user: 7, quantity: 5})
	f.advanceDays(10)
	f.buy(purchase{user: 7, quantity: 5})
	f.advanceDays(30)
	o := f.place(purchase{user: 7, points: 120})
	lots := func(want ...int) {
		t.Helper()
		for n, w := range want {
			if got := f.Count(t, `select remaining from point_lot where user_id = 7 order by expires_at offset ? limit 1`, n); got != w {
				t.Errorf("lot %d has %d points, want %d", n, got, w)
			}
		}
	}
	lots(0, 80)
	f.requireOK("cancel", f.cancel(o.ID))
	f.requireOK("cancel again", f.cancel(o.ID))
	lots(100, 100)
	f.requirePoints(7, 200, 0)

	f.advanceDays(350)
	last := f.place(purchase{user: 7, points: 150})
	f.advanceDays(8) // the first lot is over, the second is not
	f.requireOK("cancel", f.cancel(last.ID))
	f.requirePoints(7, 100, 0)
	if n := f.Count(t, `select sum(points) from point_entry where kind = 'expire'`); n != -100 {
		t.Errorf("%d points expired, want 100", -n)
	}
	f.requireBalance()
}

func TestARefundReversesProRata(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.buy(purchase{user: 7, quantity: 5})
	f.advanceDays(30)
	o := f.buy(purchase{user: 7, quantity: 2, points: 100}) // pays 39.00, earns 39
	f.requirePoints(7, 0, 39)
	f.requireOK("refund", f.refund(o.ID, 1300)) // a third
	f.requirePoints(7, 33, 26)
	f.requireOK("refund the rest", f.refund(o.ID, 2600))
	f.requirePoints(7, 100, 0)
	f.requireBalance()
}

// What had been spent before it was taken back is owed, and points that come in pay it.
func TestPointsThatWereSpentAreOwed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.buy(purchase{user: 7, quantity: 5})
	f.advanceDays(30)
	f.buy(purchase{user: 7, points: 80, quantity: 5}) // pays 99.20, earns 99
	f.requireOK("refund", f.refund(first.ID, 10_000))
	f.requirePoints(7, 0, 99)
	if owed := f.Count(t, `select owed from reward_account where user_id = 7`); owed != 80 {
		t.Fatalf("owed %d", owed)
	}
	f.advanceDays(30)
	f.requirePoints(7, 19, 0)
	if got := f.discount(purchase{user: 7, points: 20}, "points"); got.Reason != "points_not_enough" {
		t.Fatalf("spending what is owed: %+v", got)
	}
	f.place(purchase{user: 7, points: 19})
	f.requirePoints(7, 0, 0)
	f.requireBalance()
}

// The part of an order that was refunded before the rest was delivered does not cost the rest its points.
func TestARefundBeforeDelivery(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.place(purchase{user: 7, quantity: 5})
	f.requireOK("pay", f.pay(o.ID))
	f.requireOK("refund", f.refund(o.ID, 4000))
	f.requireOK("deliver", f.deliver(o.ID))
	f.requirePoints(7, 0, 60)
	f.requireBalance()
}

// The points of an order that is held are neither spent nor lost, and go when its money does.
func TestAHoldFreezesPoints(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	kept, lost := f.buy(purchase{user: 7, quantity: 5}), f.buy(purchase{user: 7})
	f.advanceDays(30)
	for _, o := range []order.Order{kept, lost} {
		f.requireOK("hold", f.hold(o.ID))
	}
	f.requirePoints(7, 0, 120)
	if got := f.discount(purchase{user: 7, points: 1}, "points"); got.Reason != "points_not_enough" {
		t.Fatalf("spending frozen points: %+v", got)
	}
	f.advanceDays(400)
	f.requireOK("daily", f.Rewards.Daily(ctx))
	f.requirePoints(7, 0, 120)
	f.requireOK("refund", f.refund(lost.ID, 2000))
	f.requirePoints(7, 0, 100)
	f.requireOK("lift", f.Orders.Lift(ctx, kept.ID, "staff", "dispute won"))
	f.requireOK("daily", f.Rewards.Daily(ctx))
	f.requirePoints(7, 0, 0)
	f.requireBalance()
}

// A hold that ends because its reason has gone, as when a dispute is won, leaves no points behind.
func TestAReleasedHoldUnfreezesPoints(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.buy(purchase{user: 7, quantity: 5})
	f.advanceDays(30)
	f.requireOK("hold", f.withLocked(o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		return f.Orders.Hold(ctx, tx, l, "dispute")
	}))
	f.requirePoints(7, 0, 100)
	release := func(reason string) {
		f.requireOK("release", f.withLocked(o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
			return f.Orders.Release(ctx, tx, l, reason, "provider")
		}))
	}
	release("something else")
	f.requirePoints(7, 0, 100)
	release("dispute")
	f.requirePoints(7, 100, 0)
	f.requireBalance()
}

// A card earns when it is sent.
func TestAParcelEarnsWhenItLeaves(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s, _, err := f.submission(purchase{user: 7})
	f.requireOK("budget", err)
	s.Item.SimType, s.ExpectedTotal = "physical", 2300
	s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1", City: "Hong Kong"}
	o := f.Place(t, s)
	f.requireOK("pay", f.pay(o.ID))
	f.requirePoints(7, 0, 0)
	f.requireOK("ship", f.withLocked(o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		return f.Orders.Ship(ctx, tx, l, "SF1", []order.ShippedLine{{LineID: o.Lines[0].ID, Cards: []string{"8985200000000000001"}}}, "staff")
	}))
	f.requirePoints(7, 0, 20)
	f.requireBalance()
}

// Eight tabs spend the same hundred points at once, twenty-five each.
func TestParallelSpending(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.buy(purchase{user: 7, quantity: 5})
	f.advanceDays(30)
	var tabs []order.Submission
	for range 8 {
		s, _, err := f.submission(purchase{user: 7, points: 25})
		f.requireOK("budget", err)
		tabs = append(tabs, s)
	}
	answers := f.submitAtOnce(tabs)
	if answers[""] != 4 || answers["points_not_enough"]+answers["price_changed"] != 4 {
		t.Fatalf("answers: %v", answers)
	}
	f.requirePoints(7, 0, 0)
	f.requireBalance()
}

// Owners of points hear of their end 30 and 7 days before, once each, and nobody else does.
func TestNoticesBeforePointsExpire(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.People[7] = reward.Person{Email: "ada@example.com", FirstName: "Ada", Locale: "zh"}
	f.buy(purchase{user: 7, quantity: 5})
	f.buy(purchase{user: 8, quantity: 5}) // an account that is gone
	mails := func(want int) {
		t.Helper()
		f.requireOK("daily", f.Rewards.Daily(ctx))
		f.requireOK("daily", f.Rewards.Daily(ctx))
		if n := f.Count(t, `select count(*) from notification where template = 'points_expiring' and locale = 'zh' and recipient = 'ada@example.com'`); n != want {
			t.Errorf("%d mails, want %d", n, want)
		}
		if n := f.Count(t, `select count(*) from river_job where kind = 'notify_deliver'`); n != want {
			t.Errorf("%d jobs, want %d", n, want)
		}
	}
	start := f.Clock.Now().AddDate(0, 0, 30+365)
	for _, step := range []struct{ before, mails int }{{31, 0}, {30, 1}, {8, 1}, {7, 2}, {1, 2}} {
		f.advanceTo(start.AddDate(0, 0, -step.before))
		mails(step.mails)
	}
	f.advanceTo(start.Add(-time.Second))
	f.requirePoints(7, 100, 0)
	f.advanceTo(start)
	f.requirePoints(7, 0, 0)
	mails(2)
	if n := f.Count(t, `select sum(points) from point_entry where kind = 'expire'`); n != -200 {
		t.Errorf("%d points expired, want 200", -n)
	}
	f.requireBalance()
}

func TestTheLedgerIsAppendOnly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.buy(purchase{user: 7})
	for _, sql := range []string{`update point_entry set points = points + 1`, `delete from point_entry`} {
		if err := f.DB.Gorm.Exec(sql).Error; err == nil {
			t.Errorf("%s went through", sql)
		}
	}
}

// The promise of placing an order in twelve statements is kept with points spent, too.
func TestSpendingPointsTakesFewStatements(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.buy(purchase{user: 7, quantity: 5})
	f.advanceDays(30)
	s, _, err := f.submission(purchase{user: 7, points: 50})
	f.requireOK("budget", err)
	counted, n := pg.CountStatements(ctx)
	_, err = f.Orders.Submit(counted, s)
	f.requireOK("submit", err)
	if n.Count() > 12 {
		t.Errorf("placing an order with points took %d statements: %q", n.Count(), n.All())
	}
	t.Logf("placing an order with points: %d statements", n.Count())
}
