package remote_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/carrier/remote"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

var ctx = context.Background()

// fixture is a carrier behind a server that gives the same answer to every call and counts them.
type fixture struct {
	*remote.Carrier
	clock *clock.Fake
	log   *moduletest.Log
	calls atomic.Int64
	// last is the last call: a call that was broken off and the one after it can be with the server at the same time.
	last atomic.Pointer[call]
}

type call struct{ path, body string }

func newFixture(t *testing.T, status int, body string, header ...string) *fixture {
	t.Helper()
	f := &fixture{clock: clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), log: &moduletest.Log{}}
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.calls.Add(1)
		sent, _ := io.ReadAll(r.Body)
		f.last.Store(&call{r.URL.EscapedPath(), string(sent)})
		if r.Header.Get("Authorization") != "Bearer token" {
			t.Error("no token")
		}
		if status == 0 {
			panic(http.ErrAbortHandler)
		}
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(api.Close)
	f.Carrier = remote.New(remote.Options{
		URL: api.URL, Token: "token", WebhookSecrets: []string{"old", "new"}, Timeout: 5 * time.Second, PerSecond: 1 << 20, Clock: f.clock, Log: f.log.Logger(),
	})
	return f
}

// Every no of the partner has its class.
func TestEachRefusalHasItsError(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		status int
		class  carrier.Class
	}{
		`{"code":"out_of_stock"}`: {409, carrier.OutOfStock}, `{"code":"plan_retired"}`: {410, carrier.PlanRetired},
		`{"code":"maintenance"}`: {503, carrier.Maintenance}, `{"code":"insufficient_credit"}`: {402, carrier.InsufficientFunds},
		`{"code":"topup_not_allowed"}`: {422, carrier.TopupNotAllowed}, `{"code":"reissue_not_allowed"}`: {422, carrier.ReissueNotAllowed}, `{"code":"line_recycled"}`: {410, carrier.SIMRetired},
		`{"code":"kyc_quota"}`: {409, carrier.KycQuota}, `{"code":"bad_request"}`: {400, carrier.Invalid}, `{"code":"too_late"}`: {409, carrier.Invalid},
		`{"code":"unauthorized"}`: {401, carrier.Auth}, `{"code":"ip_blocked"}`: {403, carrier.Blocked}, `{"code":"not_found"}`: {404, carrier.NotFound},
		`{"code":"too_many_requests"}`: {429, carrier.RateLimited}, `{"code":"internal"}`: {500, carrier.Upstream},
	} {
		f := newFixture(t, want.status, body)
		_, err := f.CreateOrder(ctx, "ours", "plan", nil)
		if got := carrier.ClassOf(err); err == nil || got != want.class {
			t.Errorf("%d %s: %v", want.status, body, err)
		}
		if strings.Contains(err.Error(), "ours") || f.calls.Load() != 1 {
			t.Errorf("%d %s: %d calls, %v", want.status, body, f.calls.Load(), err)
		}
	}
}

// An answer that lacks the partner's own words may come from a machine between the two, as while the partner is deployed: it says
// nothing of what the partner has, or has done.
func TestErrorsOfProxiesDecideNothing(t *testing.T) {
	t.Parallel()
	for _, status := range []int{300, 302, 304, 308, 400, 401, 403, 404, 405, 408, 409, 410, 413, 421, 425, 429, 451, 500, 502, 503, 504, 200, 202} {
		for _, body := range []string{"", "<html>404 page not found</html>", "{}", "null", "[1]", `{"code":""}`, `{"code":404}`, `{"code":"no route"}`} {
			f := newFixture(t, status, body)
			for name, call := range map[string]func() error{
				"create":  func() error { _, err := f.CreateOrder(ctx, "ours", "plan", nil); return err },
				"top up":  func() error { _, err := f.Topup(ctx, "ours", "ln_1", "plan"); return err },
				"reissue": func() error { _, err := f.Reissue(ctx, "ours", "ln_1"); return err },
				"cancel":  func() error { _, err := f.CancelOrder(ctx, "ord_1"); return err },
				"bind":    func() error { _, err := f.Bind(ctx, "8985200000000000010", "plan", nil); return err },
				"register": func() error {
					_, err := f.SubmitKyc(ctx, carrier.KycSubmission{SIMRef: "ln_1", Regime: "HK"})
					return err
				},
				"order":        func() error { _, err := f.Order(ctx, "ord_1"); return err },
				"look-up":      func() error { _, err := f.OrderByClientRef(ctx, "ours"); return err },
				"line":         func() error { _, err := f.SIM(ctx, "ln_1"); return err },
				"activation":   func() error { _, err := f.Activation(ctx, "ln_1"); return err },
				"top-ups":      func() error { _, err := f.Topups(ctx, "ln_1"); return err },
				"registration": func() error { _, err := f.Kyc(ctx, "ln_1", "HK"); return err },
			} {
				err := call()
				read := name == "order" || name == "look-up" || name == "line" || name == "activation" || name == "top-ups" || name == "registration"
				want := carrier.Upstream
				if read && status == http.StatusTooManyRequests {
					want = carrier.RateLimited
				}
				if err == nil || carrier.ClassOf(err) != want {
					t.Errorf("%s answered with %d %s: %v", name, status, body, err)
				}
			}
		}
	}
}

// An order or a line of somebody else is no answer either.
func TestAnAnswerIsAboutWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 200, `{"ref":"ln_2","orders":[{"ref":"ord_2","clientRef":"theirs","status":"COMPLETED","line":"ln_2"}]}`)
	if l, err := f.SIM(ctx, "ln_1"); err == nil || carrier.ClassOf(err) != carrier.Upstream {
		t.Errorf("%+v %v", l, err)
	}
	if o, err := f.OrderByClientRef(ctx, "ours"); err == nil || carrier.ClassOf(err) != carrier.Upstream {
		t.Errorf("%+v %v", o, err)
	}
	f = newFixture(t, 200, `{"orders":[{"ref":"ord_2","clientRef":"theirs"},{"ref":"ord_1","clientRef":"ours","status":"PENDING"}]}`)
	if o, err := f.OrderByClientRef(ctx, "ours"); err != nil || o.Ref != "ord_1" {
		t.Errorf("%+v %v", o, err)
	}
}

// Whoever in front of the partner asks to be left alone is, without a word of the partner's.
func TestRetryAfterIsRespected(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		f := newFixture(t, status, "<html>", "Retry-After", "30")
		if _, err := f.CreateOrder(ctx, "ours", "plan", nil); carrier.ClassOf(err) != carrier.Upstream {
			t.Errorf("%d: %v", status, err)
		}
		var no *carrier.Error
		if _, err := f.CreateOrder(ctx, "ours", "plan", nil); !errors.As(err, &no) || !no.Class.Temporary() || no.Class == carrier.Upstream || no.RetryAfter != 30*time.Second {
			t.Errorf("%d: %v", status, err)
		}
		if n := f.calls.Load(); n != 1 {
			t.Errorf("%d: %d calls went out", status, n)
		}
	}
}

// A write is sent once, whatever happens; a read that leaves open what happened is sent again.
func TestOnlyReadsAreSentAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0, "")
	if _, err := f.CreateOrder(ctx, "ours", "plan", nil); carrier.ClassOf(err) != carrier.Upstream || f.calls.Load() != 1 {
		t.Errorf("%d calls, %v", f.calls.Load(), err)
	}
	if _, err := f.OrderByClientRef(ctx, "ours"); carrier.ClassOf(err) != carrier.Upstream || f.calls.Load() < 3 {
		t.Errorf("%d calls, %v", f.calls.Load(), err)
	}
	f = newFixture(t, 200, `{"orders":[]}`)
	if _, err := f.OrderByClientRef(ctx, "ours"); carrier.ClassOf(err) != carrier.NotFound {
		t.Errorf("%v", err)
	}
}

// A new profile is asked for once, under our own reference, which is in the body: the line that carries on may be another.
func TestAReissueIsAskedForOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0, "")
	if _, err := f.Reissue(ctx, "ours", "ln_1"); carrier.ClassOf(err) != carrier.Upstream || f.calls.Load() != 1 {
		t.Errorf("%d calls, %v", f.calls.Load(), err)
	}
	f = newFixture(t, 202, `{"ref":"ord_1","clientRef":"ours","status":"COMPLETED","line":"ln_2"}`)
	o, err := f.Reissue(ctx, "ours", "ln/1")
	if err != nil || o.State != carrier.OrderFulfilled || o.SIMRef != "ln_2" || o.ClientRef != "ours" {
		t.Errorf("%+v %v", o, err)
	}
	if last := *f.last.Load(); last != (call{"/lines/ln%2F1/reissue", `{"clientRef":"ours"}`}) {
		t.Errorf("%+v", last)
	}
}

// A partner that asks to be left alone is, and a line is not read more often than allowed.
func TestLimits(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 429, `{}`, "Retry-After", "30")
	var no *carrier.Error
	for range 3 {
		_, err := f.Order(ctx, "x")
		if !errors.As(err, &no) || no.Class != carrier.RateLimited || no.RetryAfter != 30*time.Second {
			t.Fatalf("%v", err)
		}
	}
	if n := f.calls.Load(); n != 1 {
		t.Errorf("%d calls went out", n)
	}
	f.clock.Advance(30 * time.Second)
	_, _ = f.Order(ctx, "x")
	if n := f.calls.Load(); n != 2 {
		t.Errorf("%d calls went out", n)
	}
	f = newFixture(t, 200, `{"ref":"x"}`)
	for range 10 {
		if _, err := f.SIM(ctx, "x"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.SIM(ctx, "x"); carrier.ClassOf(err) != carrier.RateLimited || err == nil {
		t.Errorf("%v", err)
	}
	f.clock.Advance(time.Minute)
	if _, err := f.SIM(ctx, "x"); err != nil {
		t.Error(err)
	}
}

func TestAClockThatIsSetBackKeepsNoCallWaiting(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 429, `{}`, "Retry-After", "30")
	_, _ = f.Order(ctx, "x")
	f.clock.Advance(-time.Hour)
	_, _ = f.Order(ctx, "x")
	if n := f.calls.Load(); n != 2 {
		t.Errorf("%d calls went out", n)
	}
	var no *carrier.Error
	if _, err := f.Order(ctx, "x"); !errors.As(err, &no) || no.RetryAfter != 30*time.Second {
		t.Errorf("what the partner said then: %v", err)
	}
	f = newFixture(t, 200, `{"ref":"x"}`)
	for range 11 {
		_, _ = f.SIM(ctx, "x")
	}
	f.clock.Advance(-time.Hour)
	if _, err := f.SIM(ctx, "x"); err != nil {
		t.Error(err)
	}
}

// A value that is in no table is unknown, is logged, and breaks nothing.
func TestUnknownValuesAreTolerated(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 200, `{"ref":"x","status":"BAKING","profile":"QUIESCED","plans":[{"state":"HALF"}],"state":"PONDERING"}`)
	o, err := f.Order(ctx, "x")
	l, err2 := f.SIM(ctx, "x")
	k, err3 := f.Kyc(ctx, "x", "HK")
	if o.State != carrier.OrderUnknown || l.Profile != carrier.ProfileUnknown || l.Plans[0].State != carrier.PlanUnknown || k.State != carrier.KycUnknown {
		t.Errorf("%+v %+v %+v", o, l, k)
	}
	if err := errors.Join(err, err2, err3); err != nil {
		t.Error(err)
	}
	for _, w := range []string{"BAKING", "QUIESCED", "HALF", "PONDERING"} {
		if !strings.Contains(f.log.String(), w) {
			t.Errorf("%s was not told of", w)
		}
	}
}

// A message is the partner's when one of the secrets has signed its bytes.
func TestMessages(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 200, `{}`)
	body := []byte(`{"id":"e1","type":"plan.used_up","at":"2026-03-01T12:00:00Z","line":"ln_1"}`)
	for _, secret := range []string{"old", "new"} {
		ev, err := f.ParseWebhook(body, remote.Sign(secret, body))
		if err != nil || ev.Key != "e1" || ev.Type != carrier.PlanDepletedEvent || ev.SIMRef != "ln_1" {
			t.Errorf("%+v %v", ev, err)
		}
	}
	for name, signature := range map[string]string{"none": "", "another's": remote.Sign("other", body), "of other bytes": remote.Sign("old", body[1:])} {
		if _, err := f.ParseWebhook(body, signature); !errors.Is(err, carrier.ErrSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}
	nameless := []byte(`{"type":"new.thing"}`)
	ev, err := f.ReadEvent(nameless)
	if err != nil || ev.Type != carrier.UnknownEvent || len(ev.Key) != 64 {
		t.Errorf("%+v %v", ev, err)
	}
}

// What is sent to a partner goes nowhere else, whoever the partner says has moved.
func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	var elsewhere atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(other.Close)
	for _, status := range []int{http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		f := newFixture(t, status, "{}", "Location", other.URL+"/orders")
		if _, err := f.CreateOrder(ctx, "ref", "plan", nil); err == nil {
			t.Errorf("%d is taken for an order", status)
		}
		if _, err := f.SIM(ctx, "line"); err == nil {
			t.Errorf("%d is taken for a line", status)
		}
	}
	if n := elsewhere.Load(); n > 0 {
		t.Errorf("%d calls went elsewhere", n)
	}
}

// Reads at once are no more than reads one after the other.
func TestReadsAtOnceKeepToTheLimit(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		_, _ = io.WriteString(w, `{"ref":"x"}`)
	}))
	t.Cleanup(api.Close)
	c := remote.New(remote.Options{
		URL: api.URL, Token: "token", WebhookSecrets: []string{"new"}, Timeout: 5 * time.Second, PerSecond: 1000, PerSIMMinute: 10,
		Clock: clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), Log: (&moduletest.Log{}).Logger(),
	})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				if _, err := c.SIM(ctx, "x"); err != nil && carrier.ClassOf(err) != carrier.RateLimited {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n := calls.Load(); n != 10 {
		t.Errorf("%d calls went out", n)
	}
}
