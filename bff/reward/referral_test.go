package reward_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
)

func (d *fixture) referrals(want ...string) {
	d.t.Helper()
	list, err := d.Rewards.Referrals(ctx, 20, 1)
	d.must("referrals", err)
	var got []string
	for _, r := range list {
		got = append(got, r.State)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		d.t.Errorf("referrals %v, want %v", got, want)
	}
}

func TestBothSidesOfAReferralAreRewarded(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.code(1, "ada@example.com", "v:ada")
	typed := " " + code[:5] + "-" + code[5:]
	o := d.place(wish{user: 2, code: typed})
	if o.Amounts.OrderTotal != 1500 || o.Lines[0].DiscountShare != 500 {
		t.Fatalf("the friend's order: %+v", o.Amounts)
	}
	d.referrals("pending")
	d.must("pay", d.pay(o.ID))
	d.has(1, 0, 0)
	d.must("deliver", d.deliver(o.ID))
	d.has(1, 0, 500)
	d.has(2, 0, 100+15)
	d.referrals("pending")
	d.days(30)
	d.has(1, 500, 0)
	d.has(2, 115, 0)
	d.referrals("rewarded")
	d.sound()
}

func TestWhoseReferralCodeCounts(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.code(1, "ada@example.com", "v:ada")
	d.buy(wish{user: 3})
	d.must("cancel", d.cancel(d.place(wish{user: 4, code: code}).ID))
	cheap := d.code(5, "", "")
	d.AddProduct(t, "cheap", 999, 10)
	d.must("open", d.Rewards.Open(ctx, reward.Customer{TenantID: 20, UserID: 6, Emails: []string{"ADA+second@example.com"}}))
	for name, c := range map[string]struct {
		wish
		reason string
	}{
		"a friend":                       {wish{user: 2, code: code, email: "bob@example.com", browser: "v:bob"}, ""},
		"after a cancelled order":        {wish{user: 4, code: code}, ""},
		"a guest":                        {wish{code: code}, "login_for_referral"},
		"nobody's code":                  {wish{user: 2, code: "0000000000"}, "referral_unknown"},
		"one's own":                      {wish{user: 1, code: code}, "referral_self"},
		"the same mailbox":               {wish{user: 2, code: code, email: "Ada+friend@Example.com"}, "referral_self"},
		"a second account, same mailbox": {wish{user: 6, code: code}, "referral_self"},
		"the same browser":               {wish{user: 2, code: code, browser: "v:ada"}, "referral_self"},
		"a second order":                 {wish{user: 3, code: code}, "referral_first_order"},
		"the code of another friend":     {wish{user: 3, code: cheap}, "referral_first_order"},
	} {
		t.Run(name, func(t *testing.T) {
			got := d.discount(c.wish, "referral")
			if got.Reason != c.reason || got.Applied != (c.reason == "") || (got.Amount == 500) != got.Applied {
				t.Errorf("%+v, want reason %q", got, c.reason)
			}
		})
	}
	s, _, err := d.submission(wish{user: 2, code: code})
	d.must("budget", err)
	s.Item.GoodsID = "cheap"
	b, err := d.Orders.Budget(ctx, s.Selection)
	if err != nil || b.Discounts[0].Reason != "referral_min_spend" {
		t.Errorf("a small order: %+v %v", b.Discounts, err)
	}
	d.sound()
}

// What was kept before mailboxes at Google were one is known under the spelling of then.
func TestAFriendsMailboxAtGoogle(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.code(1, "a.da@gmail.com", "v:ada")
	if got := d.discount(wish{user: 2, code: code, email: "ada+2@googlemail.com"}, "referral"); got.Reason != "referral_self" {
		t.Errorf("one's own mailbox: %+v", got)
	}
	o := d.place(wish{user: 2, code: code, email: "bob@example.com"})
	d.Exec(t, `update referral set friend_mailbox = ? where order_id = ?`, d.Prints.Of("reward mailbox", 20, "b.ob@gmail.com"), o.ID)
	s, _, err := d.submission(wish{user: 3, code: code, email: "b.ob@gmail.com"})
	d.must("budget", err)
	if _, err := d.Submit(s); fault.Code(err) != "referral_first_order" {
		t.Errorf("a friend of before under another account: %v", err)
	}
	d.sound()
}

func TestARefundTakesTheReferralBack(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.code(1, "ada@example.com", "v:ada")
	part := d.buy(wish{user: 2, code: code, quantity: 3})
	d.must("refund a little", d.refund(part.ID, 500))
	d.has(1, 0, 500)
	d.must("refund more", d.refund(part.ID, 4200)) // what stays is 8.73 of goods, below the minimum of 10.00
	d.has(1, 0, 0)
	d.referrals("void")

	// Spent before it was taken back: owed.
	whole := d.buy(wish{user: 3, code: code})
	d.days(30)
	d.place(wish{user: 1, points: 500})
	d.must("refund", d.refund(whole.ID, 1500))
	d.has(1, 0, 0)
	if owed := d.Count(t, `select owed from reward_account where user_id = 1`); owed != 500 {
		t.Errorf("owed %d", owed)
	}
	d.sound()
}

// Two accounts that turn out to be one person before the reward is due get none.
func TestASelfReferralThatShowsLater(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.code(1, "ada@example.com", "v:ada")
	o := d.place(wish{user: 2, code: code})
	d.must("pay", d.pay(o.ID))
	d.code(1, "ada@example.com", "v:shared")
	d.code(2, "bob@example.com", "v:shared")
	d.must("deliver", d.deliver(o.ID))
	d.has(1, 0, 0)
	d.has(2, 0, 15)
	d.referrals("void")
	d.sound()
}

// Of parallel orders of one friend, and of two accounts with one mailbox, one is a referral.
func TestParallelReferrals(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.code(1, "ada@example.com", "v:ada")
	var tabs []order.Submission
	for n := range 8 {
		s, _, err := d.submission(wish{user: int64(2 + n%2), code: code, email: "bob@example.com"})
		d.must("budget", err)
		tabs = append(tabs, s)
	}
	answers := d.race(tabs)
	if answers[""] != 1 || answers["referral_first_order"]+answers["price_changed"] != 7 {
		t.Fatalf("answers: %v", answers)
	}
	d.sound()
}

func TestADeletedAccountIsNotRecognised(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.code(1, "ada@example.com", "v:ada")
	d.must("forget", d.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error { return d.Rewards.Forget(ctx, tx, 20, 1) }))
	if n := d.Count(t, `select count(*) from reward_mark`); n != 0 {
		t.Errorf("%d marks are left", n)
	}
	if got := d.discount(wish{user: 2, code: code}, "referral"); got.Reason != "referral_unknown" {
		t.Errorf("the code of a deleted account: %+v", got)
	}
}

func TestTheWallet(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.AddPromoCode(t, "PUBLIC", 100, 0, 0)
	d.AddPromoCode(t, "HELLO", 100, 0, 1)
	d.AddPromoCode(t, "VIP", 300, 0, 0)
	d.Exec(t, `update promo_code set grant_on = case code when 'HELLO' then 'signup' else 'staff' end where code in ('HELLO', 'VIP')`)
	d.code(1, "ada@example.com", "")
	codes := func(want string) {
		t.Helper()
		wallet, err := d.Rewards.Wallet(ctx, 20, 1)
		d.must("wallet", err)
		got := ""
		for _, p := range wallet {
			got += p.Code + p.Reason + " "
		}
		if got != want {
			t.Errorf("wallet %q, want %q", got, want)
		}
	}
	codes("HELLO ")
	d.Exec(t, `insert into promo_grant select 20, 1, id, now() from promo_code where code = 'VIP'`)
	codes("HELLO VIP ")
	for user, want := range map[int64]string{0: "promo_unknown", 2: "promo_unknown", 1: ""} {
		s, _, err := d.submission(wish{user: user})
		d.must("budget", err)
		s.Coupon = "hello"
		b, err := d.Orders.Budget(ctx, s.Selection)
		if err != nil || b.Discounts[0].Reason != want {
			t.Errorf("customer %d uses the code of customer 1: %+v %v", user, b.Discounts, err)
		}
		if s.ExpectedTotal = b.OrderTotal; user == 1 {
			d.Place(t, s)
		}
	}
	codes("VIP HELLOpromo_already_used ")
	d.sound()
}
