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

func (f *fixture) requireReferrals(want ...string) {
	f.t.Helper()
	list, err := f.Rewards.Referrals(ctx, 20, 1)
	f.requireOK("referrals", err)
	var got []string
	for _, r := range list {
		got = append(got, r.State)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.t.Errorf("referrals %v, want %v", got, want)
	}
}

func TestBothSidesOfAReferralAreRewarded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.openCustomer(1, "ada@example.com", "v:ada")
	typed := " " + code[:5] + "-" + code[5:]
	o := f.place(purchase{user: 2, code: typed})
	if o.Amounts.OrderTotal != 1500 || o.Lines[0].DiscountShare != 500 {
		t.Fatalf("the friend's order: %+v", o.Amounts)
	}
	f.requireReferrals("pending")
	f.requireOK("pay", f.pay(o.ID))
	f.requirePoints(1, 0, 0)
	f.requireOK("deliver", f.deliver(o.ID))
	f.requirePoints(1, 0, 500)
	f.requirePoints(2, 0, 100+15)
	f.requireReferrals("pending")
	f.advanceDays(30)
	f.requirePoints(1, 500, 0)
	f.requirePoints(2, 115, 0)
	f.requireReferrals("rewarded")
	f.requireBalance()
}

func TestWhoseReferralCodeCounts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.openCustomer(1, "ada@example.com", "v:ada")
	f.buy(purchase{user: 3})
	f.requireOK("cancel", f.cancel(f.place(purchase{user: 4, code: code}).ID))
	cheap := f.openCustomer(5, "", "")
	f.AddProduct(t, "cheap", 999, 10)
	f.requireOK("open", f.Rewards.Open(ctx, reward.Customer{TenantID: 20, UserID: 6, Emails: []string{"ADA+second@example.com"}}))
	for name, c := range map[string]struct {
		purchase
		reason string
	}{
		"a friend":                       {purchase{user: 2, code: code, email: "bob@example.com", browser: "v:bob"}, ""},
		"after a cancelled order":        {purchase{user: 4, code: code}, ""},
		"a guest":                        {purchase{code: code}, "login_for_referral"},
		"nobody's code":                  {purchase{user: 2, code: "0000000000"}, "referral_unknown"},
		"one's own":                      {purchase{user: 1, code: code}, "referral_self"},
		"the same mailbox":               {purchase{user: 2, code: code, email: "Ada+friend@Example.com"}, "referral_self"},
		"a second account, same mailbox": {purchase{user: 6, code: code}, "referral_self"},
		"the same browser":               {purchase{user: 2, code: code, browser: "v:ada"}, "referral_self"},
		"a second order":                 {purchase{user: 3, code: code}, "referral_first_order"},
		"the code of another friend":     {purchase{user: 3, code: cheap}, "referral_first_order"},
	} {
		t.Run(name, func(t *testing.T) {
			got := f.discount(c.purchase, "referral")
			if got.Reason != c.reason || got.Applied != (c.reason == "") || (got.Amount == 500) != got.Applied {
				t.Errorf("%+v, want reason %q", got, c.reason)
			}
		})
	}
	s, _, err := f.submission(purchase{user: 2, code: code})
	f.requireOK("budget", err)
	s.Item.GoodsID = "cheap"
	b, err := f.Orders.Budget(ctx, s.Selection)
	if err != nil || b.Discounts[0].Reason != "referral_min_spend" {
		t.Errorf("a small order: %+v %v", b.Discounts, err)
	}
	f.requireBalance()
}

// What was kept before mailboxes at Google were one is known under the spelling of then.
func TestAFriendsMailboxAtGoogle(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.openCustomer(1, "a.da@gmail.com", "v:ada")
	if got := f.discount(purchase{user: 2, code: code, email: "ada+2@googlemail.com"}, "referral"); got.Reason != "referral_self" {
		t.Errorf("one's own mailbox: %+v", got)
	}
	o := f.place(purchase{user: 2, code: code, email: "bob@example.com"})
	f.Exec(t, `update referral set friend_mailbox = ? where order_id = ?`, f.Prints.Of("reward mailbox", 20, "b.ob@gmail.com"), o.ID)
	s, _, err := f.submission(purchase{user: 3, code: code, email: "b.ob@gmail.com"})
	f.requireOK("budget", err)
	if _, err := f.Submit(s); fault.Code(err) != "referral_first_order" {
		t.Errorf("a friend of before under another account: %v", err)
	}
	f.requireBalance()
}

func TestARefundTakesTheReferralBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.openCustomer(1, "ada@example.com", "v:ada")
	part := f.buy(purchase{user: 2, code: code, quantity: 3})
	f.requireOK("refund a little", f.refund(part.ID, 500))
	f.requirePoints(1, 0, 500)
	f.requireOK("refund more", f.refund(part.ID, 4200)) // what stays is 8.73 of goods, below the minimum of 10.00
	f.requirePoints(1, 0, 0)
	f.requireReferrals("void")

	// Spent before it was taken back: owed.
	whole := f.buy(purchase{user: 3, code: code})
	f.advanceDays(30)
	f.place(purchase{user: 1, points: 500})
	f.requireOK("refund", f.refund(whole.ID, 1500))
	f.requirePoints(1, 0, 0)
	if owed := f.Count(t, `select owed from reward_account where user_id = 1`); owed != 500 {
		t.Errorf("owed %d", owed)
	}
	f.requireBalance()
}

// Two accounts that turn out to be one person before the reward is due get none.
func TestASelfReferralThatShowsLater(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.openCustomer(1, "ada@example.com", "v:ada")
	o := f.place(purchase{user: 2, code: code})
	f.requireOK("pay", f.pay(o.ID))
	f.openCustomer(1, "ada@example.com", "v:shared")
	f.openCustomer(2, "bob@example.com", "v:shared")
	f.requireOK("deliver", f.deliver(o.ID))
	f.requirePoints(1, 0, 0)
	f.requirePoints(2, 0, 15)
	f.requireReferrals("void")
	f.requireBalance()
}

// Of parallel orders of one friend, and of two accounts with one mailbox, one is a referral.
func TestParallelReferrals(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.openCustomer(1, "ada@example.com", "v:ada")
	var tabs []order.Submission
	for n := range 8 {
		s, _, err := f.submission(purchase{user: int64(2 + n%2), code: code, email: "bob@example.com"})
		f.requireOK("budget", err)
		tabs = append(tabs, s)
	}
	answers := f.submitAtOnce(tabs)
	if answers[""] != 1 || answers["referral_first_order"]+answers["price_changed"] != 7 {
		t.Fatalf("answers: %v", answers)
	}
	f.requireBalance()
}

func TestADeletedAccountIsNotRecognised(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.openCustomer(1, "ada@example.com", "v:ada")
	f.requireOK("erase", f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error { return f.Rewards.Erase(ctx, tx, 20, 1) }))
	if n := f.Count(t, `select count(*) from reward_mark`); n != 0 {
		t.Errorf("%d marks are left", n)
	}
	if got := f.discount(purchase{user: 2, code: code}, "referral"); got.Reason != "referral_unknown" {
		t.Errorf("the code of a deleted account: %+v", got)
	}
}

func TestTheWallet(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddPromoCode(t, "PUBLIC", 100, 0, 0)
	f.AddPromoCode(t, "HELLO", 100, 0, 1)
	f.AddPromoCode(t, "VIP", 300, 0, 0)
	f.Exec(t, `update promo_code set grant_on = case code when 'HELLO' then 'signup' else 'staff' end where code in ('HELLO', 'VIP')`)
	f.openCustomer(1, "ada@example.com", "")
	codes := func(want string) {
		t.Helper()
		wallet, err := f.Rewards.Wallet(ctx, 20, 1)
		f.requireOK("wallet", err)
		got := ""
		for _, p := range wallet {
			got += p.Code + p.Reason + " "
		}
		if got != want {
			t.Errorf("wallet %q, want %q", got, want)
		}
	}
	codes("HELLO ")
	f.Exec(t, `insert into promo_grant select 20, 1, id, now() from promo_code where code = 'VIP'`)
	codes("HELLO VIP ")
	for user, want := range map[int64]string{0: "promo_unknown", 2: "promo_unknown", 1: ""} {
		s, _, err := f.submission(purchase{user: user})
		f.requireOK("budget", err)
		s.Coupon = "hello"
		b, err := f.Orders.Budget(ctx, s.Selection)
		if err != nil || b.Discounts[0].Reason != want {
			t.Errorf("customer %d uses the code of customer 1: %+v %v", user, b.Discounts, err)
		}
		if s.ExpectedTotal = b.OrderTotal; user == 1 {
			f.Place(t, s)
		}
	}
	codes("VIP HELLOpromo_already_used ")
	f.requireBalance()
}
