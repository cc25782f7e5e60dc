package sim_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/sim"
)

// fixture has the modules of a shop whose product "plan" is delivered by the sandbox carrier, and payments that can be refunded.
type fixture struct {
	*moduletest.Fixture
	*moduletest.Carrier
	sims *sim.Service
	pay  *payment.Service
}

func newFixture(t *testing.T, planRef string) *fixture {
	t.Helper()
	b := moduletest.New(t)
	f := &fixture{Fixture: b, Carrier: b.StartCarrier(t)}
	b.AddProduct(t, "plan", 650, 100)
	b.Exec(t, `update product set carrier = 'http', plan_ref = ? where goods_id = 'plan'`, planRef)
	f.pay = payment.NewService(payment.Deps{
		DB: b.DB, Clock: b.Clock, Orders: b.Orders, Queue: b.Queue, Provider: refundingProvider{}, Sealer: b.Box, SIMs: b.SIMs, Log: f.Logs.Logger(),
	})
	f.sims = b.NewSIMService(f.Carriers, f.pay, f.Logs.Logger())
	return f
}

// placeOrder places a paid order of so many units and asks for its delivery.
func (f *fixture) placeOrder(t *testing.T, quantity int) order.Order {
	t.Helper()
	o := f.placePaidOrder(t, quantity)
	f.runFulfil(t, o)
	return o
}

// placeDeliveredOrder places an order of one unit and has the carrier deliver it.
func (f *fixture) placeDeliveredOrder(t *testing.T) order.Order {
	t.Helper()
	o := f.placeOrder(t, 1)
	f.runIssueJobs(t)
	f.advance(t, 1, time.Minute)
	return o
}

// placePaidOrder places a paid order whose payment can be refunded.
func (f *fixture) placePaidOrder(t *testing.T, quantity int) order.Order {
	t.Helper()
	o := placePaid(t, f.Fixture, quantity)
	f.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, intent_id, amount, currency, received, received_currency, created_at, updated_at)
		select tenant_id, id, 'card', 'succeeded', 'pi_' || id, order_total, currency, order_total, currency, paid_at, paid_at from orders where id = ?`, o.ID)
	return o
}

// addOrderLine adds one unit of another plan to an order, which the named carrier delivers.
func (f *fixture) addOrderLine(t *testing.T, o order.Order, goodsID, carrierName string) {
	t.Helper()
	f.AddProduct(t, goodsID, 1250, 10)
	f.Exec(t, `update product set carrier = ? where goods_id = ?`, carrierName, goodsID)
	args := map[string]any{"order": o.ID, "goods": goodsID}
	for _, statement := range []string{
		`insert into order_line (tenant_id, order_id, line_no, goods_id, sku, sim_type, name_en, name_zh, group_code, quantity, unit_price)
		 select tenant_id, order_id, 2, @goods, @goods || ':esim', sim_type, name_en, name_zh, group_code, 1, unit_price
		 from order_line where order_id = @order`,
		`update orders set subtotal = subtotal + 650, order_total = order_total + 650, units = units + 1 where id = @order`,
		`update payment_attempt set amount = amount + 650, received = received + 650 where order_id = @order`,
	} {
		f.Exec(t, statement, args)
	}
}

// secondLineID returns the id of the line that addOrderLine added.
func (f *fixture) secondLineID(t *testing.T, o order.Order) int64 {
	t.Helper()
	return int64(f.Count(t, `select id from order_line where order_id = ? and line_no = 2`, o.ID))
}

// runFulfil runs the delivery of an order, as its job does.
func (f *fixture) runFulfil(t *testing.T, o order.Order) {
	t.Helper()
	if err := f.sims.Fulfil(ctx, o.ID); err != nil && !jobs.IsSnoozed(err) {
		t.Fatal(err)
	}
}

// runIssueJobs runs Issue for every open request, as the jobs do.
func (f *fixture) runIssueJobs(t *testing.T) {
	t.Helper()
	var ids []int64
	err := f.DB.Gorm.Raw(`select id from carrier_order where state not in ('issued', 'failed') order by id`).Scan(&ids).Error
	require.NoError(t, err)
	for _, id := range ids {
		if err := f.sims.Issue(ctx, id); err != nil && !jobs.IsSnoozed(err) {
			t.Fatalf("issue %d: %v", id, err)
		}
	}
}

// advance lets time pass in steps, after each of which the carrier and the jobs work.
func (f *fixture) advance(t *testing.T, steps int, each time.Duration) {
	t.Helper()
	for range steps {
		f.Work(t, f.Fixture, each)
		f.runIssueJobs(t)
	}
}

// receiveMessages delivers the carrier's messages to the shop and works what was stored, in random order.
func (f *fixture) receiveMessages(t *testing.T, messages []moduletest.Message) {
	t.Helper()
	rand.Shuffle(len(messages), func(i, j int) { messages[i], messages[j] = messages[j], messages[i] })
	for _, m := range messages {
		require.NoError(t, f.sims.Receive(ctx, carrier.HTTP, m.Payload, m.Signature))
	}
	var ids []int64
	require.NoError(t, f.DB.Gorm.Raw(`select id from carrier_event`).Scan(&ids).Error)
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for _, id := range ids {
		if err := f.sims.ProcessEvent(ctx, id); err != nil && !jobs.IsSnoozed(err) {
			t.Fatal(err)
		}
	}
}

// requireCount fails the test when a query does not return the number.
func (f *fixture) requireCount(t *testing.T, what, query string, want int, args ...any) {
	t.Helper()
	if got := f.Count(t, query, args...); got != want {
		t.Errorf("%s: %d, want %d", what, got, want)
	}
}

// placeTopUp places a paid order of more data for the fixture's SIM and asks for its delivery.
func (f *fixture) placeTopUp(t *testing.T) order.Order {
	t.Helper()
	f.AddProduct(t, "more", 1250, 10)
	o := f.placePaidOrder(t, 1)
	f.Exec(t, `update order_line set goods_id = 'more', sim_line_id = (select id from sim_line) where order_id = ?`, o.ID)
	f.runFulfil(t, o)
	f.runIssueJobs(t)
	return o
}

// requestRefund asks for the refund of an order, approves it where that is needed, and makes it.
func (f *fixture) requestRefund(t *testing.T, o order.Order) {
	t.Helper()
	a, err := f.pay.RequestRefund(ctx, payment.ShopperRefund{OrderID: o.ID, Reason: "TOPUP_FAILURE", Actor: "guest"})
	if err != nil || a.Refund == nil {
		t.Fatalf("%+v %v", a, err)
	}
	if a.Refund.State == payment.RefundRequested {
		if _, err := f.pay.DecideRefund(ctx, a.Refund.ID, true, "staff:mei", "test"); err != nil {
			t.Fatal(err)
		}
	}
	require.NoError(t, f.pay.Refund(ctx, a.Refund.ID))
}
