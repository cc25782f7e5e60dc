package ledger_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/ledger"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
)

// placeSoundOrders has a customer buy two plans with a promo code, a friend's code and points, a guest place an order that waits and another
// one cancel theirs.
func placeSoundOrders(t *testing.T) *moduletest.Fixture {
	t.Helper()
	const friend, me = 6, 7
	ctx := context.Background()
	f := moduletest.New(t)
	f.People[friend], f.People[me] = reward.Person{Email: "bob@example.com"}, reward.Person{Email: "ada@example.com"}
	f.AddProduct(t, "plan", 2000, 100)
	f.AddPromoCode(t, "OFF", 100, 10, 1)
	require.NoError(t, f.Rewards.Open(ctx, reward.Customer{TenantID: 20, UserID: friend, Emails: []string{"bob@example.com"}, Browser: "v:bob"}))
	friends, err := f.Rewards.Summary(ctx, 20, friend)
	require.NoError(t, err)
	require.NoError(t, f.Rewards.Adjust(ctx, reward.Adjustment{TenantID: 20, UserID: me, Points: 300}))
	s := f.Submission("plan", 2, 0)
	s.Owner, s.UserID, s.Browser, s.Coupon, s.Points, s.Referral = cart.User(me), me, "v:ada", "OFF", 300, friends.ReferralCode
	s.Contact.Email, s.Email = "ada@example.com", "ada@example.com"
	budget, err := f.Orders.Budget(ctx, s.Selection)
	require.NoError(t, err)
	if slices.ContainsFunc(budget.Discounts, func(d order.Discount) bool { return !d.Applied }) || len(budget.Discounts) != 3 {
		t.Fatalf("discounts: %+v", budget.Discounts)
	}
	s.ExpectedTotal = budget.OrderTotal
	paid := f.Place(t, s)
	f.Place(t, f.Submission("plan", 1, 2000))
	cancelled := f.Place(t, f.Submission("plan", 1, 2000))
	under := func(o order.Order, do func(ctx context.Context, tx *pg.Tx, o order.Locked) error) {
		t.Helper()
		err := f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
			locked, err := f.Orders.Lock(ctx, tx, o.ID)
			if err != nil {
				return err
			}
			return do(ctx, tx, locked)
		})
		require.NoError(t, err)
	}
	under(paid, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		_, err := f.Orders.MarkPaid(ctx, tx, o, "test", nil)
		return err
	})
	under(cancelled, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		_, err := f.Orders.MarkCancelled(ctx, tx, o, order.ReasonCustomer, "test")
		return err
	})
	f.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, received_currency, created_at, updated_at)
		select tenant_id, id, 'card', case status when 'processing' then 'succeeded' else 'cancelled' end, order_total, 'USD',
		    case status when 'processing' then order_total else 0 end, case status when 'processing' then 'USD' else '' end, now(), now()
		from orders`)
	return f
}

// Each fault is found by the rule that is about it, and by no other.
func TestEachFaultIsFoundByItsRule(t *testing.T) {
	t.Parallel()
	const (
		unpaidSIM  = "nobody has a SIM or a top-up of an order that was not paid"
		cameIn     = "what came in is what the order costs, unless somebody reviews it"
		taken      = "what an order takes from stock is promised or sold to it"
		code       = "an order uses the code that made it cheaper, and no other does"
		friendCode = "an order that a friend's code made cheaper has its referral"
		spent      = "points that an order spent are in the ledger once"
		sums       = "an order's sums add up"
	)
	addSIM := func(status string) string {
		return `insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, order_line_id, unit, profile_state_at, created_at)
			select 20, 'pool', 'plan', 'plan', 'esim', '8985', l.id, 1, now(), now()
			from order_line l join orders o on o.id = l.order_id where o.status = '` + status + `'`
	}
	addTopUp := func(status string) string {
		return `insert into carrier_order (tenant_id, order_id, order_line_id, unit, kind, carrier, plan_ref, line_id, state, next_at, sla_at, created_at, updated_at)
			select 20, o.id, l.id, 1, 'topup', 'http', 'plan', s.id, 'issued', now(), now(), now(), now()
			from order_line l join orders o on o.id = l.order_id, sim_line s where o.status = '` + status + `'`
	}
	for name, c := range map[string]struct{ fault, broken string }{
		"nothing":                               {`select 1`, ""},
		"a SIM of a paid order":                 {addSIM("processing"), ""},
		"a SIM of an unpaid order":              {addSIM("waiting_payment"), unpaidSIM},
		"a SIM of a cancelled order":            {addSIM("cancelled"), unpaidSIM},
		"a revoked SIM of a cancelled order":    {addSIM("cancelled") + `; update sim_line set revoked_at = now(); update order_line set state = 'refunded' where id in (select order_line_id from sim_line)`, ""},
		"a top-up of a cancelled order":         {addSIM("processing") + `; ` + addTopUp("cancelled"), unpaidSIM},
		"a profile of an unpaid order":          {`insert into esim_profile (tenant_id, sku, iccid, activation, state, order_line_id, unit) select 20, 'plan:esim', '1', '', 'delivered', l.id, 1 from order_line l join orders o on o.id = l.order_id where o.status = 'waiting_payment'`, unpaidSIM},
		"too little came in":                    {`update payment_attempt set received = received - 1 where status = 'succeeded'`, cameIn},
		"another currency came in":              {`update payment_attempt set received_currency = 'EUR' where status = 'succeeded'`, cameIn},
		"money of an attempt that was given up": {`update payment_attempt set received = 5 where order_id = (select max(id) from orders)`, cameIn},
		"wrong money that staff look at":        {`update payment_attempt set received = 5, status = 'review' where order_id = (select max(id) from orders); update orders set hold_reason = 'payment mismatch: amount' where id = (select max(id) from orders)`, ""},
		"a sale without stock":                  {`delete from stock_reservation where state = 'consumed'`, taken},
		"more stock than was sold":              {`update stock_reservation set quantity = 3 where state = 'consumed'`, taken},
		"stock of another article":              {`update stock_reservation set sku = 'other' where state = 'released'`, taken + "; " + taken},
		"a discount without a use of the code":  {`delete from promo_redemption`, code},
		"a use of a code without a discount":    {`update orders set discounts = jsonb_set(discounts, '{0,applied}', 'false') where discount_amount > 0`, code},
		"a friend's discount without a friend":  {`delete from referral`, friendCode},
		"spent points without an entry":         {`alter table point_entry disable trigger user; update point_entry set kind = 'adjust' where kind = 'redeem'`, spent},
		"spent points without a redemption":     {`alter table point_entry disable trigger user; update point_entry set kind = 'redeem', order_id = (select max(id) from orders) where kind = 'adjust'`, spent},
		"other discounts than were counted":     {`update orders set discounts = jsonb_set(discounts, '{0,amount}', '99') where discount_amount > 0`, sums},
		"another total":                         {`update orders set order_total = order_total - 1 where status = 'waiting_payment'`, sums},
		"an order without lines":                {`delete from stock_reservation where state = 'released'; delete from order_line where order_id = (select max(id) from orders)`, "an order counts its units, and for its network while it waits; " + sums},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := placeSoundOrders(t)
			f.Exec(t, c.fault)
			found, err := ledger.Check(context.Background(), f.DB,
				slices.DeleteFunc(slices.Clone(ledger.Rules), func(r ledger.Rule) bool { return r.Name == ledger.Profiles }))
			require.NoError(t, err)
			var broken []string
			for _, one := range found {
				broken = append(broken, one.Rule)
			}
			if strings.Join(broken, "; ") != c.broken {
				t.Errorf("found %v, want %q", found, c.broken)
			}
		})
	}
}
