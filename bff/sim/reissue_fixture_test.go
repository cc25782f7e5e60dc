package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
)

const (
	// usableAtCarrier are the eSIMs at the carrier that somebody can install or use.
	usableAtCarrier = `select count(*) from sandbox.carrier_line where form in ('esim', 'imported') and retired_at is null`
	openReissues    = `select count(*) from sim_reissue where state in ('intended', 'sent', 'pending', 'unknown')`
	issuedReissues  = `select count(*) from sim_reissue where state = 'issued'`
	reissueOrders   = `select count(*) from sandbox.carrier_order where reissues <> ''`
)

// placeDeletedSIM returns an order of one unit and its SIM, which was used a little and then deleted from its phone.
func (f *fixture) placeDeletedSIM(t *testing.T, planRef string) (o order.Order, simID int64) {
	t.Helper()
	f.Exec(t, `update product set plan_ref = ? where goods_id = 'plan'`, planRef)
	o = f.placeDeliveredOrder(t)
	ref := f.simRef(t)
	f.Control(t, ref, "install", nil)
	f.Control(t, ref, "attach", nil)
	f.Control(t, ref, "use", map[string]any{"mb": 24})
	f.Clock.Advance(time.Second)
	f.Control(t, ref, "delete", nil)
	f.Work(t, f.Fixture, time.Second)
	f.receiveMessages(t, f.TakeMessages())
	return o, int64(f.Count(t, `select max(id) from sim_line`))
}

func (f *fixture) askReissue(t *testing.T, simID int64) {
	t.Helper()
	require.NoError(t, f.sims.AskReissue(ctx, simID, "", "guest"))
}

// runReissueJobs runs Reissue for every open reissue, as the jobs do.
func (f *fixture) runReissueJobs(t *testing.T) {
	t.Helper()
	var ids []int64
	require.NoError(t, f.DB.Gorm.Raw(`select id from sim_reissue where state not in ('issued', 'failed')`).Scan(&ids).Error)
	for _, id := range ids {
		if err := f.sims.Reissue(ctx, id); err != nil && !jobs.IsSnoozed(err) {
			t.Fatalf("reissue %d: %v", id, err)
		}
	}
}

// runCancelJobs runs the jobs that cancel orders at the carrier.
func (f *fixture) runCancelJobs(t *testing.T) {
	t.Helper()
	for kind, do := range map[string]func(context.Context, int64) error{"sim_cancel": f.sims.Cancel, "sim_reissue_cancel": f.sims.CancelReissue} {
		var ids []int64
		err := f.DB.Gorm.Raw(`select distinct coalesce(args->>'requestId', args->>'reissueId')::bigint from river_job where kind = ?`, kind).Scan(&ids).Error
		require.NoError(t, err)
		for _, id := range ids {
			require.NoError(t, do(ctx, id))
		}
	}
}

// refundOrder gives back what was paid, as a refund does when the provider has confirmed it.
func (f *fixture) refundOrder(t *testing.T, o order.Order) {
	t.Helper()
	inOrderTx(t, f.Fixture, o.ID, func(ctx context.Context, tx *pg.Tx, _ order.Locked) error {
		if err := tx.Exec(`update order_line set state = 'refunded' where order_id = ?`, o.ID).Error; err != nil {
			return err
		}
		if err := tx.Exec(`update orders set status = 'refunded', refunded_amount = order_total where id = ?`, o.ID).Error; err != nil {
			return err
		}
		var ids []int64
		if err := tx.Raw(`select id from order_line where order_id = ?`, o.ID).Scan(&ids).Error; err != nil {
			return err
		}
		return f.sims.Revoke(ctx, tx, ids)
	})
}

func (f *fixture) installKit(t *testing.T, o order.Order) sim.Install {
	t.Helper()
	kits, err := f.sims.Installs(ctx, o.ID)
	if err != nil || len(kits) != 1 {
		t.Fatalf("%d kits %v", len(kits), err)
	}
	return kits[0]
}
