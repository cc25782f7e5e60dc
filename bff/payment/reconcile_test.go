package payment_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// A day of sales, late payments and refunds agrees with the provider; a difference of one cent made by hand is found, and
// so is everything else that can differ.
func TestReconciliationFindsOneCent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 100)
	day := f.Clock.Now()
	_, paid := f.placePaidOrder(t)
	refunded, _ := f.placePaidOrder(t)
	f.requestRefund(t, refunded, "WRONG_PURCHASE")
	late, intent := f.placeOrder(t)
	require.NoError(t, f.pay.Cancel(ctx, late, "test"))
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.applyIntent(t, intent)
	lost, disputed := f.placePaidOrder(t)
	f.workEvent(t, "charge.dispute.closed", f.provider.dispute(disputed, payment.DisputeLost))
	_ = lost
	f.placeOrder(t)
	f.requireBalance(t)
	reconcile := func() payment.Reconciliation {
		t.Helper()
		r, err := f.pay.Reconcile(ctx, day)
		require.NoError(t, err)
		if n := f.Count(t, `select differences from reconciliation where day = ?`, r.Day); n != len(r.Differences) ||
			f.Count(t, `select count(*) from reconciliation_difference where day = ?`, r.Day) != n {
			t.Fatalf("%d stored of %d", n, len(r.Differences))
		}
		return r
	}
	if r := reconcile(); r.Charges != 4 || r.Refunds != 2 || len(r.Differences) != 0 {
		t.Fatalf("an honest day: %+v", r)
	}
	alerts := f.log.errors.Load()
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
		f.Exec(t, c.bend, id)
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
		f.Exec(t, c.repair, id)
	}
	if n := f.log.errors.Load() - alerts; n != 5 {
		t.Errorf("%d alerts", n)
	}

	f.Exec(t, `update payment_attempt set received = received + 1 where intent_id = ?`, paid)
	reconcile()
	if cases, err := f.pay.OpenCases(ctx, 10); err != nil || len(cases) != 1 || cases[0].Kind != "books" {
		t.Errorf("cases of the back office: %+v %v", cases, err)
	}
	f.Exec(t, `update payment_attempt set received = received - 1 where intent_id = ?`, paid)

	// Money that only one side knows of.
	f.provider.intents["pi_foreign"] = &payment.Intent{ID: "pi_foreign", Status: payment.IntentSucceeded, AmountReceived: 900, Currency: "USD"}
	f.provider.paidAt["pi_foreign"] = day
	f.provider.refundInDashboard(t, paid, 10)
	delete(f.provider.intents, intent)
	delete(f.provider.paidAt, intent)
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
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	day := f.Clock.Now()
	statements := func(charges int) int {
		t.Helper()
		counted, all := pg.CountStatements(ctx)
		r, err := f.pay.Reconcile(counted, day)
		if err != nil || r.Charges != charges || r.Refunds != charges || len(r.Differences) != 0 {
			t.Fatalf("%+v %v", r, err)
		}
		return all.Count()
	}
	sell := func() {
		o, _ := f.placePaidOrder(t)
		f.requestRefund(t, o, "WRONG_PURCHASE")
		f.requireBalance(t)
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
	f := newFixture(t)
	day := f.Clock.Now()
	f.AddCompletedOrders(t, sold)
	f.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, intent_id, received, received_currency, received_at, created_at, updated_at)
		select 20, id, 'card', 'succeeded', 650, 'USD', 'pi_' || order_no, 650, 'USD', @at, @at, @at from orders`, map[string]any{"at": day})
	var list []struct{ OrderNo string }
	require.NoError(t, f.DB.Gorm.Raw(`select order_no from orders order by id`).Scan(&list).Error)
	for _, o := range list {
		id := "pi_" + o.OrderNo
		f.provider.intents[id] = &payment.Intent{ID: id, Status: payment.IntentSucceeded, AmountReceived: 650, Currency: "USD",
			OrderNo: o.OrderNo}
		f.provider.paidAt[id] = day
	}
	first := "pi_" + list[0].OrderNo
	f.Exec(t, `update payment_attempt set received = 649 where intent_id = ?`, first)
	f.provider.pageSize = perPage
	pages := 0
	f.provider.beforeCharges = func() {
		if pages++; pages == 4 {
			f.provider.setDown(true)
		}
	}
	f.Clock.Advance(25 * time.Hour)
	if err := f.pay.ReconcileDue(ctx); !errors.Is(err, payment.ErrUnavailable) {
		t.Fatalf("without the provider: %v", err)
	}
	if n := f.Count(t, `select count(*) from reconciliation`); n != 0 {
		t.Fatal("half a day is stored as a day")
	}
	f.provider.setDown(false)
	require.NoError(t, f.pay.ReconcileDue(ctx))
	if pages != 11 { // ten, and one twice
		t.Errorf("%d pages were read", pages)
	}
	if n := f.Count(t, `select charges from reconciliation where differences = 1`); n != sold {
		t.Fatalf("%d charges compared", n)
	}
	if cases, err := f.pay.OpenCases(ctx, 10); err != nil || len(cases) != 1 || !strings.Contains(cases[0].What, first) {
		t.Errorf("cases of the back office: %+v %v", cases, err)
	}
	if n := f.Count(t, `select count(*) from reconciliation_run`) + f.Count(t, `select count(*) from reconciliation_seen`); n != 0 {
		t.Errorf("%d rows are left over", n)
	}
}

// Two that compare one day at once do not mix what they find.
func TestTwoComparisonsOfADayDoNotMix(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	_, paid := f.placePaidOrder(t)
	f.Exec(t, `update payment_attempt set received = received + 1 where intent_id = ?`, paid)
	day := f.Clock.Now()
	f.provider.beforeCharges = func() {
		f.provider.beforeCharges = nil
		if r, err := f.pay.Reconcile(ctx, day); err != nil || len(r.Differences) != 1 {
			t.Errorf("the faster one: %+v %v", r, err)
		}
	}
	if _, err := f.pay.Reconcile(ctx, day); fault.Code(err) != "in_progress" {
		t.Fatalf("the slower one: %v", err)
	}
	if n := f.Count(t, `select count(*) from reconciliation_difference`); n != 1 {
		t.Errorf("%d differences", n)
	}
}

// Of two that come to the end of a day at once, one stores it; the other one does not store that it found nothing.
func TestADayIsStoredOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	_, paid := f.placePaidOrder(t)
	f.Exec(t, `update payment_attempt set received = received + 1 where intent_id = ?`, paid)
	f.Clock.Advance(25 * time.Hour)
	var slower error
	f.pauseAt(t, "day compared", func() { slower = f.pay.ReconcileDue(ctx) }, func() {
		if err := f.pay.ReconcileDue(ctx); err != nil {
			t.Errorf("the faster one: %v", err)
		}
	})
	if fault.Code(slower) != "in_progress" {
		t.Errorf("the slower one: %v", slower)
	}
	if n := f.Count(t, `select count(*) from reconciliation_difference d join reconciliation r using (day) where r.differences = 1`); n != 1 {
		t.Fatalf("%d differences are stored", n)
	}
}

// A shop that was off for days compares each of them when it is back, the oldest first.
func TestEveryDayIsCompared(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	f.placePaidOrder(t)
	f.Clock.Advance(4*24*time.Hour + 2*time.Hour)
	require.NoError(t, f.pay.ReconcileDue(ctx))
	var days []string
	require.NoError(t, f.DB.Gorm.Raw(`select to_char(day, 'DD') from reconciliation order by day`).Scan(&days).Error)
	if got := strings.Join(days, " "); got != "01 02 03 04" {
		t.Fatalf("compared: %s", got)
	}
	// A job whose time is nearly over asks to be called again.
	f.Clock.Advance(24 * time.Hour)
	short, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := f.pay.ReconcileDue(short); !jobs.IsSnoozed(err) {
		t.Fatalf("without time: %v", err)
	}
}

// Midnight does not make a difference: what was charged before it and heard of after it is one payment.
func TestAPaymentAroundMidnightIsNoDifference(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	f.Clock.Advance(12*time.Hour - time.Second)
	day := f.Clock.Now()
	o, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.Clock.Advance(2 * time.Second)
	f.applyIntent(t, intent)
	f.requestRefund(t, o, "WRONG_PURCHASE")
	f.requireBalance(t)
	for _, d := range []time.Time{day, f.Clock.Now()} {
		if r, err := f.pay.Reconcile(ctx, d); err != nil || len(r.Differences) != 0 {
			t.Fatalf("%+v %v", r, err)
		}
	}
	// The daily job looks at each day once, when it has been over for an hour.
	f.Clock.Advance(24 * time.Hour)
	f.Exec(t, `delete from reconciliation`)
	for range 2 {
		require.NoError(t, f.pay.ReconcileDue(ctx))
	}
	if n := f.Count(t, `select count(*) from reconciliation where day = '2026-03-01'`); n != 1 {
		t.Fatalf("%d days compared", n)
	}
	f.provider.setDown(true)
	f.Clock.Advance(24 * time.Hour)
	if err := f.pay.ReconcileDue(ctx); err == nil {
		t.Fatal("a day was compared without the provider")
	}
}

// A provider that does not take our key says nothing about the money: no difference is booked, and the day is compared again.
func TestARefusedKeyIsNoDifference(t *testing.T) {
	t.Parallel()
	for _, of := range []string{"charge", "refund"} {
		t.Run(of, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, intent := f.placePaidOrder(t)
			f.requestRefund(t, o, "WRONG_PURCHASE")
			f.requireBalance(t)
			if of == "charge" { // what the provider listed is not read again
				delete(f.provider.paidAt, intent)
			} else {
				clear(f.provider.refunds)
			}
			f.provider.readError = errors.New("retrieve: Invalid API Key provided (401)")
			if r, err := f.pay.Reconcile(ctx, f.Clock.Now()); !errors.Is(err, f.provider.readError) {
				t.Fatalf("%+v %v", r, err)
			}
			if n := f.Count(t, `select count(*) from reconciliation`); n != 0 {
				t.Fatal("a day that was not compared is stored")
			}
		})
	}
}
