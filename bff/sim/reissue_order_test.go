package sim_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

// Money that goes back at any moment takes the new profile with it: nothing can be used afterwards, and nobody is shown a code.
func TestAReissueMeetsARefund(t *testing.T) {
	t.Parallel()
	for point, plans := range map[string][]string{
		"reissue noted": {""}, "reissue claimed": {"", "test-reissue-timeout"}, "reissue answered": {"", "test-reissue-timeout", "test-reissue-refused"},
		"reissue booked": {""},
	} {
		for _, plan := range plans {
			t.Run(point+plan, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t, "")
				f.Exec(t, `update product set plan_ref = ? where goods_id = 'plan'`, plan)
				o := f.placeDeliveredOrder(t) // and never installed
				var once sync.Once
				f.Hook = func(at string) {
					if at == point {
						once.Do(func() { f.refundOrder(t, o) })
					}
				}
				f.askReissue(t, int64(f.Count(t, `select id from sim_line`)))
				for range 4 {
					f.runReissueJobs(t)
					f.runCancelJobs(t)
					f.advance(t, 1, time.Minute)
				}
				f.runCancelJobs(t)
				f.requireCount(t, "open", openReissues, 0)
				f.requireCount(t, "usable at the carrier", usableAtCarrier, 0)
				f.requireCount(t, "SIMs that are shown", `select count(*) from sim_line where revoked_at is null`, 0)
				if kits, err := f.sims.Installs(ctx, o.ID); err != nil || len(kits) != 0 {
					t.Errorf("%d kits %v", len(kits), err)
				}
			})
		}
	}
}

// While the order is held or its money may go back, nothing is asked for; what had not been asked for when the time is over is
// given up.
func TestAReissueWaitsForItsOrder(t *testing.T) {
	t.Parallel()
	for name, held := range map[string]string{
		"held": `update orders set hold_reason = 'dispute'`, "refund asked for": `update orders set status = 'pending_refund'`,
		"disputed": `insert into dispute (id, tenant_id, order_id, attempt_id, amount, currency, reason, state, opened_at)
			select 'dp', a.tenant_id, a.order_id, a.id, 1, 'USD', 'fraud', 'open', now() from payment_attempt a`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			_, id := f.placeDeletedSIM(t, "")
			f.askReissue(t, id)
			f.Exec(t, held)
			f.runReissueJobs(t)
			f.requireCount(t, "asked at the carrier", reissueOrders, 0)
			f.advance(t, 4, 20*time.Minute)
			require.NoError(t, f.sims.Sweep(ctx))
			f.requireCount(t, "asked at the carrier", reissueOrders, 0)
			f.requireCount(t, "open", openReissues, 0)
			if err := f.sims.AskReissue(ctx, id, "", "guest"); fault.Code(err) != reissuable.Order {
				t.Errorf("asked again: %v", err)
			}
		})
	}
}

// A top-up that is paid for while the SIM is issued again is on the new profile, whichever comes first.
func TestAReissueMeetsATopUp(t *testing.T) {
	t.Parallel()
	for _, point := range []string{"reissue claimed", "reissue answered", "request noted"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			f.placeDeliveredOrder(t)
			id := int64(f.Count(t, `select id from sim_line`))
			o := f.placePaidOrder(t, 1)
			f.AddProduct(t, "more", 900, 10)
			f.Exec(t, `update order_line set goods_id = 'more', sim_line_id = ? where order_id = ?`, id, o.ID)
			f.runFulfil(t, o)
			f.askReissue(t, id)
			var once sync.Once
			f.Hook = func(at string) {
				if at != point {
					return
				}
				once.Do(func() {
					if point == "request noted" {
						f.runReissueJobs(t)
					} else {
						f.runIssueJobs(t)
					}
				})
			}
			if point == "request noted" {
				f.runIssueJobs(t)
			} else {
				f.runReissueJobs(t)
			}
			for range 6 {
				f.advance(t, 1, 20*time.Second)
				f.runReissueJobs(t)
			}
			f.requireCount(t, "issued", issuedReissues, 1)
			f.requireCount(t, "refunds", `select count(*) from refund`, 0)
			require.NoError(t, f.sims.Refresh(ctx, id))
			f.requireCount(t, "plans on the new profile", `select count(*) from plan_instance p join sim_line s on s.id = p.line_id
				join sandbox.carrier_plan f on f.ref = p.ref and f.line = s.carrier_ref where p.state = 'queued'`, 2)
		})
	}
}
