package carrier_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
	sandbox "github.com/roamcart/roamcart/bff/sandbox/carrier"
)

var ctx = context.Background()

// bindSIM binds a SIM to a plan at the sandbox carrier.
func bindSIM(t *testing.T, p *moduletest.Carrier, iccid, plan string) string {
	t.Helper()
	l, err := p.Carriers[carrier.HTTP].Bind(ctx, iccid, plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l.Ref
}

// Orders that are due at once are all made and told, each message twice. While messages are refused only those under way are tried, and
// none is lost.
func TestManyOrdersAreToldDespiteRefusals(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	p := f.StartCarrier(t)
	const orders = 45
	want := map[string]int{}
	for i := range orders {
		o, err := p.Carriers[carrier.HTTP].CreateOrder(ctx, fmt.Sprint("ref-", i), "plan", nil)
		if err != nil {
			t.Fatal(err)
		}
		want[o.Ref] = 2
	}
	p.RefuseMessages(true)
	p.Work(t, f, time.Second)
	if refused := p.RefuseMessages(false); refused == 0 || refused > 30 {
		t.Errorf("%d messages were tried while they were refused", refused)
	}
	told := map[string]int{}
	for range 10 {
		p.Work(t, f, time.Minute)
		for _, m := range p.TakeMessages() {
			var said struct{ Type, Order string }
			if err := json.Unmarshal(m.Payload, &said); err != nil {
				t.Error(err)
			}
			if said.Type == "order.completed" {
				told[said.Order]++
			}
		}
	}
	if !maps.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	for ref := range want {
		if o, err := p.Carriers[carrier.HTTP].Order(ctx, ref); err != nil || o.State != carrier.OrderFulfilled {
			t.Errorf("%s: %+v %v", ref, o, err)
		}
	}
}

// A registration is looked at for a while; a document that cannot be read is refused with a reason, another one accepted, and
// one document registers so many lines only.
func TestARegistration(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	p := f.StartCarrier(t)
	client := p.Carriers[carrier.HTTP]
	ref := bindSIM(t, p, "8985200000000000010", "monthly")
	submit := func(clientRef, number string) (carrier.Kyc, error) {
		return client.SubmitKyc(ctx, carrier.KycSubmission{
			SIMRef: ref, Regime: "HK", ClientRef: clientRef, DocType: "passport", Fields: map[string]string{"documentNumber": number, "name": "Mei Chan"},
			Pictures: map[string][]byte{"document": []byte("picture")},
		})
	}
	requireKyc := func(state carrier.KycState, reason string) {
		t.Helper()
		k, err := client.Kyc(ctx, ref, "HK")
		if err != nil || k.State != state || k.ReasonCode != reason || k.Max != 10 {
			t.Errorf("%+v %v", k, err)
		}
	}
	if k, err := submit("one", "K1230000"); err != nil || k.State != carrier.KycInReview || k.DocLast4 != "0000" {
		t.Fatalf("%+v %v", k, err)
	}
	requireKyc(carrier.KycInReview, "")
	if _, err := submit("two", "K1234567"); carrier.ClassOf(err) != carrier.KycDuplicate || err == nil {
		t.Errorf("another while one is looked at: %v", err)
	}
	p.Work(t, f, time.Minute)
	requireKyc(carrier.KycRejected, "document_unreadable")
	if again, err := submit("one", "K1230000"); err != nil || again.State != carrier.KycRejected {
		t.Errorf("the same again: %+v %v", again, err)
	}
	if _, err := submit("three", "K1234567"); err != nil {
		t.Fatal(err)
	}
	p.Work(t, f, time.Minute)
	requireKyc(carrier.KycApproved, "")
	told := 0
	for _, m := range p.TakeMessages() {
		if strings.Contains(string(m.Payload), `"kyc.state"`) {
			told++
		}
	}
	if told != 4 {
		t.Errorf("told %d times of two verdicts", told)
	}
	f.Exec(t, `insert into sandbox.carrier_line (ref, iccid, form, family, profile, profile_at, created_at)
		select 'l' || n, n::text, 'imported', 'HK', 'RELEASED', now(), now() from generate_series(1, 9) n`)
	f.Exec(t, `insert into sandbox.carrier_kyc (ref, line, regime, client_ref, state, doc_type, doc_last4, doc_digest, updated_at)
		select 'k' || n, 'l' || n, 'HK', 'c' || n, 'APPROVED', 'passport', '4567', k.doc_digest, now() from generate_series(1, 9) n, sandbox.carrier_kyc k`)
	ref = bindSIM(t, p, "8944000000000001231", "monthly")
	if _, err := submit("eleventh", "k1234567"); carrier.ClassOf(err) != carrier.KycQuota || err == nil {
		t.Errorf("an eleventh line: %v", err)
	}
	kept := f.Count(t, `select count(*) from (select row_to_json(k)::text as t from sandbox.carrier_kyc k union all select body from sandbox.carrier_message) x
		where t ~ 'K1234567|Mei Chan|picture'`)
	if kept != 0 || strings.Contains(p.Logs.String(), "K1234567") {
		t.Errorf("a document was kept %d times", kept)
	}
}

// A SIM that the shop takes over twice at once gets one line.
func TestASIMIsBoundTwiceAtOnce(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	p := f.StartCarrier(t)
	client := p.Carriers[carrier.HTTP]
	refs := make([]string, 8)
	var all errgroup.Group
	for i := range refs {
		all.Go(func() error {
			l, err := client.Bind(ctx, "8985200000000000028", "plan", nil)
			refs[i] = l.Ref
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	if lines := slices.Compact(refs); len(lines) != 1 {
		t.Errorf("lines: %v", lines)
	}
}

// A line is topped up with plans for the same places, in their order, and not at all once it is retired.
func TestTopUps(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	p := f.StartCarrier(t)
	client := p.Carriers[carrier.HTTP]
	ref := bindSIM(t, p, "8985200000000000010", "plan")
	offers, err := client.Topups(ctx, ref)
	if err != nil || len(offers) != 3 || offers[0].Effect != carrier.Queues {
		t.Fatalf("%+v %v", offers, err)
	}
	if _, err := client.Topup(ctx, "a", ref, "monthly"); carrier.ClassOf(err) != carrier.TopupNotAllowed || err == nil {
		t.Errorf("a plan for other places: %v", err)
	}
	if _, err := client.Topup(ctx, "b", ref, "endless"); err != nil {
		t.Fatal(err)
	}
	p.Work(t, f, time.Second)
	p.Control(t, ref, "attach", nil)
	p.Control(t, ref, "use", map[string]any{"mb": 1100})
	l, err := client.SIM(ctx, ref)
	if err != nil || len(l.Plans) != 2 || l.Plans[0].State != carrier.PlanDepleted || l.Plans[1].State != carrier.PlanActive {
		t.Fatalf("%+v %v", l.Plans, err)
	}
	if l.Plans[1].TotalBytes != nil || l.Plans[1].RemainingBytes != nil {
		t.Error("an unlimited plan has a number")
	}
	p.Work(t, f, 8*24*time.Hour)
	if l, err = client.SIM(ctx, ref); err != nil || l.Plans[1].State != carrier.PlanExpired {
		t.Errorf("%+v %v", l.Plans, err)
	}
	p.Control(t, ref, "retire", nil)
	if _, err := client.Topup(ctx, "c", ref, "plan"); carrier.ClassOf(err) != carrier.SIMRetired || err == nil {
		t.Errorf("a line that is gone: %v", err)
	}
}

// A top-up is cancelled as long as its plan has not begun. Its line stays, with the plans that it had.
func TestATopUpIsCancelled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plan, more string
		// runsOut says that the plan before it is used up, done that the order is made before it is cancelled.
		runsOut, done, tooLate bool
	}{
		"not made yet":         {plan: "plan", more: "endless"},
		"waiting":              {plan: "plan", more: "endless", done: true},
		"begun":                {plan: "plan", more: "endless", done: true, runsOut: true, tooLate: true},
		"part of another plan": {plan: "monthly", more: "monthly", done: true, tooLate: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := moduletest.New(t)
			p := f.StartCarrier(t)
			client := p.Carriers[carrier.HTTP]
			ref := bindSIM(t, p, "8985200000000000010", c.plan)
			o, err := client.Topup(ctx, "a", ref, c.more)
			if err != nil {
				t.Fatal(err)
			}
			if c.done {
				p.Work(t, f, time.Second)
			}
			if c.runsOut {
				p.Control(t, ref, "attach", nil)
				p.Control(t, ref, "runout", nil)
			}
			before, err := client.SIM(ctx, ref)
			if err != nil {
				t.Fatal(err)
			}
			o, err = client.CancelOrder(ctx, o.Ref)
			if c.tooLate != (carrier.ClassOf(err) == carrier.Invalid) || !c.tooLate && o.State != carrier.OrderCancelled {
				t.Errorf("%+v %v", o, err)
			}
			p.Work(t, f, time.Second)
			after, err := client.SIM(ctx, ref)
			if err != nil || after.RetiredAt != nil || len(after.Plans) != len(before.Plans) || after.Plans[0].State != before.Plans[0].State {
				t.Fatalf("%+v %v", after, err)
			}
			if last := after.Plans[len(after.Plans)-1]; c.done && !c.tooLate && last.State != carrier.PlanRevoked {
				t.Errorf("the plan is %s", last.State)
			}
		})
	}
}

// The page is for people without scripts; what another site posts is refused, and so is a call without the token.
func TestTheControlPageRefusesForeignCallers(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	p := f.StartCarrier(t)
	ref := bindSIM(t, p, "8985200000000000010", "plan")
	do := func(verb, path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(verb, path, strings.NewReader("mb=24"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		p.Sandbox.ServeHTTP(w, r)
		return w
	}
	if w := do("POST", sandbox.Prefix+"/control/lines/"+ref+"/attach", "Sec-Fetch-Site", "cross-site"); w.Code != http.StatusForbidden {
		t.Errorf("from elsewhere: %d", w.Code)
	}
	for _, act := range []string{"attach", "use"} {
		if w := do("POST", sandbox.Prefix+"/control/lines/"+ref+"/"+act); w.Code != http.StatusSeeOther {
			t.Errorf("%s: %d", act, w.Code)
		}
	}
	w := do("GET", sandbox.Prefix)
	if page := w.Body.String(); !strings.Contains(page, "1000 of 1024 MB left") || !strings.Contains(page, "···· 0010") || strings.Contains(page, "8985200000000000010") {
		t.Error("the page does not show the line as it should")
	}
	if w := do("GET", sandbox.Prefix+"/v1/plans"); w.Code != http.StatusUnauthorized {
		t.Errorf("without token: %d", w.Code)
	}
	if w := do("POST", sandbox.Prefix+"/control/lines/nobody/attach"); w.Code != http.StatusNotFound {
		t.Errorf("nobody's line: %d", w.Code)
	}
}
