package payment_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// A day of sales, late payments and refunds agrees with the provider; a difference of one cent made by hand is found, and
// so is everything else that can differ.
func TestReconciliationFindsOneCent(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 100)
	day := w.Clock.Now()
	_, paid := w.bought(t)
	refunded, _ := w.bought(t)
	w.asks(t, refunded, "WRONG_PURCHASE")
	late, intent := w.placed(t)
	if err := w.pay.Cancel(ctx, late, "test"); err != nil {
		t.Fatal(err)
	}
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.hears(t, intent)
	lost, disputed := w.bought(t)
	w.works(t, "charge.dispute.closed", w.prov.dispute(disputed, payment.DisputeLost))
	_ = lost
	w.placed(t)
	w.balanced(t)
	reconcile := func() payment.Reconciliation {
		t.Helper()
		r, err := w.pay.Reconcile(ctx, day)
		if err != nil {
			t.Fatal(err)
		}
		if n := w.Count(t, `select differences from reconciliation where day = ?`, r.Day); n != len(r.Differences) ||
			w.Count(t, `select count(*) from reconciliation_difference where day = ?`, r.Day) != n {
			t.Fatalf("%d stored of %d", n, len(r.Differences))
		}
		return r
	}
	if r := reconcile(); r.Charges != 4 || r.Refunds != 2 || len(r.Differences) != 0 {
		t.Fatalf("an honest day: %+v", r)
	}
	alerts := w.log.rung.Load()
	for _, c := range []struct {
		want         payment.Difference
		bend, repair string
	}{
		{
			payment.Difference{Kind: payment.DiffAmount, Object: payment.ObjectCharge, Ours: "651", Theirs: "650"},
			`update payment_attempt set received = received + 1 where intent_id = @id`, `update payment_attempt set received = received - 1 where intent_id = @id`,
		},
		{
			payment.Difference{Kind: payment.DiffCurrency, Object: payment.ObjectCharge, Ours: "HKD", Theirs: "USD"},
			`update payment_attempt set received_currency = 'HKD' where intent_id = @id`, `update payment_attempt set received_currency = 'USD' where intent_id = @id`,
		},
		{
			payment.Difference{Kind: payment.DiffStatus, Object: payment.ObjectCharge, Ours: "cancelled", Theirs: "succeeded"},
			`update payment_attempt set status = 'cancelled', received = 0, received_at = null where intent_id = @id`,
			`update payment_attempt set status = 'succeeded', received = 650, received_at = created_at where intent_id = @id`,
		},
		{
			payment.Difference{Kind: payment.DiffAmount, Object: payment.ObjectRefund, Ours: "649", Theirs: "650"},
			`update refund set amount = amount - 1 where source like 'request:%' and @id <> ''`,
			`update refund set amount = amount + 1 where source like 'request:%' and @id <> ''`,
		},
		{
			payment.Difference{Kind: payment.DiffStatus, Object: payment.ObjectRefund, Ours: "failed", Theirs: "succeeded"},
			`update refund set state = 'failed' where source like 'request:%' and @id <> ''`,
			`update refund set state = 'succeeded' where source like 'request:%' and @id <> ''`,
		},
	} {
		id := map[string]any{"id": paid}
		w.Exec(t, c.bend, id)
		r := reconcile()
		if len(r.Differences) != 1 {
			t.Fatalf("%s: %+v", c.bend, r.Differences)
		}
		got := r.Differences[0]
		if got.OrderNo == "" || got.ProviderID == "" {
			t.Errorf("%+v names nothing", got)
		}
		if got.OrderNo, got.ProviderID = "", ""; got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
		w.Exec(t, c.repair, id)
	}
	if n := w.log.rung.Load() - alerts; n != 5 {
		t.Errorf("%d alerts", n)
	}

	w.Exec(t, `update payment_attempt set received = received + 1 where intent_id = ?`, paid)
	reconcile()
	if cases, err := w.pay.OpenCases(ctx, 10); err != nil || len(cases) != 1 || cases[0].Kind != "books" {
		t.Errorf("the back office is told: %+v %v", cases, err)
	}
	w.Exec(t, `update payment_attempt set received = received - 1 where intent_id = ?`, paid)

	// Money that only one side knows of.
	w.prov.intents["pi_foreign"] = &payment.Intent{ID: "pi_foreign", Status: payment.IntentSucceeded, AmountReceived: 900, Currency: "USD"}
	w.prov.paid["pi_foreign"] = day
	w.prov.outside(t, paid, 10)
	delete(w.prov.intents, intent)
	delete(w.prov.paid, intent)
	kinds := map[string]int{}
	for _, d := range reconcile().Differences {
		kinds[d.Kind+" "+d.Object]++
	}
	if len(kinds) != 3 || kinds["missing_here charge"] != 1 || kinds["missing_here refund"] != 1 || kinds["missing_there charge"] != 1 {
		t.Fatalf("differences: %v", kinds)
	}
}

// A day of many payments and refunds is read in as many statements as one of few.
func TestABusyDayCostsNoMoreStatements(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	day := w.Clock.Now()
	statements := func(charges int) int {
		t.Helper()
		counted, all := pg.CountStatements(ctx)
		r, err := w.pay.Reconcile(counted, day)
		if err != nil || r.Charges != charges || r.Refunds != charges || len(r.Differences) != 0 {
			t.Fatalf("%+v %v", r, err)
		}
		return all.Count()
	}
	sell := func() {
		o, _ := w.bought(t)
		w.asks(t, o, "WRONG_PURCHASE")
		w.balanced(t)
	}
	sell()
	few := statements(1)
	for range 3 {
		sell()
	}
	if many := statements(4); many != few {
		t.Fatalf("%d statements for four payments, %d for one", many, few)
	}
}

// A day of many pages is compared a page at a time. What stops the comparison half way, also a program that dies, costs the page
// under way: the next one goes on there, and finds what the first one did.
func TestReconciliationGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	const sold, perPage = 95, 10
	w := newTill(t)
	day := w.Clock.Now()
	w.SellAlready(t, sold)
	w.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, intent_id, received, received_currency, received_at, created_at, updated_at)
		select 20, id, 'card', 'succeeded', 650, 'USD', 'pi_' || order_no, 650, 'USD', @at, @at, @at from orders`, map[string]any{"at": day})
	var list []struct{ OrderNo string }
	if err := w.DB.Gorm.Raw(`select order_no from orders order by id`).Scan(&list).Error; err != nil {
		t.Fatal(err)
	}
	for _, o := range list {
		id := "pi_" + o.OrderNo
		w.prov.intents[id] = &payment.Intent{ID: id, Status: payment.IntentSucceeded, AmountReceived: 650, Currency: "USD", OrderNo: o.OrderNo}
		w.prov.paid[id] = day
	}
	first := "pi_" + list[0].OrderNo
	w.Exec(t, `update payment_attempt set received = 649 where intent_id = ?`, first)
	w.prov.pageSize = perPage
	pages := 0
	w.prov.beforeCharges = func() {
		if pages++; pages == 4 {
			w.prov.setDown(true)
		}
	}
	w.Clock.Advance(25 * time.Hour)
	if err := w.pay.ReconcileDue(ctx); !errors.Is(err, payment.ErrUnavailable) {
		t.Fatalf("without the provider: %v", err)
	}
	if n := w.Count(t, `select count(*) from reconciliation`); n != 0 {
		t.Fatal("half a day is stored as a day")
	}
	w.prov.setDown(false)
	if err := w.pay.ReconcileDue(ctx); err != nil {
		t.Fatal(err)
	}
	if pages != 11 { // ten, and one twice
		t.Errorf("%d pages were read", pages)
	}
	if n := w.Count(t, `select charges from reconciliation where differences = 1`); n != sold {
		t.Fatalf("%d charges compared", n)
	}
	if cases, err := w.pay.OpenCases(ctx, 10); err != nil || len(cases) != 1 || !strings.Contains(cases[0].What, first) {
		t.Errorf("the back office is told: %+v %v", cases, err)
	}
	if n := w.Count(t, `select count(*) from reconciliation_run`) + w.Count(t, `select count(*) from reconciliation_seen`); n != 0 {
		t.Errorf("%d rows are left over", n)
	}
}

// Two that compare one day at once do not mix what they find.
func TestTwoCompareOneDay(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	_, paid := w.bought(t)
	w.Exec(t, `update payment_attempt set received = received + 1 where intent_id = ?`, paid)
	day := w.Clock.Now()
	w.prov.beforeCharges = func() {
		w.prov.beforeCharges = nil
		if r, err := w.pay.Reconcile(ctx, day); err != nil || len(r.Differences) != 1 {
			t.Errorf("the faster one: %+v %v", r, err)
		}
	}
	if _, err := w.pay.Reconcile(ctx, day); fault.Code(err) != "in_progress" {
		t.Fatalf("the slower one: %v", err)
	}
	if n := w.Count(t, `select count(*) from reconciliation_difference`); n != 1 {
		t.Errorf("%d differences", n)
	}
}

// Of two that come to the end of a day at once, one stores it; the other one does not store that it found nothing.
func TestADayIsStoredByOne(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	_, paid := w.bought(t)
	w.Exec(t, `update payment_attempt set received = received + 1 where intent_id = ?`, paid)
	w.Clock.Advance(25 * time.Hour)
	var slower error
	w.whileAt(t, "day compared", func() { slower = w.pay.ReconcileDue(ctx) }, func() {
		if err := w.pay.ReconcileDue(ctx); err != nil {
			t.Errorf("the faster one: %v", err)
		}
	})
	if fault.Code(slower) != "in_progress" {
		t.Errorf("the slower one: %v", slower)
	}
	if n := w.Count(t, `select count(*) from reconciliation_difference d join reconciliation r using (day) where r.differences = 1`); n != 1 {
		t.Fatalf("%d differences are stored", n)
	}
}

// A shop that was off for days compares each of them when it is back, the oldest first.
func TestEveryDayIsCompared(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	w.bought(t)
	w.Clock.Advance(4*24*time.Hour + 2*time.Hour)
	if err := w.pay.ReconcileDue(ctx); err != nil {
		t.Fatal(err)
	}
	var days []string
	if err := w.DB.Gorm.Raw(`select to_char(day, 'DD') from reconciliation order by day`).Scan(&days).Error; err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(days, " "); got != "01 02 03 04" {
		t.Fatalf("compared: %s", got)
	}
	// A job whose time is nearly over asks to be called again.
	w.Clock.Advance(24 * time.Hour)
	short, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := w.pay.ReconcileDue(short); !jobs.IsSnoozed(err) {
		t.Fatalf("without time: %v", err)
	}
}

// Midnight does not make a difference: what was charged before it and heard of after it is one payment.
func TestMidnightMakesNoDifference(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	w.Clock.Advance(12*time.Hour - time.Second)
	day := w.Clock.Now()
	o, intent := w.placed(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.Clock.Advance(2 * time.Second)
	w.hears(t, intent)
	w.asks(t, o, "WRONG_PURCHASE")
	w.balanced(t)
	for _, d := range []time.Time{day, w.Clock.Now()} {
		if r, err := w.pay.Reconcile(ctx, d); err != nil || len(r.Differences) != 0 {
			t.Fatalf("%+v %v", r, err)
		}
	}
	// The daily job looks at each day once, when it has been over for an hour.
	w.Clock.Advance(24 * time.Hour)
	w.Exec(t, `delete from reconciliation`)
	for range 2 {
		if err := w.pay.ReconcileDue(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.Count(t, `select count(*) from reconciliation where day = '2026-03-01'`); n != 1 {
		t.Fatalf("%d days compared", n)
	}
	w.prov.setDown(true)
	w.Clock.Advance(24 * time.Hour)
	if err := w.pay.ReconcileDue(ctx); err == nil {
		t.Fatal("a day was compared without the provider")
	}
}

// A provider that does not take our key says nothing about the money: no difference is booked, and the day is compared again.
func TestARefusedKeyIsNoDifference(t *testing.T) {
	t.Parallel()
	for _, of := range []string{"charge", "refund"} {
		t.Run(of, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			w.Product(t, "plan", price, 10)
			o, intent := w.bought(t)
			w.asks(t, o, "WRONG_PURCHASE")
			w.balanced(t)
			if of == "charge" { // what the provider listed is not read again
				delete(w.prov.paid, intent)
			} else {
				clear(w.prov.refunds)
			}
			w.prov.readFails = errors.New("retrieve: Invalid API Key provided (401)")
			if r, err := w.pay.Reconcile(ctx, w.Clock.Now()); !errors.Is(err, w.prov.readFails) {
				t.Fatalf("%+v %v", r, err)
			}
			if n := w.Count(t, `select count(*) from reconciliation`); n != 0 {
				t.Fatal("a day that was not compared is stored")
			}
		})
	}
}
