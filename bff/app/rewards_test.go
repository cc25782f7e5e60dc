package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

const rewards = "/gw/mall/us/rewards"

func readRewards(t *testing.T, p *apptest.Shopper) gen.Rewards {
	t.Helper()
	var r gen.Rewards
	p.Get(rewards).Into(t, &r)
	return r
}

// buyAtBudget places an order of eSIMs as the budget prices it, pays it and waits until it is delivered.
func buyAtBudget(t *testing.T, p *apptest.Shopper, body gen.SubmitOrderBody) gen.Order {
	t.Helper()
	body.ExpectedTotal = p.Budget(gen.DoBudgetBody{Source: body.Source, Item: body.Item, Referral: body.Referral, Points: body.Points}).OrderTotal
	placed := p.Place(body)
	if placed.Total > 0 {
		secret, _ := p.Create(placed.OrderNo)
		if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
			t.Fatalf("confirm: %d", status)
		}
	}
	waittest.Eventually(t, "the order is delivered", func() bool { return p.Detail(placed.OrderNo).Items[0].State == "ready_to_install" })
	return p.Detail(placed.OrderNo)
}

// Ada tells Bob her code; he buys with it; once the refund window is over she pays with the points.
func TestAFriendBuysAndBothSidesHavePoints(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	shop.Shopper(t).Get(rewards).RequireCode(t, http.StatusUnauthorized, "login_required")
	ada, bob := shop.Customer(t, "ada@example.com"), shop.Customer(t, "bob@example.com")

	hers := readRewards(t, ada)
	if hers.Points != 0 || hers.Pending != 0 || len(hers.Ledger.Items) != 0 || len(hers.ReferralCode) != 10 ||
		!strings.HasSuffix(hers.ReferralUrl, "/en/signup?referral="+hers.ReferralCode) || len(hers.Wallet) != 1 || !hers.Wallet[0].Usable {
		t.Fatalf("new rewards: %+v", hers)
	}
	if again := readRewards(t, ada); again.ReferralCode != hers.ReferralCode {
		t.Fatal("the referral code changed")
	}
	ada.Get(rewards, "page", "-1").RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")

	order := apptest.Order("jp-10g-15", "esim", 0, nil)
	order.Contact.Email, order.Referral = "bob@example.com", hers.ReferralCode
	first := buyAtBudget(t, bob, order)
	if d := first.Amounts.Discounts; len(d) != 1 || d[0].Kind != "referral" || d[0].Amount != 500 || first.Amounts.OrderTotal != 1590-500 {
		t.Fatalf("the friend's order: %+v", first.Amounts)
	}
	his := readRewards(t, bob)
	if his.Points != 0 || his.Pending != 10+100 || his.Ledger.Total != 2 || his.Ledger.Items[0].State != "pending" {
		t.Fatalf("the friend's rewards: %+v", his)
	}
	hers = readRewards(t, ada)
	if hers.Pending != 500 || len(hers.Referrals) != 1 || hers.Referrals[0].State != "pending" || hers.Ledger.Items[0].OrderNo != "" {
		t.Fatalf("the referrer's rewards: %+v", hers)
	}

	require.NoError(t, shop.DB.Gorm.Exec(`update point_lot set available_at = now() - interval '1 day'`).Error)
	var user gen.User
	ada.Get(userInfo).Into(t, &user)
	if user.Rewards == nil || user.Rewards.Points != 500 || user.Rewards.ReferralCode != hers.ReferralCode {
		t.Fatalf("the summary: %+v", user.Rewards)
	}
	spend := int64(400)
	order = apptest.Order("jp-10g-15", "esim", 0, nil)
	order.Contact.Email, order.Points = "ada@example.com", &spend
	paid := buyAtBudget(t, ada, order)
	if d := paid.Amounts.Discounts; len(d) != 1 || d[0].Kind != "points" || *d[0].Points != 400 || paid.Amounts.OrderTotal != 1590-400 {
		t.Fatalf("an order paid with points: %+v", paid.Amounts)
	}
	hers = readRewards(t, ada)
	if hers.Points != 100 || *hers.Worth != 100 || hers.Pending != 11 || hers.Expiring == nil || hers.Expiring.Points != 100 {
		t.Fatalf("after spending: %+v", hers)
	}
	if e := hers.Ledger.Items; len(e) != 3 || e[1].Kind != "redeem" || e[1].Points != -400 || e[1].OrderNo != paid.OrderNo {
		t.Fatalf("the ledger: %+v", e)
	}
	b := bob.Budget(gen.DoBudgetBody{Source: "buyNow", Item: order.Item, Points: &spend, Referral: hers.ReferralCode})
	for n, want := range []string{"referral_first_order", "points_not_enough"} {
		if d := b.Discounts[n]; d.Applied || d.Reason != want || d.Message == "" {
			t.Errorf("discount %+v, want %s", d, want)
		}
	}
}

// The code that was named at sign-up stands in the first checkout, with its reason where it does not count, until the
// address names another or something was ordered.
func TestTheCodeOfTheSignUpIsOfferedAtTheCheckout(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	code := readRewards(t, shop.Customer(t, "ada@example.com")).ReferralCode
	bob := shop.Shopper(t)
	form := apptest.Registration("bob@example.com", bob.Code("bob@example.com", "signup"))
	form.Referral = code
	bob.Seal(register, form).Into(t, &gen.Login{})
	friend := func(goods, lang, query string) []gen.Discount {
		t.Helper()
		data := page[gen.OrderPage](t, bob, "/"+lang+"/order?buyNow="+goods+"&simType=esim&quantity=1&compatibilityConfirmed=1"+query)
		return data.Budget.Discounts
	}
	if d := friend("jp-10g-15", "en", ""); len(d) != 1 || d[0].Kind != "referral" || d[0].Code != code || !d[0].Applied || d[0].Amount != 500 {
		t.Fatalf("offered: %+v", d)
	}
	for lang, words := range map[string]string{"en": "Your order is below the minimum for a referral code.", "zh": "订单金额未达到使用邀请码的最低要求。"} {
		if d := friend("jp-3g-7", lang, ""); len(d) != 1 || d[0].Applied || d[0].Reason != "referral_min_spend" || d[0].Message != words {
			t.Errorf("%s, below the minimum: %+v", lang, d)
		}
	}
	if d := friend("jp-10g-15", "en", "&referral=another"); len(d) != 1 || d[0].Code != "another" || d[0].Reason != "referral_unknown" {
		t.Errorf("another one: %+v", d)
	}
	// The code of the sign-up does not keep a small order from being placed; one that was typed now is not dropped.
	small := apptest.Order("jp-3g-7", "esim", 650, nil)
	small.Contact.Email, small.Referral = "bob@example.com", code
	bob.Place(small)
	carol := localShopper{shop.Customer(t, "carol@example.com"), t, "en"}
	small.Contact.Email = "carol@example.com"
	carol.requireFieldMessages(carol.Seal(submit, small, "Idempotency-Key", apptest.Key()), map[string]string{"referral": "referral_min_spend"})
	if d := friend("jp-10g-15", "en", ""); len(d) != 0 {
		t.Errorf("after an order: %+v", d)
	}
}

// The code that a sign-up grants takes something off at once, whatever the customer has looked at since.
func TestTheCodeThatASignUpGrants(t *testing.T) {
	t.Parallel()
	ada := apptest.Open(t, apptest.Options{}).Customer(t, "ada@example.com")
	b := ada.Budget(gen.DoBudgetBody{Source: "buyNow", Item: apptest.Order("jp-10g-15", "esim", 0, nil).Item, Coupon: "hello8"})
	if len(b.Discounts) != 1 || !b.Discounts[0].Applied || b.OrderTotal != 1590-127 {
		t.Fatalf("%+v", b)
	}
}

// What was ordered as a guest earns for whoever makes an account with its address; the order itself stays the browser's.
func TestAGuestsPointsAreClaimed(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest := shop.Shopper(t)
	order := apptest.Order("jp-10g-15", "esim", 0, nil)
	order.Contact.Email = "Ada@Example.com"
	bought := buyAtBudget(t, guest, order)
	ada := shop.Customer(t, "ada@example.com")
	if n := count(t, shop, `select count(*) from point_lot where points = 15`); n != 1 {
		t.Errorf("%d lots at the first login", n)
	}
	if r := readRewards(t, ada); r.Pending != 15 || r.Ledger.Total != 1 || r.Ledger.Items[0].OrderNo != bought.OrderNo {
		t.Errorf("rewards: %+v", r)
	}
	ada.Get(detail, "orderNo", bought.OrderNo).RequireCode(t, http.StatusNotFound, "order_not_found")
	buyAtBudget(t, guest, order)
	if r := readRewards(t, ada); r.Pending != 30 {
		t.Errorf("after another order: %+v", r)
	}
	if r := readRewards(t, shop.Customer(t, "bob@example.com")); r.Pending != 0 {
		t.Errorf("somebody else has %+v", r)
	}
}
