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
	d := newFixture(t)
	d.buy(wish{user: 7, quantity: 5})
	d.has(7, 0, 100)
	d.days(29)
	d.has(7, 0, 100)
	d.days(1)
	d.has(7, 100, 0)
	d.sound()
}

// An item is rewarded once, however often its delivery is noted, by what was paid for it in money.
func TestAnItemEarnsOnceAndOnlyForMoney(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	o := d.buy(wish{user: 7, quantity: 5})
	d.must("deliver again", d.deliver(o.ID))
	d.days(30)
	d.has(7, 100, 0)
	d.buy(wish{user: 7, points: 30})
	d.has(7, 70, 19) // 20.00 less 0.30
	d.sound()
}

func TestPointsPayAtMostForTheGoods(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.buy(wish{user: 7, quantity: 75})
	d.buy(wish{user: 7, quantity: 75})
	d.days(30)
	d.has(7, 3000, 0)
	for name, c := range map[string]struct {
		points, amount, counted int64
		reason                  string
	}{
		"some":          {150, 150, 150, ""},
		"all":           {2000, 2000, 2000, ""},
		"more than all": {2500, 2000, 2000, ""},
		"not there":     {3001, 0, 0, "points_not_enough"},
	} {
		got := d.discount(wish{user: 7, points: c.points}, "points")
		if got.Amount != c.amount || got.Points != c.counted || got.Reason != c.reason || got.Applied != (c.reason == "") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	o := d.place(wish{user: 7, points: 2500})
	if o.Amounts.OrderTotal != 0 || o.Status != order.Processing {
		t.Fatalf("an order that points pay: %+v", o.Amounts)
	}
	d.has(7, 1000, 0)
	if _, _, err := d.submission(wish{user: 7, points: -1}); fault.Code(err) != "validation_failed" {
		t.Fatalf("negative points: %v", err)
	}
	d.sound()
}

// The lot that expires first is spent first, and a cancelled order gives it its points back with their date.
func TestTheOldestPointsGoFirstAndComeBackToTheirLot(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.buy(wish{user: 7, quantity: 5})
	d.days(10)
	d.buy(wish{user: 7, quantity: 5})
	d.days(30)
	o := d.place(wish{user: 7, points: 120})
	lots := func(want ...int) {
		t.Helper()
		for n, w := range want {
			if got := d.Count(t, `select remaining from point_lot where user_id = 7 order by expires_at offset ? limit 1`, n); got != w {
				t.Errorf("lot %d has %d points, want %d", n, got, w)
			}
		}
	}
	lots(0, 80)
	d.must("cancel", d.cancel(o.ID))
	d.must("cancel again", d.cancel(o.ID))
	lots(100, 100)
	d.has(7, 200, 0)

	d.days(350)
	last := d.place(wish{user: 7, points: 150})
	d.days(8) // the first lot is over, the second is not
	d.must("cancel", d.cancel(last.ID))
	d.has(7, 100, 0)
	if n := d.Count(t, `select sum(points) from point_entry where kind = 'expire'`); n != -100 {
		t.Errorf("%d points expired, want 100", -n)
	}
	d.sound()
}

func TestARefundReversesProRata(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.buy(wish{user: 7, quantity: 5})
	d.days(30)
	o := d.buy(wish{user: 7, quantity: 2, points: 100}) // pays 39.00, earns 39
	d.has(7, 0, 39)
	d.must("refund", d.refund(o.ID, 1300)) // a third
	d.has(7, 33, 26)
	d.must("refund the rest", d.refund(o.ID, 2600))
	d.has(7, 100, 0)
	d.sound()
}

// What had been spent before it was taken back is owed, and points that come in pay it.
func TestPointsThatWereSpentAreOwed(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.buy(wish{user: 7, quantity: 5})
	d.days(30)
	d.buy(wish{user: 7, points: 80, quantity: 5}) // pays 99.20, earns 99
	d.must("refund", d.refund(first.ID, 10_000))
	d.has(7, 0, 99)
	if owed := d.Count(t, `select owed from reward_account where user_id = 7`); owed != 80 {
		t.Fatalf("owed %d", owed)
	}
	d.days(30)
	d.has(7, 19, 0)
	if got := d.discount(wish{user: 7, points: 20}, "points"); got.Reason != "points_not_enough" {
		t.Fatalf("spending what is owed: %+v", got)
	}
	d.place(wish{user: 7, points: 19})
	d.has(7, 0, 0)
	d.sound()
}

// The part of an order that was refunded before the rest was delivered does not cost the rest its points.
func TestARefundBeforeDelivery(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	o := d.place(wish{user: 7, quantity: 5})
	d.must("pay", d.pay(o.ID))
	d.must("refund", d.refund(o.ID, 4000))
	d.must("deliver", d.deliver(o.ID))
	d.has(7, 0, 60)
	d.sound()
}

// The points of an order that is held are neither spent nor lost, and go when its money does.
func TestAHoldFreezesPoints(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	kept, lost := d.buy(wish{user: 7, quantity: 5}), d.buy(wish{user: 7})
	d.days(30)
	for _, o := range []order.Order{kept, lost} {
		d.must("hold", d.hold(o.ID))
	}
	d.has(7, 0, 120)
	if got := d.discount(wish{user: 7, points: 1}, "points"); got.Reason != "points_not_enough" {
		t.Fatalf("spending frozen points: %+v", got)
	}
	d.days(400)
	d.must("daily", d.Rewards.Daily(ctx))
	d.has(7, 0, 120)
	d.must("refund", d.refund(lost.ID, 2000))
	d.has(7, 0, 100)
	d.must("lift", d.Orders.Lift(ctx, kept.ID, "staff", "dispute won"))
	d.must("daily", d.Rewards.Daily(ctx))
	d.has(7, 0, 0)
	d.sound()
}

// A hold that ends because its reason has gone, as when a dispute is won, leaves no points behind.
func TestAReleaseThawsPoints(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	o := d.buy(wish{user: 7, quantity: 5})
	d.days(30)
	d.must("hold", d.move(o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		return d.Orders.Hold(ctx, tx, l, "dispute")
	}))
	d.has(7, 0, 100)
	release := func(reason string) {
		d.must("release", d.move(o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
			return d.Orders.Release(ctx, tx, l, reason, "provider")
		}))
	}
	release("something else")
	d.has(7, 0, 100)
	release("dispute")
	d.has(7, 100, 0)
	d.sound()
}

// A card earns when it is sent.
func TestAParcelEarnsWhenItLeaves(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	s, _, err := d.submission(wish{user: 7})
	d.must("budget", err)
	s.Item.SimType, s.ExpectedTotal = "physical", 2300
	s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1", City: "Hong Kong"}
	o := d.Place(t, s)
	d.must("pay", d.pay(o.ID))
	d.has(7, 0, 0)
	d.must("ship", d.move(o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		return d.Orders.Ship(ctx, tx, l, "SF1", []order.ShippedLine{{LineID: o.Lines[0].ID, Cards: []string{"8985200000000000001"}}}, "staff")
	}))
	d.has(7, 0, 20)
	d.sound()
}

// Eight tabs spend the same hundred points at once, twenty-five each.
func TestParallelSpending(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.buy(wish{user: 7, quantity: 5})
	d.days(30)
	var tabs []order.Submission
	for range 8 {
		s, _, err := d.submission(wish{user: 7, points: 25})
		d.must("budget", err)
		tabs = append(tabs, s)
	}
	answers := d.race(tabs)
	if answers[""] != 4 || answers["points_not_enough"]+answers["price_changed"] != 4 {
		t.Fatalf("answers: %v", answers)
	}
	d.has(7, 0, 0)
	d.sound()
}

// Owners of points hear of their end 30 and 7 days before, once each, and nobody else does.
func TestNoticesBeforePointsExpire(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.People[7] = reward.Person{Email: "ada@example.com", FirstName: "Ada", Locale: "zh"}
	d.buy(wish{user: 7, quantity: 5})
	d.buy(wish{user: 8, quantity: 5}) // an account that is gone
	mails := func(want int) {
		t.Helper()
		d.must("daily", d.Rewards.Daily(ctx))
		d.must("daily", d.Rewards.Daily(ctx))
		if n := d.Count(t, `select count(*) from notification where template = 'points_expiring' and locale = 'zh' and recipient = 'ada@example.com'`); n != want {
			t.Errorf("%d mails, want %d", n, want)
		}
		if n := d.Count(t, `select count(*) from river_job where kind = 'notify_deliver'`); n != want {
			t.Errorf("%d jobs, want %d", n, want)
		}
	}
	start := d.Clock.Now().AddDate(0, 0, 30+365)
	for _, step := range []struct{ before, mails int }{{31, 0}, {30, 1}, {8, 1}, {7, 2}, {1, 2}} {
		d.at(start.AddDate(0, 0, -step.before))
		mails(step.mails)
	}
	d.at(start.Add(-time.Second))
	d.has(7, 100, 0)
	d.at(start)
	d.has(7, 0, 0)
	mails(2)
	if n := d.Count(t, `select sum(points) from point_entry where kind = 'expire'`); n != -200 {
		t.Errorf("%d points expired, want 200", -n)
	}
	d.sound()
}

func TestTheLedgerIsFinal(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.buy(wish{user: 7})
	for _, sql := range []string{`update point_entry set points = points + 1`, `delete from point_entry`} {
		if err := d.DB.Gorm.Exec(sql).Error; err == nil {
			t.Errorf("%s went through", sql)
		}
	}
}

// The promise of placing an order in twelve statements is kept with points spent, too.
func TestSpendingPointsTakesFewStatements(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.buy(wish{user: 7, quantity: 5})
	d.days(30)
	s, _, err := d.submission(wish{user: 7, points: 50})
	d.must("budget", err)
	counted, n := pg.CountStatements(ctx)
	_, err = d.Orders.Submit(counted, s)
	d.must("submit", err)
	if n.Count() > 12 {
		t.Errorf("placing an order with points took %d statements: %q", n.Count(), n.All())
	}
	t.Logf("placing an order with points: %d statements", n.Count())
}
