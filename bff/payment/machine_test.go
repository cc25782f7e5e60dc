package payment_test

import (
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// machine does at random what shoppers, payers, the provider, jobs and time do. After every step the ledger must add up.
type machine struct {
	*fixture
	orders  []order.Order
	intents []string
	// stale are intents that were retrieved earlier and may be applied late.
	stale []payment.Intent
	// events are those about refunds and disputes.
	events [][]byte
	tb     testing.TB
}

// refusals are the codes with which a call may be refused; any other error fails the test.
var refusals = map[string]bool{
	"": true, "stock_unavailable": true, "sold_out": true, "promo_used_up": true, "promo_already_used": true, "promo_not_usable": true, "price_changed": true,
	"already_paid": true, "order_expired": true, "payment_processing": true, "payment_review": true, "payment_unavailable": true,
	"in_progress": true,
}

func (m *machine) refused(t *rapid.T, doing string, err error) bool {
	if err != nil && !refusals[fault.Code(err)] || (err != nil && fault.Code(err) == "") {
		t.Fatalf("%s: %v", doing, err)
	}
	return err != nil
}

func (m *machine) drawOrder(t *rapid.T) order.Order {
	if len(m.orders) == 0 {
		t.Skip("no order yet")
	}
	return rapid.SampledFrom(m.orders).Draw(t, "order")
}

func (m *machine) drawIntent(t *rapid.T) string {
	if len(m.intents) == 0 {
		t.Skip("no intent yet")
	}
	return rapid.SampledFrom(m.intents).Draw(t, "intent")
}

func (m *machine) submit(t *rapid.T) {
	goods := rapid.SampledFrom([]string{"plenty", "scarce"}).Draw(t, "goods")
	s := m.Submission(goods, rapid.IntRange(1, 2).Draw(t, "quantity"), 0)
	s.Contact.Email = rapid.SampledFrom([]string{"ada@example.com", "Ada+x@example.com", "eve@example.com"}).Draw(t, "email")
	s.Coupon = rapid.SampledFrom([]string{"", "", "LIMITED", "ONCE", "FREE"}).Draw(t, "coupon")
	s.Email = s.Contact.Email
	b, err := m.Orders.Budget(ctx, s.Selection)
	if m.refused(t, "budget", err) {
		return
	}
	moduletest.RemoveUnappliedCode(&s, b)
	s.ExpectedTotal = b.OrderTotal
	o, err := m.Submit(s)
	if !m.refused(t, "submit", err) {
		m.orders = append(m.orders, o)
	}
}

func (m *machine) openPayment(t *rapid.T) {
	o := m.drawOrder(t)
	page, err := m.pay.Create(ctx, o, payment.URLs{})
	if !m.refused(t, "create", err) && page.Attempt.IntentID != nil {
		m.intents = append(m.intents, *page.Attempt.IntentID)
	}
}

func (m *machine) openHostedPayment(t *rapid.T) {
	o := m.drawOrder(t)
	page, err := m.pay.Hosted(ctx, o, payment.URLs{})
	if !m.refused(t, "hosted", err) && page.Attempt.SessionID != nil {
		m.provider.mu.Lock()
		defer m.provider.mu.Unlock()
		m.intents = append(m.intents, m.provider.sessions[*page.Attempt.SessionID].IntentID)
	}
}

// buy places and pays an order without a failure, so that there is something to refund.
func (m *machine) buy(t *rapid.T) {
	before := len(m.orders)
	m.provider.setDown(false)
	m.submit(t)
	if len(m.orders) == before || m.orders[before].Status != order.WaitingPayment {
		return
	}
	page, err := m.pay.Create(ctx, m.orders[before], payment.URLs{})
	require.NoError(t, err, "create")
	m.intents = append(m.intents, *page.Attempt.IntentID)
	m.provider.setStatus(*page.Attempt.IntentID, payment.IntentSucceeded, "")
	m.applyIntent(m.tb, *page.Attempt.IntentID)
}

func (m *machine) changeIntent(t *rapid.T) {
	change := rapid.SampledFrom(intentChanges).Draw(t, "change")
	m.provider.setStatus(m.drawIntent(t), change.status, change.lastError)
}

func (m *machine) deliverWebhook(t *rapid.T) {
	in, err := m.provider.Intent(ctx, m.drawIntent(t))
	if err != nil {
		return
	}
	m.stale = append(m.stale, in)
	for range rapid.IntRange(1, 3).Draw(t, "times") {
		if _, err := m.pay.Apply(ctx, in); err != nil {
			t.Fatalf("apply: %v", err)
		}
	}
}

func (m *machine) applyStaleIntent(t *rapid.T) {
	if len(m.stale) == 0 {
		t.Skip("no intent was retrieved yet")
	}
	if _, err := m.pay.Apply(ctx, rapid.SampledFrom(m.stale).Draw(t, "intent")); err != nil {
		t.Fatalf("apply: %v", err)
	}
}

func (m *machine) cancel(t *rapid.T) {
	o, err := m.Orders.ByID(ctx, m.drawOrder(t).ID)
	require.NoError(t, err)
	m.refused(t, "cancel", m.pay.Cancel(ctx, o, "machine"))
}

// requireRetryable fails unless the job has succeeded or will be retried.
func (m *machine) requireRetryable(t *rapid.T, doing string, err error) {
	if _, ok := errors.AsType[*river.JobSnoozeError](err); err != nil && !ok && !errors.Is(err, payment.ErrUnavailable) && fault.Code(err) != "payment_unavailable" {
		t.Fatalf("%s: %v", doing, err)
	}
}

func (m *machine) expire(t *rapid.T) {
	m.requireRetryable(t, "expire", m.pay.Expire(ctx, m.drawOrder(t).ID))
}
func (m *machine) sweep(t *rapid.T) { m.requireRetryable(t, "sweep", m.pay.Sweep(ctx)) }
func (m *machine) returnFromPayment(t *rapid.T) {
	m.requireRetryable(t, "refresh", m.pay.Refresh(ctx, m.drawOrder(t).ID))
}

func (m *machine) runRefundJobs(t *rapid.T) { m.requireRetryable(t, "refunds", m.settleRefunds()) }

// askForRefund requests a refund as a shopper, of the order or of one line.
func (m *machine) askForRefund(t *rapid.T) {
	o, ask := m.drawOrder(t), payment.ShopperRefund{Actor: "machine"}
	ask.OrderID, ask.Reason = o.ID, rapid.SampledFrom([]string{"WRONG_PURCHASE", "NO_COVERAGE"}).Draw(t, "reason")
	if rapid.Bool().Draw(t, "by line") {
		ask.LineIDs = []int64{o.Lines[0].ID}
	}
	a, err := m.pay.RequestRefund(ctx, ask)
	if err != nil || (a.Refund == nil) != (a.Why != "") {
		t.Fatalf("ask back: %+v %v", a, err)
	}
}

func (m *machine) refundByStaff(t *rapid.T) {
	waiting, err := m.pay.WaitingRefunds(ctx)
	require.NoError(t, err)
	for _, r := range waiting {
		_, err := m.pay.DecideRefund(ctx, r.ID, rapid.Bool().Draw(t, "approve"), "staff:machine", "drawn")
		if err != nil && fault.Code(err) != "refund_decided" {
			t.Fatalf("decide: %v", err)
		}
	}
	o := m.drawOrder(t)
	in := payment.StaffRefund{OrderID: o.ID, Amount: rapid.Int64Range(0, 400).Draw(t, "amount"), Reason: "drawn", Actor: "staff:machine"}
	_, err = m.pay.GiveRefund(ctx, in)
	if code := fault.Code(err); err != nil && code != "refund_not_paid" && code != "refund_too_much" && code != "refund_done" {
		t.Fatalf("give: %v", err)
	}
}

// refundOrDisputeAtProvider makes a refund or a dispute at the provider and delivers its webhook; the shop may not be able to book it yet.
func (m *machine) refundOrDisputeAtProvider(t *rapid.T) {
	intent := m.drawIntent(t)
	left := m.provider.remaining(intent)
	if left == 0 {
		t.Skip("no money there")
	}
	m.provider.setDown(false)
	ev := eventPayload(fmt.Sprintf("evt_%d", len(m.events)), "charge.refunded", intent)
	if m.provider.disputes["dp_"+intent].State == payment.DisputeOpen {
		end := rapid.SampledFrom([]string{payment.DisputeWon, payment.DisputeLost}).Draw(t, "end")
		ev = eventPayload("evt_end_"+intent, "charge.dispute.closed", m.provider.dispute(intent, end))
	} else if m.provider.disputes["dp_"+intent].State == "" && rapid.Bool().Draw(t, "dispute") {
		ev = eventPayload("evt_open_"+intent, "charge.dispute.created", m.provider.dispute(intent, payment.DisputeOpen))
	} else {
		m.provider.refundInDashboard(m.tb, intent, rapid.Int64Range(1, left).Draw(t, "amount"))
	}
	m.events = append(m.events, ev)
	m.deliverEvents(t)
}

// deliverEvents delivers every event about refunds and disputes; those that cannot be booked yet are delivered again later.
func (m *machine) deliverEvents(t *rapid.T) {
	for _, ev := range m.events {
		require.NoError(t, m.pay.Receive(ctx, ev, "good"), "receive")
		_ = m.pay.ProcessEvent(ctx, eventID(ev))
	}
}

func (m *machine) runFulfil(t *rapid.T) {
	m.requireRetryable(t, "fulfil", m.SIMs.Fulfil(ctx, m.drawOrder(t).ID))
}

func (m *machine) advanceClock(t *rapid.T) {
	m.Clock.Advance(time.Duration(rapid.SampledFrom([]int{1, 30, 7 * 60, 12 * 60}).Draw(t, "minutes")) * time.Minute)
}

func (m *machine) switchProvider(t *rapid.T) { m.provider.setDown(rapid.Bool().Draw(t, "down")) }

// settle lets everything come to its end: the bank decides, every window closes, every event arrives.
func (m *machine) settle(t *rapid.T) {
	m.provider.setDown(false)
	approve := rapid.Bool().Draw(t, "approve")
	for id := range m.provider.intents {
		if in, _ := m.provider.Intent(ctx, id); in.Status == payment.IntentProcessing {
			if approve {
				m.provider.setStatus(id, payment.IntentSucceeded, "")
			} else {
				m.provider.setStatus(id, payment.IntentOpen, "card_declined")
			}
		}
	}
	m.Clock.Advance(2 * moduletest.Window)
	m.requireRetryable(t, "sweep", m.pay.Sweep(ctx))
	for _, o := range m.orders {
		require.NoError(t, m.pay.Expire(ctx, o.ID), "expire %s in the end", o.OrderNo)
	}
	for id := range m.provider.intents {
		in, err := m.provider.Intent(ctx, id)
		if err == nil {
			_, err = m.pay.Apply(ctx, in)
		}
		require.NoError(t, err, "apply %s in the end", id)
	}
	// Events about refunds and disputes can be booked at the latest when the shop's own refunds have ended.
	for range 3 {
		require.NoError(t, m.settleRefunds())
		m.deliverEvents(t)
	}
	for _, ev := range m.events {
		require.NoError(t, m.pay.ProcessEvent(ctx, eventID(ev)), "work %s in the end", ev)
	}
	require.NoError(t, m.checkBalance())
}

func TestRandomHistoriesKeepTheLedgerBalanced(t *testing.T) {
	t.Parallel()
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		require.NoError(t, checks.Value.Set("12"))
	}
	steps, orders, paid, back := 0, 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		m := &machine{fixture: newFixture(t), tb: t}
		defer func() { _ = m.DB.Close() }()
		m.AddProduct(t, "plenty", 650, 1000)
		m.AddProduct(t, "scarce", 650, 3)
		m.addProfiles(t, "plenty:esim", 12)
		m.AddPromoCode(t, "LIMITED", 100, 3, 0)
		m.AddPromoCode(t, "ONCE", 100, 0, 1)
		m.AddPromoCode(t, "FREE", 100_000, 2, 0)
		rt.Repeat(map[string]func(*rapid.T){
			"submit": m.submit, "submit another": m.submit, "submit a third": m.submit, "pay": m.openPayment, "pay again": m.openPayment, "pay on hosted page": m.openHostedPayment, "buy": m.buy, "buy another": m.buy, "change intent": m.changeIntent, "webhook": m.deliverWebhook,
			"stale intent": m.applyStaleIntent, "cancel": m.cancel, "expire": m.expire, "sweep": m.sweep, "return": m.returnFromPayment,
			"request refund": m.askForRefund, "request refund again": m.askForRefund, "staff": m.refundByStaff,
			"refund or dispute at the provider": m.refundOrDisputeAtProvider, "deliver": m.runFulfil,
			"end what is free": func(*rapid.T) { m.runEndFreeJobs(m.tb) },
			"refunds":          m.runRefundJobs, "time": m.advanceClock, "provider": m.switchProvider,
			"": func(t *rapid.T) {
				steps++
				require.NoError(t, m.CheckLedger())
			},
		})
		m.settle(rt)
		orders += len(m.orders)
		paid += m.Count(t, `select count(*) from orders where status <> 'cancelled'`)
		back += m.Count(t, `select count(*) from refund where state = 'succeeded'`)
	})
	t.Logf("%d steps, %d orders, %d of them paid, %d refunds", steps, orders, paid, back)
}
