package reward_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// eraseCustomer erases a customer, as the deletion of an account does.
func (f *fixture) eraseCustomer(user int64, emails ...string) {
	f.t.Helper()
	f.requireOK("leave", f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := f.Orders.Detach(ctx, tx, 20, user, emails); err != nil {
			return err
		}
		return f.Rewards.Erase(ctx, tx, 20, user)
	}))
}

// Whoever was rewarded for a friend's order loses that with the order's refund, also when the friend has left.
func TestARefundCountsAfterItsCustomerHasLeft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.openCustomer(1, "ada@example.com", "v:ada")
	o := f.buy(purchase{user: 2, code: code})
	f.eraseCustomer(2)
	f.requireOK("hold", f.hold(o.ID))
	f.advanceDays(30)
	require.Equal(t, 1, f.Count(t, `select count(*) from point_lot where user_id = 1 and frozen_at is not null`))
	f.requireOK("refund", f.refund(o.ID, int64(o.Amounts.OrderTotal)))
	f.requirePoints(1, 0, 0)
	require.Equal(t, 1, f.Count(t, `select count(*) from referral where order_id = ? and state = 'void'`, o.ID))
	f.requireBalance()
}

// Points that paid for a part of an order come back with its money, but not with money that a bank has taken.
func TestALostDisputeGivesNoPointsBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.requireOK("give points", f.adjust(1, 500))
	for _, lost := range []bool{false, true} {
		o := f.buy(purchase{user: 1, points: 200})
		f.Exec(t, `insert into refund (tenant_id, order_id, attempt_id, source, amount, currency, reason, actor, state, created_at, updated_at)
			values (20, ?, ?, ?, ?, 'USD', 'x', 'provider', 'succeeded', now(), now())`,
			o.ID, f.Count(t, `select id from payment_attempt where order_id = ?`, o.ID), map[bool]string{true: "dispute:dp_1", false: "staff:1"}[lost], int64(o.Amounts.OrderTotal))
		f.requireOK("refund", f.refund(o.ID, int64(o.Amounts.OrderTotal)))
		want := map[bool]int{true: 0, false: 200}[lost]
		require.Equal(t, want, f.Count(t, `select restored from point_redemption where order_id = ?`, o.ID), "lost %t", lost)
		require.NotContains(t, fmt.Sprint(f.CheckLedger()), "spent points")
	}
}

// The audit counts points by the same whole numbers as a refund does.
func TestTheAuditRoundsPointsAsRefundsDo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.requireOK("give points", f.adjust(1, 500))
	o := f.buy(purchase{user: 1, points: 200})
	f.requireOK("refund", f.refund(o.ID, 1))
	f.requireBalance()
}
