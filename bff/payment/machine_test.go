package payment_test

import (
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// machine plays shoppers, payers, the provider, jobs and time at random. After every step the ledger must add up.
type machine struct {
	*till
	orders  []order.Order
	intents []string
	// old are words of the provider that were retrieved and may be applied late.
	old []payment.Intent
	// events are those about money that went back.
	events [][]byte
	tb     testing.TB
}

// refusals are what a shopper may be told; anything else is a fault of ours.
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

func (m *machine) order(t *rapid.T) order.Order {
	if len(m.orders) == 0 {
		t.Skip("no order yet")
	}
	return rapid.SampledFrom(m.orders).Draw(t, "order")
}

func (m *machine) intent(t *rapid.T) string {
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
	benchtest.TakeOutCode(&s, b)
	s.ExpectedTotal = b.OrderTotal
	o, err := m.Submit(s)
	if !m.refused(t, "submit", err) {
		m.orders = append(m.orders, o)
	}
}

func (m *machine) pays(t *rapid.T) {
	o := m.order(t)
	page, err := m.pay.Create(ctx, o, payment.URLs{})
	if !m.refused(t, "create", err) && page.Attempt.IntentID != nil {
		m.intents = append(m.intents, *page.Attempt.IntentID)
	}
}

func (m *machine) paysThere(t *rapid.T) {
	o := m.order(t)
	page, err := m.pay.Hosted(ctx, o, payment.URLs{})
	if !m.refused(t, "hosted", err) && page.Attempt.SessionID != nil {
		m.prov.mu.Lock()
		defer m.prov.mu.Unlock()
		m.intents = append(m.intents, m.prov.sessions[*page.Attempt.SessionID].IntentID)
	}
}

// buys is a shopper to whom nothing happens: the road to everything about refunds.
func (m *machine) buys(t *rapid.T) {
	before := len(m.orders)
	m.prov.setDown(false)
	m.submit(t)
	if len(m.orders) == before || m.orders[before].Status != order.WaitingPayment {
		return
	}
	page, err := m.pay.Create(ctx, m.orders[before], payment.URLs{})
	if err != nil {
		t.Fatalf("create: %v", err)
	}
	m.intents = append(m.intents, *page.Attempt.IntentID)
	m.prov.move(*page.Attempt.IntentID, payment.IntentSucceeded, "")
	m.hears(m.tb, *page.Attempt.IntentID)
}

func (m *machine) atTheBank(t *rapid.T) {
	f := rapid.SampledFrom(facts).Draw(t, "fact")
	m.prov.move(m.intent(t), f.status, f.lastError)
}

func (m *machine) webhook(t *rapid.T) {
	in, err := m.prov.Intent(ctx, m.intent(t))
	if err != nil {
		return
	}
	m.old = append(m.old, in)
	for range rapid.IntRange(1, 3).Draw(t, "times") {
		if _, err := m.pay.Apply(ctx, in); err != nil {
			t.Fatalf("apply: %v", err)
		}
	}
}

func (m *machine) lateWord(t *rapid.T) {
	if len(m.old) == 0 {
		t.Skip("nothing was said yet")
	}
	if _, err := m.pay.Apply(ctx, rapid.SampledFrom(m.old).Draw(t, "word")); err != nil {
		t.Fatalf("apply: %v", err)
	}
}

func (m *machine) cancel(t *rapid.T) {
	o, err := m.Orders.ByID(ctx, m.order(t).ID)
	if err != nil {
		t.Fatal(err)
	}
	m.refused(t, "cancel", m.pay.Cancel(ctx, o, "machine"))
}

// job forgives what makes a job come back.
func (m *machine) job(t *rapid.T, doing string, err error) {
	var snooze *river.JobSnoozeError
	if err != nil && !errors.As(err, &snooze) && !errors.Is(err, payment.ErrUnavailable) && fault.Code(err) != "payment_unavailable" {
		t.Fatalf("%s: %v", doing, err)
	}
}

func (m *machine) expire(t *rapid.T) { m.job(t, "expire", m.pay.Expire(ctx, m.order(t).ID)) }
func (m *machine) sweep(t *rapid.T)  { m.job(t, "sweep", m.pay.Sweep(ctx)) }
func (m *machine) comesBack(t *rapid.T) {
	m.job(t, "refresh", m.pay.Refresh(ctx, m.order(t).ID))
}

func (m *machine) refunds(t *rapid.T) { m.job(t, "refunds", m.settleRefunds()) }

// asksBack is a shopper who wants money back, for all or for a line.
func (m *machine) asksBack(t *rapid.T) {
	o, ask := m.order(t), payment.ShopperRefund{Actor: "machine"}
	ask.OrderID, ask.Reason = o.ID, rapid.SampledFrom([]string{"WRONG_PURCHASE", "NO_COVERAGE"}).Draw(t, "reason")
	if rapid.Bool().Draw(t, "by line") {
		ask.LineIDs = []int64{o.Lines[0].ID}
	}
	a, err := m.pay.RequestRefund(ctx, ask)
	if err != nil || (a.Refund == nil) != (a.Why != "") {
		t.Fatalf("ask back: %+v %v", a, err)
	}
}

func (m *machine) staff(t *rapid.T) {
	waiting, err := m.pay.WaitingRefunds(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range waiting {
		_, err := m.pay.DecideRefund(ctx, r.ID, rapid.Bool().Draw(t, "approve"), "staff:machine", "drawn")
		if err != nil && fault.Code(err) != "refund_decided" {
			t.Fatalf("decide: %v", err)
		}
	}
	o := m.order(t)
	in := payment.StaffRefund{OrderID: o.ID, Amount: rapid.Int64Range(0, 400).Draw(t, "amount"), Reason: "drawn", Actor: "staff:machine"}
	_, err = m.pay.GiveRefund(ctx, in)
	if code := fault.Code(err); err != nil && code != "refund_not_paid" && code != "refund_too_much" && code != "refund_done" {
		t.Fatalf("give: %v", err)
	}
}

// elsewhere is a refund or a dispute at the provider, and its webhook; the shop may not be able to book it yet.
func (m *machine) elsewhere(t *rapid.T) {
	intent := m.intent(t)
	left := m.prov.left(intent)
	if left == 0 {
		t.Skip("no money there")
	}
	m.prov.setDown(false)
	ev := event(fmt.Sprintf("evt_%d", len(m.events)), "charge.refunded", intent)
	if m.prov.disputes["dp_"+intent].State == payment.DisputeOpen {
		end := rapid.SampledFrom([]string{payment.DisputeWon, payment.DisputeLost}).Draw(t, "end")
		ev = event("evt_end_"+intent, "charge.dispute.closed", m.prov.dispute(intent, end))
	} else if m.prov.disputes["dp_"+intent].State == "" && rapid.Bool().Draw(t, "dispute") {
		ev = event("evt_open_"+intent, "charge.dispute.created", m.prov.dispute(intent, payment.DisputeOpen))
	} else {
		m.prov.outside(m.tb, intent, rapid.Int64Range(1, left).Draw(t, "amount"))
	}
	m.events = append(m.events, ev)
	m.tell(t)
}

// tell brings every event about money that went back; those that do not fit yet come again.
func (m *machine) tell(t *rapid.T) {
	for _, ev := range m.events {
		if err := m.pay.Receive(ctx, ev, "good"); err != nil {
			t.Fatalf("receive: %v", err)
		}
		_ = m.pay.ProcessEvent(ctx, idOf(ev))
	}
}

func (m *machine) delivers(t *rapid.T) {
	m.job(t, "fulfil", m.SIMs.Fulfil(ctx, m.order(t).ID))
}

func (m *machine) time(t *rapid.T) {
	m.Clock.Advance(time.Duration(rapid.SampledFrom([]int{1, 30, 7 * 60, 12 * 60}).Draw(t, "minutes")) * time.Minute)
}

func (m *machine) providerIsAway(t *rapid.T) { m.prov.setDown(rapid.Bool().Draw(t, "down")) }

// settle lets everything come to its end: the bank decides, every window closes, every word arrives.
func (m *machine) settle(t *rapid.T) {
	m.prov.setDown(false)
	approve := rapid.Bool().Draw(t, "approve")
	for id := range m.prov.intents {
		if in, _ := m.prov.Intent(ctx, id); in.Status == payment.IntentProcessing {
			if approve {
				m.prov.move(id, payment.IntentSucceeded, "")
			} else {
				m.prov.move(id, payment.IntentOpen, "card_declined")
			}
		}
	}
	m.Clock.Advance(2 * benchtest.Window)
	m.job(t, "sweep", m.pay.Sweep(ctx))
	for _, o := range m.orders {
		if err := m.pay.Expire(ctx, o.ID); err != nil {
			t.Fatalf("expire %s in the end: %v", o.OrderNo, err)
		}
	}
	for id := range m.prov.intents {
		in, err := m.prov.Intent(ctx, id)
		if err == nil {
			_, err = m.pay.Apply(ctx, in)
		}
		if err != nil {
			t.Fatalf("apply %s in the end: %v", id, err)
		}
	}
	// What was told of money that went back fits at the latest when our own refunds have ended.
	for range 3 {
		if err := m.settleRefunds(); err != nil {
			t.Fatal(err)
		}
		m.tell(t)
	}
	for _, ev := range m.events {
		if err := m.pay.ProcessEvent(ctx, idOf(ev)); err != nil {
			t.Fatalf("work %s in the end: %v", ev, err)
		}
	}
	if err := m.balance(); err != nil {
		t.Fatal(err)
	}
}

func TestAnythingMayHappenInAnyOrder(t *testing.T) {
	t.Parallel()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("12"); err != nil {
			t.Fatal(err)
		}
	}
	steps, orders, paid, back := 0, 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		m := &machine{till: newTill(t), tb: t}
		defer func() { _ = m.DB.Close() }()
		m.Product(t, "plenty", 650, 1000)
		m.Product(t, "scarce", 650, 3)
		m.profiles(t, "plenty:esim", 12)
		m.Promo(t, "LIMITED", 100, 3, 0)
		m.Promo(t, "ONCE", 100, 0, 1)
		m.Promo(t, "FREE", 100_000, 2, 0)
		rt.Repeat(map[string]func(*rapid.T){
			"submit": m.submit, "submit another": m.submit, "submit a third": m.submit, "pay": m.pays, "pay again": m.pays, "pay there": m.paysThere, "buy": m.buys, "buy another": m.buys, "at the bank": m.atTheBank, "webhook": m.webhook,
			"late word": m.lateWord, "cancel": m.cancel, "expire": m.expire, "sweep": m.sweep, "come back": m.comesBack,
			"ask back": m.asksBack, "ask back again": m.asksBack, "staff": m.staff, "elsewhere": m.elsewhere, "deliver": m.delivers,
			"end what is free": func(*rapid.T) { m.endsFree(m.tb) },
			"refunds":          m.refunds, "time": m.time, "provider": m.providerIsAway,
			"": func(t *rapid.T) {
				steps++
				if err := m.Broken(); err != nil {
					t.Fatal(err)
				}
			},
		})
		m.settle(rt)
		orders += len(m.orders)
		paid += m.Count(t, `select count(*) from orders where status <> 'cancelled'`)
		back += m.Count(t, `select count(*) from refund where state = 'succeeded'`)
	})
	t.Logf("%d steps, %d orders, %d of them paid, %d refunds", steps, orders, paid, back)
}
