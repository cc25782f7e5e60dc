package sim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/sim"
)

// counter is a bench whose product "plan" is delivered by the sandbox carrier, with the payments that give money back.
type counter struct {
	*benchtest.Bench
	*benchtest.Partner
	sims *sim.Service
	pay  *payment.Service
}

func newCounter(t *testing.T, planRef string) *counter {
	t.Helper()
	b := benchtest.New(t)
	c := &counter{Bench: b, Partner: b.NewPartner(t)}
	b.Product(t, "plan", 650, 100)
	b.Exec(t, `update product set carrier = 'http', plan_ref = ? where goods_id = 'plan'`, planRef)
	c.pay = payment.NewService(payment.Deps{
		DB: b.DB, Clock: b.Clock, Orders: b.Orders, Queue: b.Queue, Provider: payBack{}, Sealer: b.Box, SIMs: b.SIMs, Log: c.Logs.Logger(),
	})
	c.sims = b.Delivery(c.Carriers, c.pay, c.Logs.Logger())
	return c
}

// bought is a paid order of so many units, whose delivery was asked for.
func (c *counter) bought(t *testing.T, quantity int) order.Order {
	t.Helper()
	o := c.charged(t, quantity)
	c.fulfils(t, o)
	return o
}

// delivered is bought, one unit of it, once the carrier has delivered.
func (c *counter) delivered(t *testing.T) order.Order {
	t.Helper()
	o := c.bought(t, 1)
	c.issue(t)
	c.passes(t, 1, time.Minute)
	return o
}

// charged is a paid order with the payment that can be given back.
func (c *counter) charged(t *testing.T, quantity int) order.Order {
	t.Helper()
	o := paid(t, c.Bench, quantity)
	c.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, intent_id, amount, currency, received, received_currency, created_at, updated_at)
		select tenant_id, id, 'card', 'succeeded', 'pi_' || id, order_total, currency, order_total, currency, paid_at, paid_at from orders where id = ?`, o.ID)
	return o
}

// addLine adds one unit of another plan to an order, which the named carrier delivers.
func (c *counter) addLine(t *testing.T, o order.Order, goodsID, carrierName string) {
	t.Helper()
	c.Product(t, goodsID, 1250, 10)
	c.Exec(t, `update product set carrier = ? where goods_id = ?`, carrierName, goodsID)
	args := map[string]any{"order": o.ID, "goods": goodsID}
	for _, statement := range []string{
		`insert into order_line (tenant_id, order_id, line_no, goods_id, sku, sim_type, name_en, name_zh, group_code, quantity, unit_price)
		 select tenant_id, order_id, 2, @goods, @goods || ':esim', sim_type, name_en, name_zh, group_code, 1, unit_price
		 from order_line where order_id = @order`,
		`update orders set subtotal = subtotal + 650, order_total = order_total + 650, units = units + 1 where id = @order`,
		`update payment_attempt set amount = amount + 650, received = received + 650 where order_id = @order`,
	} {
		c.Exec(t, statement, args)
	}
}

// second is the id of the line that addLine added.
func (c *counter) second(t *testing.T, o order.Order) int64 {
	t.Helper()
	return int64(c.Count(t, `select id from order_line where order_id = ? and line_no = 2`, o.ID))
}

func (c *counter) fulfils(t *testing.T, o order.Order) {
	t.Helper()
	if err := c.sims.Fulfil(ctx, o.ID); err != nil && !jobs.IsSnoozed(err) {
		t.Fatal(err)
	}
}

// issue goes on with every open request, as the jobs do.
func (c *counter) issue(t *testing.T) {
	t.Helper()
	var ids []int64
	err := c.DB.Gorm.Raw(`select id from carrier_order where state not in ('issued', 'failed') order by id`).Scan(&ids).Error
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if err := c.sims.Issue(ctx, id); err != nil && !jobs.IsSnoozed(err) {
			t.Fatalf("issue %d: %v", id, err)
		}
	}
}

// passes lets time pass and both sides work, in steps.
func (c *counter) passes(t *testing.T, steps int, each time.Duration) {
	t.Helper()
	for range steps {
		c.Work(t, c.Bench, each)
		c.issue(t)
	}
}

// hears hands the carrier's messages to the shop and works what was stored, in any order.
func (c *counter) hears(t *testing.T, told []benchtest.Received) {
	t.Helper()
	rand.Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
	for _, m := range told {
		if err := c.sims.Receive(ctx, carrier.HTTP, m.Payload, m.Signature); err != nil {
			t.Fatal(err)
		}
	}
	var ids []int64
	if err := c.DB.Gorm.Raw(`select id from carrier_event`).Scan(&ids).Error; err != nil {
		t.Fatal(err)
	}
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for _, id := range ids {
		if err := c.sims.Work(ctx, id); err != nil && !jobs.IsSnoozed(err) {
			t.Fatal(err)
		}
	}
}

func (c *counter) wants(t *testing.T, what, query string, want int, args ...any) {
	t.Helper()
	if got := c.Count(t, query, args...); got != want {
		t.Errorf("%s: %d, want %d", what, got, want)
	}
}

// However often and however parallel the jobs run and the carrier speaks, each unit is asked for and delivered once.
func TestACarrierDeliversOnce(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	o := c.bought(t, 3)
	for range 3 {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() { _ = c.sims.Fulfil(ctx, o.ID) })
			wg.Go(func() { c.issue(t) })
		}
		wg.Wait()
		c.Work(t, c.Bench, 2*time.Minute)
	}
	told := c.Received()
	c.hears(t, append(slices.Clone(told), told...))
	c.wants(t, "orders at the carrier", `select count(*) from sandbox.carrier_order where status = 'COMPLETED'`, 3)
	c.wants(t, "lines", `select count(distinct carrier_ref) from sim_line where carrier = 'http' and profile_state = 'released'`, 3)
	c.wants(t, "mails", `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_delivered'`, 1)
	c.wants(t, "plans", `select count(*) from plan_instance where total_bytes = 1073741824 and remaining_bytes = total_bytes and state = 'queued'`, 3)
	// The carrier says everything twice.
	c.wants(t, "messages", `select count(*) - count(distinct key) from carrier_event`, 0)
	if len(told) != 2*c.Count(t, `select count(*) from carrier_event where handled_at is not null`) {
		t.Errorf("%d messages came in", len(told))
	}
	if got := status(t, c.Bench, o.ID); got != order.Shipped {
		t.Fatalf("order: %s", got)
	}
	kits, err := c.sims.Installs(ctx, o.ID)
	if err != nil || len(kits) != 3 || kits[0].LPA == kits[1].LPA || kits[0].State != "released" || kits[0].APN == "" {
		t.Fatalf("kits: %d %v", len(kits), err)
	}
}

// Neither an activation code nor the number of a SIM stands in a log, or a code unsealed in a table; a word of the carrier that
// nobody knows is told of and breaks nothing.
func TestWhatIsLoggedOfAnESIM(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "test-unknown-word")
	o := c.bought(t, 2)
	c.issue(t)
	c.passes(t, 2, time.Minute)
	c.hears(t, c.Received())
	kits, err := c.sims.Installs(ctx, o.ID)
	if err != nil || len(kits) != 2 || kits[0].State != "unknown" {
		t.Fatalf("%d kits %v", len(kits), err)
	}
	var dump string
	err = c.DB.Gorm.Raw(`
		select coalesce(string_agg(t, ' '), '') from (
		    select row_to_json(e)::text as t from carrier_event e union all select row_to_json(o)::text from carrier_order o
		    union all select row_to_json(l)::text from sim_line l union all select args::text from river_job
		    union all select detail::text from audit_log) x`).Scan(&dump).Error
	if err != nil {
		t.Fatal(err)
	}
	logs := c.Logs.String()
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
	if err := c.DB.Gorm.Raw(`select iccid from sim_line`).Scan(&numbers).Error; err != nil {
		t.Fatal(err)
	}
	for _, n := range numbers {
		if strings.Contains(logs, n) {
			t.Error("the number of a SIM is in the log")
		}
	}
}

// A carrier that times out after it has made the eSIM is not asked twice: what it made is found by our reference.
func TestATimeoutAfterIssueIsLookedUp(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "test-timeout-after-issue")
	o := c.bought(t, 2)
	c.issue(t)
	c.wants(t, "unknown requests", `select count(*) from carrier_order where state = 'unknown'`, 2)
	if list, err := c.sims.Unreconciled(ctx, 10); err != nil || len(list) != 2 || list[0].OrderNo != o.OrderNo {
		t.Errorf("to reconcile: %+v %v", list, err)
	}
	c.passes(t, 3, 10*time.Minute)
	c.wants(t, "orders at the carrier", `select count(*) from sandbox.carrier_order`, 2)
	c.wants(t, "refunds", `select count(*) from refund`, 0)
	if kits, err := c.sims.Installs(ctx, o.ID); err != nil || len(kits) != 2 || status(t, c.Bench, o.ID) != order.Shipped {
		t.Fatalf("%d kits %v, order %s", len(kits), err, status(t, c.Bench, o.ID))
	}
}

// Each plan that goes wrong at the carrier: whether it is given up at once or when the carrier's time is over, what comes back
// comes back once.
func TestWhatACarrierNeverDelivers(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	// Those that ask to be left alone for a while come last, because they are heard.
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
		c.Exec(t, `update product set plan_ref = ? where goods_id = 'plan'`, p.ref)
		plans[i].order = c.bought(t, 2).ID
	}
	c.issue(t)
	c.passes(t, 3, time.Minute)
	for _, p := range plans {
		if early := c.Count(t, `select count(*) from refund where order_id = ?`, p.order); (early == 1) != p.atOnce {
			t.Errorf("%s: %d refunds after three minutes", p.ref, early)
		}
	}
	if list, err := c.sims.Unreconciled(ctx, 100); err != nil || len(list) < 6 {
		t.Errorf("to reconcile: %d %v", len(list), err)
	}
	c.passes(t, 4, 20*time.Minute)
	if err := c.sims.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	for _, p := range plans {
		all := c.Count(t, `select count(*) from refund where order_id = ?`, p.order)
		whole := c.Count(t, `select count(*) from refund where order_id = ? and reason = 'undelivered' and amount = 1300 and state = 'pending_refund'`, p.order)
		if all != 1 || whole != 1 || status(t, c.Bench, p.order) != order.PendingRefund {
			t.Errorf("%s: %d refunds, %d of all that was paid, order %s", p.ref, all, whole, status(t, c.Bench, p.order))
		}
	}
	c.wants(t, "lines", `select count(*) from sim_line`, 0)
	c.wants(t, "open requests", `select count(*) from carrier_order where state <> 'failed'`, 0)
}

// Whether a carrier that cannot be reached has made the eSIM is not known: nothing is given back before it has been asked.
func TestTheUnknownIsNotRefunded(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "test-timeout-after-issue")
	away := c.Delivery(carrier.Carriers{carrier.HTTP: unreachable{c.Carriers[carrier.HTTP]}}, nil, c.Logs.Logger())
	here := c.sims
	o := c.bought(t, 1)
	c.issue(t)
	c.sims = away
	c.passes(t, 8, 20*time.Minute)
	c.wants(t, "refunds", `select count(*) from refund`, 0)
	c.wants(t, "parked requests", `select count(*) from carrier_order where state = 'unknown'`, 1)
	c.sims = here
	c.passes(t, 1, 20*time.Minute)
	if got := status(t, c.Bench, o.ID); got != order.Shipped {
		t.Errorf("order: %s", got)
	}
}

// A unit of a line that does not come is refunded by its share, and the other is delivered.
func TestHalfALineIsRefunded(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	o := c.bought(t, 2)
	c.Exec(t, `update carrier_order set plan_ref = 'test-out-of-stock' where unit = 2`)
	c.issue(t)
	c.passes(t, 2, time.Minute)
	c.wants(t, "refunds of a half", `select count(*) from refund where amount = 650 and lines = '[]'`, 1)
	c.wants(t, "lines in hand", `select count(*) from order_line where state = 'ready_to_install'`, 1)
	if kits, err := c.sims.Installs(ctx, o.ID); err != nil || len(kits) != 1 {
		t.Fatalf("%d kits %v", len(kits), err)
	}
}

// A unit that does not come is refunded after the order's other lines were decided, also when the rest of its line was handed over
// long before; the order has one refund for it.
func TestAMissingUnitIsRefundedAfterTheOtherLines(t *testing.T) {
	t.Parallel()
	const half = `select count(*) from refund where reason = 'undelivered' and amount = 650 and lines = '[]'`
	for name, ends := range map[string]func(t *testing.T, c *counter, o order.Order){
		"another is delivered later": func(t *testing.T, c *counter, _ order.Order) { c.passes(t, 4, time.Minute) },
		"another is asked back": func(t *testing.T, c *counter, o order.Order) {
			a, err := c.pay.RequestRefund(ctx, payment.RefundAsk{
				OrderID: o.ID, LineIDs: []int64{c.second(t, o)}, Reason: "WRONG_PURCHASE", Actor: "guest",
			})
			if err != nil || a.Refund == nil {
				t.Fatalf("%+v %v", a, err)
			}
			if err := c.pay.Refund(ctx, a.Refund.ID); err != nil {
				t.Fatal(err)
			}
			c.fulfils(t, o)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "")
			o := c.charged(t, 2)
			c.addLine(t, o, "more", carrier.HTTP)
			c.fulfils(t, o)
			c.Exec(t, `update carrier_order set plan_ref = 'test-out-of-stock' where unit = 2`)
			c.Exec(t, `update carrier_order set busy_until = ? where order_line_id = ?`, c.Clock.Now().Add(3*time.Minute), c.second(t, o))
			c.issue(t)
			c.passes(t, 1, time.Minute)
			c.wants(t, "lines in hand", `select count(*) from order_line where state = 'ready_to_install'`, 1)
			c.wants(t, "refunds as long as the other may come", `select count(*) from refund`, 0)
			ends(t, c, o)
			c.wants(t, "refunds of a half", half, 1)
			for range 2 {
				c.passes(t, 1, time.Minute)
				c.fulfils(t, o)
				c.sweeps(t)
			}
			c.wants(t, "refunds of a half, later", half, 1)
		})
	}
}

// An eSIM that arrives after its money went back is taken back, at the carrier too, and nobody is shown it.
func TestAnESIMThatComesTooLate(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	o := c.bought(t, 1)
	c.issue(t)
	c.Exec(t, `update order_line set state = 'refunded'`)
	c.Exec(t, `update orders set status = 'refunded', refunded_amount = order_total`)
	c.passes(t, 2, time.Minute)
	c.wants(t, "revoked lines", `select count(*) from sim_line where revoked_at is not null and sync_at is null`, 1)
	if kits, err := c.sims.Installs(ctx, o.ID); err != nil || len(kits) != 0 {
		t.Fatalf("%d kits %v", len(kits), err)
	}
	var id int64
	if err := c.DB.Gorm.Raw(`select (args->>'requestId')::bigint from river_job where kind = 'sim_cancel'`).Scan(&id).Error; err != nil {
		t.Fatal(err)
	}
	if err := c.sims.Cancel(ctx, id); err != nil {
		t.Fatal(err)
	}
	c.wants(t, "orders taken back", `select count(*) from sandbox.carrier_order where status = 'CANCELLED'`, 1)
}

// topsUp is a paid order of more data for the SIM of the counter, whose delivery was asked for.
func (c *counter) topsUp(t *testing.T) order.Order {
	t.Helper()
	c.Product(t, "more", 1250, 10)
	o := c.charged(t, 1)
	c.Exec(t, `update order_line set goods_id = 'more', sim_line_id = (select id from sim_line) where order_id = ?`, o.ID)
	c.fulfils(t, o)
	c.issue(t)
	return o
}

// asksBack has the money of an order asked back, and given.
func (c *counter) asksBack(t *testing.T, o order.Order) {
	t.Helper()
	a, err := c.pay.RequestRefund(ctx, payment.RefundAsk{OrderID: o.ID, Reason: "TOPUP_FAILURE", Actor: "guest"})
	if err != nil || a.Refund == nil {
		t.Fatalf("%+v %v", a, err)
	}
	if a.Refund.State == payment.RefundRequested {
		if _, err := c.pay.DecideRefund(ctx, a.Refund.ID, true, "staff:mei", "test"); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.pay.Refund(ctx, a.Refund.ID); err != nil {
		t.Fatal(err)
	}
}

// More data whose money went back, whether its carrier was still working on it or had delivered, is taken back at the carrier, and
// cannot be used. The SIM stays what it was.
func TestATopUpThatIsRefunded(t *testing.T) {
	t.Parallel()
	for _, delivered := range []bool{false, true} {
		t.Run(fmt.Sprintf("delivered %t", delivered), func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "")
			first := c.delivered(t)
			o := c.topsUp(t)
			if delivered {
				c.passes(t, 1, time.Minute)
			}
			c.asksBack(t, o)
			c.passes(t, 2, time.Minute)
			c.wants(t, "top-ups that came", `select count(*) from carrier_order where kind = 'topup' and state = 'issued'`, 1)
			c.Exec(t, `delete from river_job where kind = 'sim_refresh'`)
			c.takesBack(t)
			c.wants(t, "orders taken back", `select count(*) from sandbox.carrier_order where status = 'CANCELLED' and plan = 'more'`, 1)
			c.wants(t, "jobs that read the SIM", `select count(*) from river_job where kind = 'sim_refresh'`, 1)
			if err := c.sims.RefreshForJob(ctx, int64(c.Count(t, `select id from sim_line`))); err != nil {
				t.Fatal(err)
			}
			c.wants(t, "plans that can be used", `select count(*) from plan_instance where state not in ('revoked', 'expired', 'depleted', 'lapsed')`, 1)
			c.wants(t, "usable at the carrier", usable, 1)
			if c.kit(t, first).LPA == "" {
				t.Error("the SIM has no code any more")
			}
		})
	}
}

// The eSIMs of an order are handed over as they come, each with a mail, and the order is shipped with the last.
func TestLinesAreHandedOverAsTheyCome(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	o := paid(t, c.Bench, 1)
	c.addLine(t, o, "more", carrier.Pool)
	fill(t, c.Bench, 1)
	c.Exec(t, `update esim_profile set sku = 'more:esim'`)
	if err := c.sims.Fulfil(ctx, o.ID); err != nil {
		t.Fatal(err)
	}
	mails := `select count(distinct args->>'subject') from river_job where kind = 'order_mail' and args->>'template' = 'esim_delivered'`
	c.wants(t, "mails about the first", mails, 1)
	if kits, err := c.sims.Installs(ctx, o.ID); err != nil || len(kits) != 1 || status(t, c.Bench, o.ID) != order.Processing {
		t.Fatalf("%d kits %v, order %s", len(kits), err, status(t, c.Bench, o.ID))
	}
	c.issue(t)
	c.passes(t, 1, time.Minute)
	c.wants(t, "mails about both", mails, 2)
	if kits, err := c.sims.Installs(ctx, o.ID); err != nil || len(kits) != 2 || status(t, c.Bench, o.ID) != order.Shipped {
		t.Fatalf("%d kits %v, order %s", len(kits), err, status(t, c.Bench, o.ID))
	}
}
