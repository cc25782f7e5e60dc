package ops_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/catalog/naming"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/stock"
)

var ctx = context.Background()

// payments is a fake of the payment service with one open case.
type payments struct {
	cancelled, decided []string
	given              []payment.StaffRefund
}

func (p *payments) StaffCancel(_ context.Context, o order.Order, actor string) error {
	p.cancelled = append(p.cancelled, o.OrderNo+" by "+actor)
	return nil
}

func (p *payments) GiveRefund(_ context.Context, in payment.StaffRefund) (payment.Refund, error) {
	p.given = append(p.given, in)
	if in.Amount == 0 { // as for what cost nothing
		return payment.Refund{State: payment.RefundSucceeded}, nil
	}
	return payment.Refund{ID: 7, Amount: 650, Currency: "USD", State: payment.RefundPending}, nil
}

func (p *payments) DecideRefund(_ context.Context, id int64, approve bool, actor, note string) (payment.Refund, error) {
	p.decided = append(p.decided, fmt.Sprint(id, approve, actor, note))
	return payment.Refund{ID: id, Amount: 650, Currency: "USD", State: payment.RefundRefused}, nil
}

func (p *payments) GiveBackHeld(_ context.Context, orderID int64, actor, note string) error {
	p.decided = append(p.decided, fmt.Sprint("mismatch ", orderID, actor, note))
	return nil
}

func (p *payments) SettleRefund(_ context.Context, in payment.Settlement) error {
	p.decided = append(p.decided, fmt.Sprint(in.How, in.RefundID, in.Actor, in.Reason))
	return nil
}

func (p *payments) Replay(_ context.Context, eventID string) (string, error) { return "paid", nil }

func (p *payments) Reconcile(_ context.Context, day time.Time) (payment.Reconciliation, error) {
	return payment.Reconciliation{Day: day.Format(time.DateOnly), Charges: 3, Refunds: 1, Differences: []payment.Difference{
		{Kind: payment.DiffAmount, Object: payment.ObjectCharge, ProviderID: "pi_1", OrderNo: "X", Ours: "650", Theirs: "649"},
	}}, nil
}

func (*payments) Refunds(context.Context, int64) ([]payment.Refund, error) { return nil, nil }

func (*payments) Disputes(context.Context, int64) ([]payment.Dispute, error) {
	return []payment.Dispute{{ID: "dp_1", Amount: 650, Currency: "USD", Reason: "fraudulent", State: payment.DisputeWon, OpenedAt: time.Unix(0, 0)}}, nil
}

func (*payments) Latest(context.Context, int64) (*payment.Attempt, error) { return nil, nil }

func (*payments) OpenCases(context.Context, int) ([]payment.OpenCase, error) {
	return []payment.OpenCase{{Kind: "refund", OrderNo: "X", Since: time.Unix(0, 0), What: "refund 3 of 650 failed"}}, nil
}

// customers are the ids of customers of site 20 by address.
type customers map[string]int64

func (c customers) ByEmail(_ context.Context, tenantID int64, email string) (account.Customer, bool, error) {
	id, ok := c[email]
	return account.Customer{ID: id, TenantID: tenantID, Email: email}, ok && tenantID == 20, nil
}

// departure is the only departure of customers.
var departure = account.Deletion{TenantID: 20, CustomerID: 7, At: time.Date(2026, 3, 1, 9, 30, 0, 5000, time.UTC)}

func (customers) Deletions(_ context.Context, since time.Time) ([]account.Deletion, error) {
	if since.After(departure.At) {
		return nil, nil
	}
	return []account.Deletion{departure}, nil
}

func (customers) DeleteAgain(_ context.Context, d account.Deletion, actor string) (bool, error) {
	return d == departure && actor == "staff:mei", nil
}

type fixture struct {
	*moduletest.Fixture
	cli      *ops.CLI
	payments *payments
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	pay := &payments{}
	return fixture{f, &ops.CLI{
		Jobs:  f.Queue,
		Clock: f.Clock, Orders: f.Orders, Payments: pay, Refunds: pay, Provider: pay, Carriers: f.SIMs, Stock: stock.NewService(f.DB, f.Clock, f.Box, "test", f.SIMs.ErasedNumber), Notes: notify.New(notify.Config{DB: f.DB}),
		Customers: customers{"ada@example.com": 7}, Rewards: f.Rewards, Names: naming.New(f.DB, f.Clock),
	}, pay}
}

// run runs a command and returns its output.
func (f fixture) run(words ...string) (string, error) {
	return f.runWithInput("sku,quantity\nplan:physical,5\n", words...)
}

// runWithInput is run with an input.
func (f fixture) runWithInput(in string, words ...string) (string, error) {
	var out bytes.Buffer
	err := f.cli.Run(ctx, words, ops.Console{In: strings.NewReader(in), Out: &out, User: "mei"})
	return out.String(), err
}

func TestInvalidCommandsAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.Place(t, f.Submission("plan", 1, 650))
	for name, c := range map[string]struct {
		words []string
		what  string
	}{
		"no such command":   {[]string{"fly"}, `unknown command "fly"`},
		"no such flag":      {[]string{"list", "--wings"}, "wings"},
		"a word too many":   {[]string{"list", "all"}, `"all"`},
		"a wild limit":      {[]string{"list", "--limit", "0"}, "--limit"},
		"no order":          {[]string{"show"}, "order number"},
		"no reason":         {[]string{"hold", o.OrderNo}, "--reason"},
		"nobody":            {[]string{"complete", o.OrderNo, "--actor", " "}, "--actor"},
		"cards in a muddle": {[]string{"ship", o.OrderNo, "--card", "8985"}, "--card"},
		"no site":           {[]string{"import-stock", "-", "--reason", "new"}, "--tenant"},
		"no moment":         {[]string{"departures", "--since", "yesterday"}, "--since"},
		"no list":           {[]string{"leave-again"}, "file"},
		"no file":           {[]string{"import-stock", "--reason", "new", "--tenant", "20"}, "file"},
	} {
		out, err := f.run(c.words...)
		if _, ok := errors.AsType[*ops.UsageError](err); !ok || !strings.Contains(ops.ErrorLine(err), c.what) || out != "" {
			t.Errorf("%s: %q %v", name, out, err)
		}
	}
}

func TestARefusalIsOneLine(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, err := f.run("show", "nothing")
	if got := ops.ErrorLine(err); got != "This order number does not exist. (order_not_found)" {
		t.Errorf("line %q", got)
	}
	if got := ops.ErrorLine(errors.New("first\nsecond")); got != "first second" {
		t.Errorf("line %q", got)
	}
}

// Whoever writes the label of a parcel sees how its receiver is reached.
func TestAnOrderIsShownWithItsReceiver(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.Place(t, f.Submission("plan", 1, 650))
	f.Exec(t, `update orders set address = '{"fullName": "Bea", "country": "HK", "addressLine1": "88 Harbour Road", "city": "Hong Kong",
		"phone": "+852 9123 4567", "email": "bea@example.com"}'`)
	text, err := f.run("show", o.OrderNo)
	require.NoError(t, err)
	for _, want := range []string{"Bea, 88 Harbour Road", "+852 9123 4567", "bea@example.com"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// Flags stand before or behind the order number, in both forms of the answer.
func TestAnOrderIsHeldFoundAndLifted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.Place(t, f.Submission("plan", 1, 650))
	if _, err := f.run("hold", "--reason", "looks odd", o.OrderNo, "--actor", "li"); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"list", "--held"}, {"review"}, {"show", o.OrderNo}} {
		text, err := f.run(words...)
		if err != nil || !strings.Contains(text, o.OrderNo) || !strings.Contains(text, "looks odd") {
			t.Errorf("%v: %s %v", words, text, err)
		}
	}
	raw, err := f.run("show", strings.ToLower(o.OrderNo), "--json")
	var shown struct {
		OrderNo, Status, Hold string
		OrderTotal            int64
		Lines                 []struct{ SKU string }
		History               []struct{ Actor, Action string }
		Disputes              []struct{ Reason, State string }
	}
	if err != nil || json.Unmarshal([]byte(raw), &shown) != nil {
		t.Fatalf("%s %v", raw, err)
	}
	if shown.OrderNo != o.OrderNo || shown.Hold != "looks odd" || shown.OrderTotal != 650 || shown.Lines[0].SKU != "plan:esim" || shown.History[1].Actor != "staff:li" ||
		len(shown.Disputes) != 1 || shown.Disputes[0].State != payment.DisputeWon {
		t.Fatalf("shown: %+v", shown)
	}
	f.Exec(t, `insert into notification (tenant_id, key, channel, recipient, locale, template, data, state, last_error, created_at)
		values (20, 'order:1:order_paid:', 'email', 'gone@example.com', 'en', 'order_paid', '{}', 'failed', 'relay refused the mail: 550', now())`)
	f.Exec(t, `insert into carrier_event (carrier, key, type, at, body, received_at, handled_at, outcome)
		values ('http', 'e1', 'plan.started', now(), '', now(), now(), 'unknown')`)
	f.Exec(t, `insert into river_job (kind, args, queue, max_attempts, attempt, state, finalized_at, errors)
		values ('payment_refund', '{"refundId": 7}', 'money', 25, 25, 'discarded', now(), array['{"error": "no answer"}'::jsonb])`)
	raw, err = f.run("review", "--json")
	var waits struct {
		Held     []struct{ OrderNo string }
		Payments []payment.OpenCase
		Carriers []sim.Case
		Mails    []notify.UndeliveredNote
		Jobs     []jobs.GivenUp
	}
	if err != nil || json.Unmarshal([]byte(raw), &waits) != nil || len(waits.Held) != 1 || waits.Payments[0].Kind != "refund" ||
		waits.Mails[0].Why != "relay refused the mail: 550" || len(waits.Jobs) != 1 || waits.Jobs[0].Why != "no answer" || waits.Carriers[0].What != "plan.started about nothing we know" {
		t.Fatalf("%s %v", raw, err)
	}
	number := fmt.Sprint(waits.Jobs[0].ID)
	if text, err := f.run("retry", number, "--actor", "li"); err != nil || !strings.Contains(text, number) {
		t.Fatalf("retry: %s %v", text, err)
	}
	if n := f.Count(t, `select count(*) from river_job where kind = 'payment_refund' and state = 'available'`); n != 1 {
		t.Error("the job is not tried again")
	}
	if _, err := f.run("retry", number, "--actor", "li"); !errors.Is(err, jobs.ErrNoJob) {
		t.Errorf("a job that was not given up: %v", err)
	}
	if _, err := f.run("lift", o.OrderNo, "--reason", "called her"); err != nil {
		t.Fatal(err)
	}
	if raw, err = f.run("list", "--held", "--json"); err != nil || strings.TrimSpace(raw) != "[]" {
		t.Fatalf("still held: %s %v", raw, err)
	}
}

func TestCancellingAndCountingIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.Place(t, f.Submission("plan", 1, 650))
	if _, err := f.run("cancel", o.OrderNo, "--reason", "test order"); err != nil {
		t.Fatal(err)
	}
	if len(f.payments.cancelled) != 1 || f.payments.cancelled[0] != o.OrderNo+" by staff:mei" {
		t.Errorf("cancelled: %v", f.payments.cancelled)
	}
	raw, err := f.run("import-stock", "-", "--tenant", "20", "--reason", "new cards", "--json")
	var taken struct {
		Rows   int
		OnHand map[string]int
	}
	if err != nil || json.Unmarshal([]byte(raw), &taken) != nil || taken.Rows != 1 || taken.OnHand["plan:physical"] != 105 {
		t.Fatalf("%s %v", raw, err)
	}
	if _, err := f.run("import-stock", "/no/such/file", "--tenant", "20", "--reason", "new cards"); err == nil {
		t.Error("a file that is not there was read")
	}
}

// Every command stands in the help and says what it needs.
func TestTheHelpNamesEveryCommand(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	text, err := f.run("help")
	require.NoError(t, err)
	for _, c := range f.cli.Commands() {
		if !strings.Contains(text, "\n  "+c.Name) {
			t.Errorf("the help lacks %s", c.Name)
		}
		if one, err := f.run(c.Name, "--help"); err != nil || !strings.Contains(one, c.Name) {
			t.Errorf("%s --help: %q %v", c.Name, one, err)
		}
	}
}

func TestMoneyMovedByStaff(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.Place(t, f.Submission("plan", 1, 650))
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"refund", o.OrderNo, "--lines", "1", "--amount", "500", "--reason", "goodwill"}, "refund 7 of 6.50 USD: pending_refund"},
		{[]string{"refund", o.OrderNo, "--reason", "not delivered"}, "no money was paid"},
		{[]string{"refund", "refuse", "9", "--reason", "it was used", "--json"}, `"state": "refused"`},
		{[]string{"refund", "mismatch", o.OrderNo, "--reason", "a fee was added"}, o.OrderNo},
		{[]string{"refund", "elsewhere", "9", "--reason", "by transfer"}, "refund 9 is settled: elsewhere"},
		{[]string{"replay", "evt_1"}, "evt_1: paid"},
		{[]string{"reconcile", "--day", "2026-03-01"}, "2026-03-01: 3 charges, 1 refunds, 1 differences"},
		{[]string{"reconcile"}, f.Clock.Now().AddDate(0, 0, -1).Format(time.DateOnly) + ": 3 charges"},
		{[]string{"erase"}, "what was due has been erased"},
		{[]string{"reconcile", "--day", "2026-03-01", "--json"}, `"theirs": "649"`},
	} {
		if got, err := f.run(c.words...); err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q %v", c.words, got, err)
		}
	}
	if len(f.payments.given) != 2 || f.payments.given[0].LineIDs[0] != o.Lines[0].ID || f.payments.given[0].Amount != 500 || f.payments.given[0].Actor != "staff:mei" {
		t.Errorf("given: %+v", f.payments.given)
	}
	if want := []string{"9 falsestaff:meiit was used", fmt.Sprintf("mismatch %dstaff:meia fee was added", o.ID), "elsewhere9staff:meiby transfer"}; !slices.Equal(f.payments.decided, want) {
		t.Errorf("said: %q", f.payments.decided)
	}
	for _, words := range [][]string{
		{"refund", o.OrderNo}, {"refund", o.OrderNo, "--reason", "x", "--lines", "2"}, {"refund", "bless", "9", "--reason", "x"},
		{"replay"}, {"replay", "17"}, {"reconcile", "--day", "yesterday"}, {"reconcile", "now"}, {"erase", "now"},
	} {
		if got, err := f.run(words...); err == nil {
			t.Errorf("%v: %q", words, got)
		}
	}
}

func TestPointsAndPromoCodesOfStaff(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddPromoCode(t, "SORRY", 300, 0, 1)
	because := []string{"--tenant", "20", "--reason", "late parcel"}
	for _, c := range []struct{ command, want string }{
		{"points ada@example.com --give 500", "ada@example.com  500 points to spend, 0 pending"},
		{"points ada@example.com --take 200 --json", `"points": 300`},
		{"grant ada@example.com sorry", "promo code       SORRY"},
	} {
		if got, err := f.run(append(strings.Fields(c.command), because...)...); err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q %v", c.command, got, err)
		}
	}
	for command, want := range map[string]string{
		"points bob@example.com --give 1":          "(user_not_found)",
		"grant ada@example.com NOSUCH":             "(promo_unknown)",
		"points ada@example.com":                   "--give or --take",
		"points ada@example.com --give 1 --take 1": "--give or --take",
		"points ada@example.com --give -1":         "--give or --take",
		"grant ada@example.com":                    "one promo code",
	} {
		if got, err := f.run(append(strings.Fields(command), because...)...); err == nil || !strings.Contains(ops.ErrorLine(err), want) {
			t.Errorf("%s: %q %v", command, got, err)
		}
	}
	if _, err := f.run("points", "ada@example.com", "--give", "1", "--reason", "no site"); err == nil || !strings.Contains(err.Error(), "--tenant") {
		t.Errorf("no site: %v", err)
	}
	if _, err := f.run("points", "ada@example.com", "--give", "1", "--tenant", "20"); err == nil || !strings.Contains(err.Error(), "--reason") {
		t.Errorf("no reason: %v", err)
	}
}

// What departures says is what leave-again reads, and a list that is none erases nothing.
func TestDeparturesAreRepeated(t *testing.T) {
	t.Parallel()
	s := &ops.CLI{Customers: customers{}}
	shop := fixture{cli: s}
	list, err := shop.run("departures", "--json", "--since", "2026-03-01T09:30:00Z")
	if err != nil || !strings.Contains(list, `"customer": 7`) && !strings.Contains(list, `"customer":7`) {
		t.Fatalf("%s %v", list, err)
	}
	if none, err := shop.run("departures", "--json", "--since", "2026-03-01T09:31:00Z"); err != nil || strings.TrimSpace(none) != "[]" {
		t.Fatalf("%s %v", none, err)
	}
	answer, err := shop.runWithInput(list, "leave-again", "-")
	if err != nil || !strings.Contains(answer, "1 accounts erased, 0 were not there") {
		t.Fatalf("%s %v", answer, err)
	}
	answer, err = shop.runWithInput(`[{"tenant": 20, "customer": 8, "at": "2026-03-01T09:30:00Z"}]`, "leave-again", "-")
	if err != nil || !strings.Contains(answer, "0 accounts erased, 1 were not there") {
		t.Fatalf("%s %v", answer, err)
	}
	for _, broken := range []string{"", "tenant,customer\n", `[{"tenant": 20, "customer": 7}]`, `[{"customer": 7, "at": "2026-03-01T09:30:00Z"}]`} {
		if answer, err := shop.runWithInput(broken, "leave-again", "-"); err == nil || answer != "" {
			t.Errorf("%q: %s", broken, answer)
		}
	}
}
