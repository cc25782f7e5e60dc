package reward_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/reward"
)

func (f *fixture) adjust(user, points int64) error {
	return f.Rewards.Adjust(ctx, reward.Adjustment{TenantID: 20, UserID: user, Points: points, Actor: "staff:mei", Reason: "goodwill"})
}

// Staff give points that can be spent at once and take points, also such as were spent: those are owed.
func TestStaffAdjustPoints(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.requireOK("give", f.adjust(7, 500))
	f.requirePoints(7, 500, 0)
	f.place(purchase{user: 7, points: 300})
	f.requireOK("take", f.adjust(7, -350))
	f.requirePoints(7, 0, 0)
	if owed := f.Count(t, `select owed from reward_account where user_id = 7`); owed != 150 {
		t.Errorf("%d points are owed", owed)
	}
	f.requireOK("give again", f.adjust(7, 200))
	f.requirePoints(7, 50, 0)
	for _, points := range []int64{0, 1_000_001, -1_000_001} {
		if err := f.adjust(7, points); fault.Code(err) != "validation_failed" {
			t.Errorf("%d points: %v", points, err)
		}
	}
	list, total, err := f.Rewards.Ledger(ctx, 20, 7, 1, 10)
	if err != nil || total != 4 || list[0].Kind != "adjust" || list[0].Points != 200 || list[0].ExpiresAt == nil || list[1].Points != -350 {
		t.Errorf("ledger: %+v %v", list, err)
	}
	if n := f.Count(t, `
		select count(*) from audit_log a join point_entry e on e.source_type = 'staff' and e.source_id = cast(a.id as text)
		where a.entity = 'customer' and a.entity_id = '7' and a.actor = 'staff:mei' and a.detail->>'reason' = 'goodwill'
		  and cast(a.detail->>'points' as bigint) = e.points`); n != 3 {
		t.Errorf("%d of 3 adjustments are in the audit log", n)
	}
	f.advanceDays(365)
	f.requireOK("daily", f.Rewards.Daily(ctx))
	f.requirePoints(7, 0, 0)
	f.requireBalance()
}

// An adjustment names the one before it, as staff saw it: what is sent twice, one after the other or at once, is made once.
func TestAnAdjustmentIsMadeOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	last, err := f.Rewards.LastAdjustment(ctx, 20, 7)
	f.requireOK("last adjustment", err)
	give := reward.Adjustment{TenantID: 20, UserID: 7, Points: 500, Last: &last, Actor: "staff:mei", Reason: "goodwill"}
	codes := make(chan string, 6)
	for range cap(codes) {
		go func() { codes <- fault.Code(f.Rewards.Adjust(ctx, give)) }()
	}
	got := map[string]int{}
	for range cap(codes) {
		got[<-codes]++
	}
	if got[""] != 1 || got["points_overtaken"] != 5 {
		t.Errorf("six at once: %v", got)
	}
	f.requirePoints(7, 500, 0)
	seen, err := f.Rewards.LastAdjustment(ctx, 20, 7)
	f.requireOK("last adjustment", err)
	if seen == last {
		t.Error("the adjustment is not the last one")
	}
	give.Last, give.Points = &seen, -700
	f.requireOK("take", f.Rewards.Adjust(ctx, give))
	f.requirePoints(7, 0, 0)
	if sum, err := f.Rewards.Summary(ctx, 20, 7); err != nil || sum.Owed != 200 {
		t.Errorf("owed: %+v %v", sum, err)
	}
	f.requireBalance()
}

// A code that is only for whom it was given to is a customer's once staff have given it.
func TestStaffGrantAPromoCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddPromoCode(t, "SORRY", 300, 0, 1)
	f.Exec(t, `update promo_code set grant_on = 'staff' where code = 'SORRY'`)
	gift := reward.Gift{TenantID: 20, UserID: 7, Code: " sorry", Actor: "staff:mei", Reason: "late parcel"}
	applies := func() bool {
		s := f.Submission("plan", 1, 0)
		s.UserID, s.Coupon = 7, "SORRY"
		b, err := f.Orders.Budget(ctx, s.Selection)
		f.requireOK("budget", err)
		return b.Discounts[0].Applied
	}
	if applies() {
		t.Error("the code is everybody's")
	}
	for range 2 {
		f.requireOK("grant", f.Rewards.Grant(ctx, gift))
	}
	if !applies() {
		t.Error("the code is not the customer's")
	}
	if list, err := f.Rewards.Wallet(ctx, 20, 7); err != nil || len(list) != 1 || list[0].Code != "SORRY" || list[0].Reason != "" {
		t.Errorf("wallet: %+v %v", list, err)
	}
	if n := f.Count(t, `select count(*) from audit_log where action = 'grant promo' and detail->>'reason' = 'late parcel' and entity_id = '7'`); n != 1 {
		t.Errorf("%d entries in the audit log", n)
	}
	gift.Code = "NOSUCH"
	if err := f.Rewards.Grant(ctx, gift); fault.Code(err) != "promo_unknown" {
		t.Errorf("no such code: %v", err)
	}
}
