package ledger_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/ledger"
	"github.com/roamcart/roamcart/bff/moduletest"
)

// Whatever is changed behind the shop's back is found, by name, and nothing else is.
func TestBrokenRulesAreFound(t *testing.T) {
	t.Parallel()
	b := moduletest.New(t)
	b.AddProduct(t, "plan", 650, 100)
	b.Exec(t, `insert into promo_code (tenant_id, code, kind, value, used) values (20, 'TEN', 'percent', 10, 7)`) // seven uses of an earlier shop
	coupon := b.Submission("plan", 2, 1170)
	coupon.Coupon = "TEN"
	o := b.Place(t, coupon)
	b.Exec(t, `insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, created_at, updated_at)
		values (20, ?, 'card', 'cancelled', 1170, 'USD', 0, now(), now())`, o.ID)
	b.Exec(t, `insert into reward_account (tenant_id, user_id, referral_code, created_at) values (20, 7, 'ADA', now())`)

	rules := slices.DeleteFunc(slices.Clone(ledger.Rules), func(r ledger.Rule) bool { return r.Name == ledger.Profiles })
	check := func() []ledger.Finding {
		t.Helper()
		found, err := ledger.Check(context.Background(), b.DB, rules)
		require.NoError(t, err)
		return found
	}
	if found := check(); len(found) != 0 {
		t.Fatalf("a sound shop: %v", found)
	}
	for _, c := range []struct{ change, back, rule string }{
		{`update stock set allocated = 3`, `update stock set allocated = 2 where sku = 'plan:esim'; update stock set allocated = 0 where sku <> 'plan:esim'`, "allocated is the sum of reserved"},
		{`update stock_reservation set state = 'released'`, `update stock_reservation set state = 'reserved'`, "the promise follows the order"},
		{`update promo_code set used = 0`, `update promo_code set used = 8`, "every use of a code is counted"},
		{`update orders set order_total = order_total - 1`, `update orders set order_total = order_total + 1`, "an order's sums add up"},
		{`update payment_attempt set status = 'succeeded'`, `update payment_attempt set status = 'cancelled'`, "a paid order has one succeeded attempt, any other none"},
		{`update orders set status = 'refunded'`, `update orders set status = 'waiting_payment'`, ledger.Ended},
		{`update reward_account set owed = 5`, `update reward_account set owed = 0`, "the points ledger adds up to the lots"},
	} {
		b.Exec(t, c.change)
		if found := check(); !slices.ContainsFunc(found, func(f ledger.Finding) bool { return f.Rule == c.rule && f.What != "" }) {
			t.Errorf("%s: %v", c.change, found)
		}
		for statement := range strings.SplitSeq(c.back, "; ") {
			b.Exec(t, statement)
		}
		if found := check(); len(found) != 0 {
			t.Fatalf("after %s: %v", c.back, found)
		}
	}
	everything, err := ledger.Check(context.Background(), b.DB, ledger.Rules)
	if err != nil || len(everything) != 1 || everything[0].Rule != ledger.Profiles {
		t.Errorf("a shelf without codes: %v %v", everything, err)
	}
}

// A unit that no carrier delivered is found once its order was shipped, unless it came back in whatever way.
func TestAUnitThatNobodyDeliveredIsFound(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	o := f.Place(t, f.Submission("plan", 2, 1300))
	rule := slices.DeleteFunc(slices.Clone(ledger.Rules), func(r ledger.Rule) bool { return r.Name != ledger.Undelivered })
	finds := func(what string, want int) {
		t.Helper()
		found, err := ledger.Check(context.Background(), f.DB, rule)
		if err != nil || len(found) != want {
			t.Errorf("%s: %v %v, want %d", what, found, err, want)
		}
	}
	f.Exec(t, `
		insert into carrier_order (tenant_id, order_id, order_line_id, unit, kind, carrier, plan_ref, state, next_at, sla_at, created_at, updated_at)
		select tenant_id, order_id, id, unit, 'new', 'http', 'plan', case unit when 1 then 'issued' else 'failed' end, now(), now(), now(), now()
		from order_line, generate_series(1, 2) as u(unit)`)
	f.Exec(t, `update orders set status = 'processing', paid_at = now()`)
	f.Exec(t, `update order_line set state = 'ready_to_install'`)
	finds("before the other lines are there", 0)
	f.Exec(t, `update orders set status = 'shipped', shipped_at = now()`)
	finds("shipped", 1)
	f.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, created_at, updated_at)
		values (20, ?, 'card', 'succeeded', 1300, 'USD', 1300, now(), now())`, o.ID)
	for name, refund := range map[string]struct {
		source, reason, state, lines, parts string
		found                               int
	}{
		"given back by itself":                {"undelivered:" + fmt.Sprint(o.ID), "undelivered", "succeeded", "[]", "{}", 0},
		"given back by itself, not confirmed": {"undelivered:" + fmt.Sprint(o.ID), "undelivered", "pending_refund", "[]", "{}", 0},
		"given back by staff":                 {"staff:1:1", "staff", "succeeded", "[]", "{}", 0},
		"asked back":                          {"request:1:1", "NO_COVERAGE", "requested", "[@]", "{}", 0},
		"a part of it":                        {"outside:1", "outside", "succeeded", "[]", `{"@": 650}`, 0},
		"asked back and refused":              {"request:1:1", "NO_COVERAGE", "refused", "[@]", "{}", 1},
		"another line":                        {"request:1:1", "NO_COVERAGE", "succeeded", "[0]", "{}", 1},
	} {
		f.Exec(t, `
			insert into refund (tenant_id, order_id, attempt_id, source, amount, currency, reason, actor, lines, parts, state, created_at, updated_at)
			select 20, a.order_id, a.id, @source, 650, 'USD', @reason, 'test', cast(replace(@lines, '@', l.id::text) as jsonb),
			    cast(replace(@parts, '@', l.id::text) as jsonb), @state, now(), now()
			from payment_attempt a join order_line l on l.order_id = a.order_id`, map[string]any{
			"source": refund.source, "reason": refund.reason, "state": refund.state, "lines": refund.lines, "parts": refund.parts})
		finds(name, refund.found)
		f.Exec(t, `delete from refund`)
	}
	for name, change := range map[string]string{
		"a refund failed and staff look into it": `update orders set hold_reason = 'refund 1 failed'`, "it cost nothing": `update order_line set discount_share = 1300`,
	} {
		f.Exec(t, change)
		finds(name, 0)
		f.Exec(t, `update orders set hold_reason = ''`)
	}
}
