package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
)

// However often and however parallel the jobs run and the carrier speaks, each unit is asked for and delivered once.
func TestACarrierDeliversOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	o := f.placeOrder(t, 3)
	for range 3 {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() { _ = f.sims.Fulfil(ctx, o.ID) })
			wg.Go(func() { f.runIssueJobs(t) })
		}
		wg.Wait()
		f.Work(t, f.Fixture, 2*time.Minute)
	}
	told := f.TakeMessages()
	f.receiveMessages(t, append(slices.Clone(told), told...))
	f.requireCount(t, "orders at the carrier", `select count(*) from sandbox.carrier_order where status = 'COMPLETED'`, 3)
	f.requireCount(t, "SIMs", `select count(distinct carrier_ref) from sim_line where carrier = 'http' and profile_state = 'released'`, 3)
	f.requireCount(t, "mails", `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_delivered'`, 1)
	f.requireCount(t, "plans", `select count(*) from plan_instance where total_bytes = 1073741824 and remaining_bytes = total_bytes and state = 'queued'`, 3)
	// The carrier says everything twice.
	f.requireCount(t, "messages", `select count(*) - count(distinct key) from carrier_event`, 0)
	if len(told) != 2*f.Count(t, `select count(*) from carrier_event where handled_at is not null`) {
		t.Errorf("%d messages came in", len(told))
	}
	if got := status(t, f.Fixture, o.ID); got != order.Shipped {
		t.Fatalf("order: %s", got)
	}
	kits, err := f.sims.Installs(ctx, o.ID)
	if err != nil || len(kits) != 3 || kits[0].LPA == kits[1].LPA || kits[0].State != "released" || kits[0].APN == "" {
		t.Fatalf("kits: %d %v", len(kits), err)
	}
}

// Neither an activation code nor the number of a SIM stands in a log, or a code unsealed in a table; a word of the carrier that
// nobody knows is logged and breaks nothing.
func TestWhatIsLoggedOfAnESIM(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "test-unknown-word")
	o := f.placeOrder(t, 2)
	f.runIssueJobs(t)
	f.advance(t, 2, time.Minute)
	f.receiveMessages(t, f.TakeMessages())
	kits, err := f.sims.Installs(ctx, o.ID)
	if err != nil || len(kits) != 2 || kits[0].State != "unknown" {
		t.Fatalf("%d kits %v", len(kits), err)
	}
	var dump string
	err = f.DB.Gorm.Raw(`
		select coalesce(string_agg(t, ' '), '') from (
		    select row_to_json(e)::text as t from carrier_event e union all select row_to_json(o)::text from carrier_order o
		    union all select row_to_json(l)::text from sim_line l union all select args::text from river_job
		    union all select detail::text from audit_log) x`).Scan(&dump).Error
	require.NoError(t, err)
	logs := f.Logs.String()
	if !strings.Contains(logs, "QUIESCED") {
		t.Fatal("the unknown word was not logged")
	}
	for _, k := range kits {
		for what, secret := range map[string]string{"LPA": k.LPA, "token": k.MatchingID} {
			if strings.Contains(logs, secret) || strings.Contains(dump, secret) {
				t.Errorf("the %s of an eSIM is in a log or a table", what)
			}
		}
	}
	var numbers []string
	require.NoError(t, f.DB.Gorm.Raw(`select iccid from sim_line`).Scan(&numbers).Error)
	for _, n := range numbers {
		if strings.Contains(logs, n) {
			t.Error("the number of a SIM is in the log")
		}
	}
}

// A carrier that times out after it has made the eSIM is not asked twice: what it made is found by our reference.
func TestATimeoutAfterIssueIsLookedUp(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "test-timeout-after-issue")
	o := f.placeOrder(t, 2)
	f.runIssueJobs(t)
	f.requireCount(t, "unknown requests", `select count(*) from carrier_order where state = 'unknown'`, 2)
	if list, err := f.sims.Unreconciled(ctx, 10); err != nil || len(list) != 2 || list[0].OrderNo != o.OrderNo {
		t.Errorf("to reconcile: %+v %v", list, err)
	}
	f.advance(t, 3, 10*time.Minute)
	f.requireCount(t, "orders at the carrier", `select count(*) from sandbox.carrier_order`, 2)
	f.requireCount(t, "refunds", `select count(*) from refund`, 0)
	if kits, err := f.sims.Installs(ctx, o.ID); err != nil || len(kits) != 2 || status(t, f.Fixture, o.ID) != order.Shipped {
		t.Fatalf("%d kits %v, order %s", len(kits), err, status(t, f.Fixture, o.ID))
	}
}

// Each plan that goes wrong at the carrier: whether it is given up at once or when the carrier's time is over, what comes back
// comes back once.
func TestWhatACarrierNeverDelivers(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	// Those that ask to be left alone for a while come last, because their pause is respected.
	plans := []struct {
		ref    string
		atOnce bool
		order  int64
	}{
		{"test-fails", true, 0}, {"test-out-of-stock", true, 0}, {"test-plan-retired", true, 0}, {"no-such-plan", true, 0},
		{"test-insufficient-credit", false, 0}, {"test-invalid", false, 0}, {"test-ip-blocked", false, 0}, {"test-never", false, 0},
		{"test-timeout", false, 0}, {"test-upstream", false, 0}, {"test-rate-limited", false, 0}, {"test-maintenance", false, 0},
	}
	for i, p := range plans {
		f.Exec(t, `update product set plan_ref = ? where goods_id = 'plan'`, p.ref)
		plans[i].order = f.placeOrder(t, 2).ID
	}
	f.runIssueJobs(t)
	f.advance(t, 3, time.Minute)
	for _, p := range plans {
		if early := f.Count(t, `select count(*) from refund where order_id = ?`, p.order); (early == 1) != p.atOnce {
			t.Errorf("%s: %d refunds after three minutes", p.ref, early)
		}
	}
	if list, err := f.sims.Unreconciled(ctx, 100); err != nil || len(list) < 6 {
		t.Errorf("to reconcile: %d %v", len(list), err)
	}
	f.advance(t, 4, 20*time.Minute)
	require.NoError(t, f.sims.Sweep(ctx))
	for _, p := range plans {
		all := f.Count(t, `select count(*) from refund where order_id = ?`, p.order)
		whole := f.Count(t, `select count(*) from refund where order_id = ? and reason = 'undelivered' and amount = 1300 and state = 'pending_refund'`, p.order)
		if all != 1 || whole != 1 || status(t, f.Fixture, p.order) != order.PendingRefund {
			t.Errorf("%s: %d refunds, %d of all that was paid, order %s", p.ref, all, whole, status(t, f.Fixture, p.order))
		}
	}
	f.requireCount(t, "SIMs", `select count(*) from sim_line`, 0)
	f.requireCount(t, "open requests", `select count(*) from carrier_order where state <> 'failed'`, 0)
}

// Whether a carrier that cannot be reached has made the eSIM is not known: nothing is given back before it has been asked.
func TestAnUnknownOutcomeIsNotRefunded(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "test-timeout-after-issue")
	away := f.NewSIMService(carrier.Carriers{carrier.HTTP: unreachableCarrier{f.Carriers[carrier.HTTP]}}, nil, f.Logs.Logger())
	here := f.sims
	o := f.placeOrder(t, 1)
	f.runIssueJobs(t)
	f.sims = away
	f.advance(t, 8, 20*time.Minute)
	f.requireCount(t, "refunds", `select count(*) from refund`, 0)
	f.requireCount(t, "parked requests", `select count(*) from carrier_order where state = 'unknown'`, 1)
	f.sims = here
	f.advance(t, 1, 20*time.Minute)
	if got := status(t, f.Fixture, o.ID); got != order.Shipped {
		t.Errorf("order: %s", got)
	}
}

// A unit of a line that does not come is refunded by its share, and the other is delivered.
func TestAnUndeliveredUnitIsRefundedByItsShare(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	o := f.placeOrder(t, 2)
	f.Exec(t, `update carrier_order set plan_ref = 'test-out-of-stock' where unit = 2`)
	f.runIssueJobs(t)
	f.advance(t, 2, time.Minute)
	f.requireCount(t, "refunds of a half", `select count(*) from refund where amount = 650 and lines = '[]'`, 1)
	f.requireCount(t, "lines in hand", `select count(*) from order_line where state = 'ready_to_install'`, 1)
	if kits, err := f.sims.Installs(ctx, o.ID); err != nil || len(kits) != 1 {
		t.Fatalf("%d kits %v", len(kits), err)
	}
}

// A unit that does not come is refunded after the order's other lines were decided, also when the rest of its line was handed over
// long before; the order has one refund for it.
func TestAMissingUnitIsRefundedAfterTheOtherLines(t *testing.T) {
	t.Parallel()
	const half = `select count(*) from refund where reason = 'undelivered' and amount = 650 and lines = '[]'`
	for name, ends := range map[string]func(t *testing.T, f *fixture, o order.Order){
		"another is delivered later": func(t *testing.T, f *fixture, _ order.Order) { f.advance(t, 4, time.Minute) },
		"another is asked back": func(t *testing.T, f *fixture, o order.Order) {
			a, err := f.pay.RequestRefund(ctx, payment.ShopperRefund{
				OrderID: o.ID, LineIDs: []int64{f.secondLineID(t, o)}, Reason: "WRONG_PURCHASE", Actor: "guest",
			})
			if err != nil || a.Refund == nil {
				t.Fatalf("%+v %v", a, err)
			}
			require.NoError(t, f.pay.Refund(ctx, a.Refund.ID))
			f.runFulfil(t, o)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			o := f.placePaidOrder(t, 2)
			f.addOrderLine(t, o, "more", carrier.HTTP)
			f.runFulfil(t, o)
			f.Exec(t, `update carrier_order set plan_ref = 'test-out-of-stock' where unit = 2`)
			f.Exec(t, `update carrier_order set busy_until = ? where order_line_id = ?`, f.Clock.Now().Add(3*time.Minute), f.secondLineID(t, o))
			f.runIssueJobs(t)
			f.advance(t, 1, time.Minute)
			f.requireCount(t, "lines in hand", `select count(*) from order_line where state = 'ready_to_install'`, 1)
			f.requireCount(t, "refunds as long as the other may come", `select count(*) from refund`, 0)
			ends(t, f, o)
			f.requireCount(t, "refunds of a half", half, 1)
			for range 2 {
				f.advance(t, 1, time.Minute)
				f.runFulfil(t, o)
				f.runSweep(t)
			}
			f.requireCount(t, "refunds of a half, later", half, 1)
		})
	}
}

// An eSIM that arrives after its money went back is taken back, at the carrier too, and nobody is shown it.
func TestAnESIMThatComesTooLate(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	o := f.placeOrder(t, 1)
	f.runIssueJobs(t)
	f.Exec(t, `update order_line set state = 'refunded'`)
	f.Exec(t, `update orders set status = 'refunded', refunded_amount = order_total`)
	f.advance(t, 2, time.Minute)
	f.requireCount(t, "revoked SIMs", `select count(*) from sim_line where revoked_at is not null and sync_at is null`, 1)
	if kits, err := f.sims.Installs(ctx, o.ID); err != nil || len(kits) != 0 {
		t.Fatalf("%d kits %v", len(kits), err)
	}
	var id int64
	require.NoError(t, f.DB.Gorm.Raw(`select (args->>'requestId')::bigint from river_job where kind = 'sim_cancel'`).Scan(&id).Error)
	require.NoError(t, f.sims.Cancel(ctx, id))
	f.requireCount(t, "orders taken back", `select count(*) from sandbox.carrier_order where status = 'CANCELLED'`, 1)
}

// More data whose money went back, whether its carrier was still working on it or had delivered, is taken back at the carrier, and
// cannot be used. The SIM stays what it was.
func TestATopUpThatIsRefunded(t *testing.T) {
	t.Parallel()
	for _, delivered := range []bool{false, true} {
		t.Run(fmt.Sprintf("delivered %t", delivered), func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			first := f.placeDeliveredOrder(t)
			o := f.placeTopUp(t)
			if delivered {
				f.advance(t, 1, time.Minute)
			}
			f.requestRefund(t, o)
			f.advance(t, 2, time.Minute)
			f.requireCount(t, "top-ups that came", `select count(*) from carrier_order where kind = 'topup' and state = 'issued'`, 1)
			f.Exec(t, `delete from river_job where kind = 'sim_refresh'`)
			f.runCancelJobs(t)
			f.requireCount(t, "orders taken back", `select count(*) from sandbox.carrier_order where status = 'CANCELLED' and plan = 'more'`, 1)
			f.requireCount(t, "jobs that read the SIM", `select count(*) from river_job where kind = 'sim_refresh'`, 1)
			require.NoError(t, f.sims.RefreshForJob(ctx, int64(f.Count(t, `select id from sim_line`))))
			f.requireCount(t, "plans that can be used", `select count(*) from plan_instance where state not in ('revoked', 'expired', 'depleted', 'lapsed')`, 1)
			f.requireCount(t, "usable at the carrier", usableAtCarrier, 1)
			if f.installKit(t, first).LPA == "" {
				t.Error("the SIM has no code any more")
			}
		})
	}
}

// The eSIMs of an order are handed over as they come, each with a mail, and the order is shipped with the last.
func TestLinesAreHandedOverAsTheyCome(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	o := placePaid(t, f.Fixture, 1)
	f.addOrderLine(t, o, "more", carrier.Pool)
	fillPool(t, f.Fixture, 1)
	f.Exec(t, `update esim_profile set sku = 'more:esim'`)
	require.NoError(t, f.sims.Fulfil(ctx, o.ID))
	mails := `select count(distinct args->>'subject') from river_job where kind = 'order_mail' and args->>'template' = 'esim_delivered'`
	f.requireCount(t, "mails about the first", mails, 1)
	if kits, err := f.sims.Installs(ctx, o.ID); err != nil || len(kits) != 1 || status(t, f.Fixture, o.ID) != order.Processing {
		t.Fatalf("%d kits %v, order %s", len(kits), err, status(t, f.Fixture, o.ID))
	}
	f.runIssueJobs(t)
	f.advance(t, 1, time.Minute)
	f.requireCount(t, "mails about both", mails, 2)
	if kits, err := f.sims.Installs(ctx, o.ID); err != nil || len(kits) != 2 || status(t, f.Fixture, o.ID) != order.Shipped {
		t.Fatalf("%d kits %v, order %s", len(kits), err, status(t, f.Fixture, o.ID))
	}
}
