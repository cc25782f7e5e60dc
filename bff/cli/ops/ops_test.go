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

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/catalog/naming"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/stock"
)

var ctx = context.Background()

// till is payments that have nothing to tell but one open case.
type till struct {
	cancelled, said []string
	given           []payment.StaffRefund
}

func (s *till) StaffCancel(_ context.Context, o order.Order, actor string) error {
	s.cancelled = append(s.cancelled, o.OrderNo+" by "+actor)
	return nil
}

func (s *till) GiveRefund(_ context.Context, in payment.StaffRefund) (payment.Refund, error) {
	s.given = append(s.given, in)
	if in.Amount == 0 { // as for what cost nothing
		return payment.Refund{State: payment.RefundSucceeded}, nil
	}
	return payment.Refund{ID: 7, Amount: 650, Currency: "USD", State: payment.RefundPending}, nil
}

func (s *till) DecideRefund(_ context.Context, id int64, approve bool, actor, note string) (payment.Refund, error) {
	s.said = append(s.said, fmt.Sprint(id, approve, actor, note))
	return payment.Refund{ID: id, Amount: 650, Currency: "USD", State: payment.RefundRefused}, nil
}

func (s *till) GiveBackHeld(_ context.Context, orderID int64, actor, note string) error {
	s.said = append(s.said, fmt.Sprint("mismatch ", orderID, actor, note))
	return nil
}

func (s *till) Replay(_ context.Context, eventID string) (string, error) { return "paid", nil }

func (s *till) Reconcile(_ context.Context, day time.Time) (payment.Reconciliation, error) {
	return payment.Reconciliation{Day: day.Format(time.DateOnly), Charges: 3, Refunds: 1, Differences: []payment.Difference{
		{Kind: payment.DiffAmount, Object: payment.ObjectCharge, ProviderID: "pi_1", OrderNo: "X", Ours: "650", Theirs: "649"},
	}}, nil
}

func (*till) Refunds(context.Context, int64) ([]payment.Refund, error) { return nil, nil }

func (*till) Disputes(context.Context, int64) ([]payment.Dispute, error) {
	return []payment.Dispute{{ID: "dp_1", Amount: 650, Currency: "USD", Reason: "fraudulent", State: payment.DisputeWon, OpenedAt: time.Unix(0, 0)}}, nil
}

func (*till) Latest(context.Context, int64) (*payment.Attempt, error) { return nil, nil }

func (*till) OpenCases(context.Context, int) ([]payment.OpenCase, error) {
	return []payment.OpenCase{{Kind: "refund", OrderNo: "X", Since: time.Unix(0, 0), What: "refund 3 of 650 failed"}}, nil
}

// book is the customers of site 20 by address.
type book map[string]int64

func (b book) ByEmail(_ context.Context, tenantID int64, email string) (account.Customer, bool, error) {
	id, ok := b[email]
	return account.Customer{ID: id, TenantID: tenantID, Email: email}, ok && tenantID == 20, nil
}

// left is the departure that a book knows.
var left = account.Deletion{TenantID: 20, CustomerID: 7, At: time.Date(2026, 3, 1, 9, 30, 0, 5000, time.UTC)}

func (book) Deletions(_ context.Context, since time.Time) ([]account.Deletion, error) {
	if since.After(left.At) {
		return nil, nil
	}
	return []account.Deletion{left}, nil
}

func (book) DeleteAgain(_ context.Context, d account.Deletion, actor string) (bool, error) {
	return d == left && actor == "staff:mei", nil
}

type shop struct {
	*benchtest.Bench
	cli  *ops.CLI
	till *till
}

func newShop(t *testing.T) shop {
	t.Helper()
	b := benchtest.New(t)
	b.Product(t, "plan", 650, 100)
	pay := &till{}
	return shop{b, &ops.CLI{
		Jobs:  b.Queue,
		Clock: b.Clock, Orders: b.Orders, Payments: pay, Refunds: pay, Provider: pay, Carriers: b.SIMs, Stock: stock.NewService(b.DB, b.Clock, b.Box, "test", b.SIMs.ErasedNumber), Notes: notify.New(notify.Config{DB: b.DB}),
		Customers: book{"ada@example.com": 7}, Rewards: b.Rewards, Names: naming.New(b.DB, b.Clock),
	}, pay}
}

// says runs a command and returns what it answers.
func (s shop) says(words ...string) (string, error) {
	return s.saysTo("sku,quantity\nplan:physical,5\n", words...)
}

// saysTo is says with what is piped in.
func (s shop) saysTo(in string, words ...string) (string, error) {
	var out bytes.Buffer
	err := s.cli.Run(ctx, words, ops.Console{In: strings.NewReader(in), Out: &out, User: "mei"})
	return out.String(), err
}

func TestWhatIsNotUnderstood(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	o := s.Place(t, s.Submission("plan", 1, 650))
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
		out, err := s.says(c.words...)
		var usage *ops.UsageError
		if !errors.As(err, &usage) || !strings.Contains(ops.ErrorLine(err), c.what) || out != "" {
			t.Errorf("%s: %q %v", name, out, err)
		}
	}
}

func TestARefusalIsOneLine(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, err := s.says("show", "nothing")
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
	s := newShop(t)
	o := s.Place(t, s.Submission("plan", 1, 650))
	s.Exec(t, `update orders set address = '{"fullName": "Bea", "country": "HK", "addressLine1": "88 Harbour Road", "city": "Hong Kong",
		"phone": "+852 9123 4567", "email": "bea@example.com"}'`)
	text, err := s.says("show", o.OrderNo)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Bea, 88 Harbour Road", "+852 9123 4567", "bea@example.com"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// Flags stand before or behind the order number, in both forms of the answer.
func TestAnOrderIsHeldFoundAndLifted(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	o := s.Place(t, s.Submission("plan", 1, 650))
	if _, err := s.says("hold", "--reason", "looks odd", o.OrderNo, "--actor", "li"); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"list", "--held"}, {"review"}, {"show", o.OrderNo}} {
		text, err := s.says(words...)
		if err != nil || !strings.Contains(text, o.OrderNo) || !strings.Contains(text, "looks odd") {
			t.Errorf("%v: %s %v", words, text, err)
		}
	}
	raw, err := s.says("show", strings.ToLower(o.OrderNo), "--json")
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
	s.Exec(t, `insert into notification (tenant_id, key, channel, recipient, locale, template, data, state, last_error, created_at)
		values (20, 'order:1:order_paid:', 'email', 'gone@example.com', 'en', 'order_paid', '{}', 'failed', 'relay refused the mail: 550', now())`)
	s.Exec(t, `insert into carrier_event (carrier, key, type, at, body, received_at, handled_at, outcome)
		values ('http', 'e1', 'plan.started', now(), '', now(), now(), 'unknown')`)
	s.Exec(t, `insert into river_job (kind, args, queue, max_attempts, attempt, state, finalized_at, errors)
		values ('payment_refund', '{"refundId": 7}', 'money', 25, 25, 'discarded', now(), array['{"error": "no answer"}'::jsonb])`)
	raw, err = s.says("review", "--json")
	var waits struct {
		Held     []struct{ OrderNo string }
		Payments []payment.OpenCase
		Carriers []sim.Case
		Mails    []notify.Lost
		Jobs     []jobs.GivenUp
	}
	if err != nil || json.Unmarshal([]byte(raw), &waits) != nil || len(waits.Held) != 1 || waits.Payments[0].Kind != "refund" ||
		waits.Mails[0].Why != "relay refused the mail: 550" || len(waits.Jobs) != 1 || waits.Jobs[0].Why != "no answer" || waits.Carriers[0].What != "plan.started about nothing we know" {
		t.Fatalf("%s %v", raw, err)
	}
	number := fmt.Sprint(waits.Jobs[0].ID)
	if text, err := s.says("retry", number, "--actor", "li"); err != nil || !strings.Contains(text, number) {
		t.Fatalf("retry: %s %v", text, err)
	}
	if n := s.Count(t, `select count(*) from river_job where kind = 'payment_refund' and state = 'available'`); n != 1 {
		t.Error("the job is not tried again")
	}
	if _, err := s.says("retry", number, "--actor", "li"); !errors.Is(err, jobs.ErrNoJob) {
		t.Errorf("a job that was not given up: %v", err)
	}
	if _, err := s.says("lift", o.OrderNo, "--reason", "called her"); err != nil {
		t.Fatal(err)
	}
	if raw, err = s.says("list", "--held", "--json"); err != nil || strings.TrimSpace(raw) != "[]" {
		t.Fatalf("still held: %s %v", raw, err)
	}
}

func TestCancellingAndCountingIn(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	o := s.Place(t, s.Submission("plan", 1, 650))
	if _, err := s.says("cancel", o.OrderNo, "--reason", "test order"); err != nil {
		t.Fatal(err)
	}
	if len(s.till.cancelled) != 1 || s.till.cancelled[0] != o.OrderNo+" by staff:mei" {
		t.Errorf("cancelled: %v", s.till.cancelled)
	}
	raw, err := s.says("import-stock", "-", "--tenant", "20", "--reason", "new cards", "--json")
	var taken struct {
		Rows   int
		OnHand map[string]int
	}
	if err != nil || json.Unmarshal([]byte(raw), &taken) != nil || taken.Rows != 1 || taken.OnHand["plan:physical"] != 105 {
		t.Fatalf("%s %v", raw, err)
	}
	if _, err := s.says("import-stock", "/no/such/file", "--tenant", "20", "--reason", "new cards"); err == nil {
		t.Error("a file that is not there was read")
	}
}

// Every command stands in the help and says what it needs.
func TestTheHelpNamesEveryCommand(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	text, err := s.says("help")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.cli.Commands() {
		if !strings.Contains(text, "\n  "+c.Name) {
			t.Errorf("the help lacks %s", c.Name)
		}
		if one, err := s.says(c.Name, "--help"); err != nil || !strings.Contains(one, c.Name) {
			t.Errorf("%s --help: %q %v", c.Name, one, err)
		}
	}
}

func TestMoneyMovedByStaff(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	o := s.Place(t, s.Submission("plan", 1, 650))
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"refund", o.OrderNo, "--lines", "1", "--amount", "500", "--reason", "goodwill"}, "refund 7 of 6.50 USD: pending_refund"},
		{[]string{"refund", o.OrderNo, "--reason", "not delivered"}, "no money was paid"},
		{[]string{"refund", "refuse", "9", "--reason", "it was used", "--json"}, `"state": "refused"`},
		{[]string{"refund", "mismatch", o.OrderNo, "--reason", "a fee was added"}, o.OrderNo},
		{[]string{"replay", "evt_1"}, "evt_1: paid"},
		{[]string{"reconcile", "--day", "2026-03-01"}, "2026-03-01: 3 charges, 1 refunds, 1 differences"},
		{[]string{"reconcile"}, s.Clock.Now().AddDate(0, 0, -1).Format(time.DateOnly) + ": 3 charges"},
		{[]string{"erase"}, "what was due has been erased"},
		{[]string{"reconcile", "--day", "2026-03-01", "--json"}, `"theirs": "649"`},
	} {
		if got, err := s.says(c.words...); err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q %v", c.words, got, err)
		}
	}
	if len(s.till.given) != 2 || s.till.given[0].LineIDs[0] != o.Lines[0].ID || s.till.given[0].Amount != 500 || s.till.given[0].Actor != "staff:mei" {
		t.Errorf("given: %+v", s.till.given)
	}
	if want := []string{"9 falsestaff:meiit was used", fmt.Sprintf("mismatch %dstaff:meia fee was added", o.ID)}; !slices.Equal(s.till.said, want) {
		t.Errorf("said: %q", s.till.said)
	}
	for _, words := range [][]string{
		{"refund", o.OrderNo}, {"refund", o.OrderNo, "--reason", "x", "--lines", "2"}, {"refund", "bless", "9", "--reason", "x"},
		{"replay"}, {"replay", "17"}, {"reconcile", "--day", "yesterday"}, {"reconcile", "now"}, {"erase", "now"},
	} {
		if got, err := s.says(words...); err == nil {
			t.Errorf("%v: %q", words, got)
		}
	}
}

func TestPointsAndPromoCodesOfStaff(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.Promo(t, "SORRY", 300, 0, 1)
	because := []string{"--tenant", "20", "--reason", "late parcel"}
	for _, c := range []struct{ command, want string }{
		{"points ada@example.com --give 500", "ada@example.com  500 points to spend, 0 pending"},
		{"points ada@example.com --take 200 --json", `"points": 300`},
		{"grant ada@example.com sorry", "promo code       SORRY"},
	} {
		if got, err := s.says(append(strings.Fields(c.command), because...)...); err != nil || !strings.Contains(got, c.want) {
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
		if got, err := s.says(append(strings.Fields(command), because...)...); err == nil || !strings.Contains(ops.ErrorLine(err), want) {
			t.Errorf("%s: %q %v", command, got, err)
		}
	}
	if _, err := s.says("points", "ada@example.com", "--give", "1", "--reason", "no site"); err == nil || !strings.Contains(err.Error(), "--tenant") {
		t.Errorf("no site: %v", err)
	}
	if _, err := s.says("points", "ada@example.com", "--give", "1", "--tenant", "20"); err == nil || !strings.Contains(err.Error(), "--reason") {
		t.Errorf("no reason: %v", err)
	}
}

// What departures says is what leave-again reads, and a list that is none erases nothing.
func TestWhoHasLeftLeavesAgain(t *testing.T) {
	t.Parallel()
	s := &ops.CLI{Customers: book{}}
	says := shop{cli: s}
	list, err := says.says("departures", "--json", "--since", "2026-03-01T09:30:00Z")
	if err != nil || !strings.Contains(list, `"customer": 7`) && !strings.Contains(list, `"customer":7`) {
		t.Fatalf("%s %v", list, err)
	}
	if none, err := says.says("departures", "--json", "--since", "2026-03-01T09:31:00Z"); err != nil || strings.TrimSpace(none) != "[]" {
		t.Fatalf("%s %v", none, err)
	}
	answer, err := says.saysTo(list, "leave-again", "-")
	if err != nil || !strings.Contains(answer, "1 accounts erased, 0 were not there") {
		t.Fatalf("%s %v", answer, err)
	}
	answer, err = says.saysTo(`[{"tenant": 20, "customer": 8, "at": "2026-03-01T09:30:00Z"}]`, "leave-again", "-")
	if err != nil || !strings.Contains(answer, "0 accounts erased, 1 were not there") {
		t.Fatalf("%s %v", answer, err)
	}
	for _, broken := range []string{"", "tenant,customer\n", `[{"tenant": 20, "customer": 7}]`, `[{"customer": 7, "at": "2026-03-01T09:30:00Z"}]`} {
		if answer, err := says.saysTo(broken, "leave-again", "-"); err == nil || answer != "" {
			t.Errorf("%q: %s", broken, answer)
		}
	}
}
