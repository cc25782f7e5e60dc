package reward_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// leaves erases a customer, as an account that is deleted does.
func (d *fixture) leaves(user int64, emails ...string) {
	d.t.Helper()
	d.must("leave", d.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := d.Orders.Detach(ctx, tx, 20, user, emails); err != nil {
			return err
		}
		return d.Rewards.Forget(ctx, tx, 20, user)
	}))
}

// Whoever was rewarded for a friend's order loses that with the order's refund, also when the friend has left.
func TestARefundCountsAfterItsCustomerHasLeft(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.code(1, "ada@example.com", "v:ada")
	o := d.buy(wish{user: 2, code: code})
	d.leaves(2)
	d.must("hold", d.hold(o.ID))
	d.days(30)
	require.Equal(t, 1, d.Count(t, `select count(*) from point_lot where user_id = 1 and frozen_at is not null`))
	d.must("refund", d.refund(o.ID, int64(o.Amounts.OrderTotal)))
	d.has(1, 0, 0)
	require.Equal(t, 1, d.Count(t, `select count(*) from referral where order_id = ? and state = 'void'`, o.ID))
	d.sound()
}

// Points that paid for a part of an order come back with its money, but not with money that a bank has taken.
func TestALostDisputeGivesNoPointsBack(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.must("give points", d.adjust(1, 500))
	for _, lost := range []bool{false, true} {
		o := d.buy(wish{user: 1, points: 200})
		d.Exec(t, `insert into refund (tenant_id, order_id, attempt_id, source, amount, currency, reason, actor, state, created_at, updated_at)
			values (20, ?, ?, ?, ?, 'USD', 'x', 'provider', 'succeeded', now(), now())`,
			o.ID, d.Count(t, `select id from payment_attempt where order_id = ?`, o.ID), map[bool]string{true: "dispute:dp_1", false: "staff:1"}[lost], int64(o.Amounts.OrderTotal))
		d.must("refund", d.refund(o.ID, int64(o.Amounts.OrderTotal)))
		want := map[bool]int{true: 0, false: 200}[lost]
		require.Equal(t, want, d.Count(t, `select restored from point_redemption where order_id = ?`, o.ID), "lost %t", lost)
		require.NotContains(t, fmt.Sprint(d.CheckLedger()), "spent points")
	}
}

// The audit counts points by the same whole numbers as a refund does.
func TestAPartOfAPointIsNotMissing(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.must("give points", d.adjust(1, 500))
	o := d.buy(wish{user: 1, points: 200})
	d.must("refund", d.refund(o.ID, 1))
	d.sound()
}
