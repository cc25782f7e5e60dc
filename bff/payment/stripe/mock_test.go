package stripe_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/payment/stripe"
)

const mockVersion = "v0.203.0"

var ctx = context.Background()

// startMock runs Stripe's own mock, which checks every request against Stripe's OpenAPI description. It is installed once
// per machine, into the user's cache, through the Go module proxy.
func startMock(t *testing.T) *http.Transport {
	t.Helper()
	// Sockets: a port can be somebody else's by the time it is opened. Their paths are short, as the system wants them.
	dir, err := os.MkdirTemp("", "mock")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "http")
	cmd := exec.Command(mockBinary(t), "-http-unix", socket, "-https-unix", filepath.Join(dir, "https"))
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start(), "start stripe-mock")
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	dialer := &net.Dialer{}
	there := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return dialer.DialContext(ctx, "unix", socket)
	}}
	t.Cleanup(there.CloseIdleConnections)
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if res, err := (&http.Client{Transport: there}).Get("http://stripe-mock/"); err == nil {
			_ = res.Body.Close()
			return there
		}
	}
	t.Fatal("stripe-mock does not answer: " + out.String())
	return nil
}

func mockBinary(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir := filepath.Join(cache, "roamcart", "stripe-mock-"+mockVersion)
	binary := filepath.Join(dir, "stripe-mock")
	if _, err := os.Stat(binary); err == nil {
		return binary
	}
	// Installed aside and moved into place, so that nobody runs half a file.
	temp := t.TempDir()
	install := exec.Command("go", "install", "github.com/stripe/stripe-mock@"+mockVersion)
	install.Dir = temp // outside the module, which must not learn of it
	// With the project's flag, because its standard library is compiled already.
	install.Env = append(os.Environ(), "GOBIN="+temp, "GOFLAGS=-trimpath")
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("install stripe-mock: %v\n%s", err, out)
	}
	require.NoError(t, os.MkdirAll(dir, 0o755))
	data, err := os.ReadFile(filepath.Join(temp, "stripe-mock"))
	require.NoError(t, err)
	half := fmt.Sprintf("%s.%d", binary, os.Getpid())
	require.NoError(t, os.WriteFile(half, data, 0o755))
	require.NoError(t, os.Rename(half, binary))
	return binary
}

type recordedCall struct {
	call   string
	key    string
	status int
}

// recorder stands between and notes each call and its answer.
func recorder(t *testing.T, mock http.RoundTripper) (address string, all func() []recordedCall) {
	t.Helper()
	var mu sync.Mutex
	var list []recordedCall
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: "stripe-mock"})
	proxy.Transport = mock
	proxy.ModifyResponse = func(res *http.Response) error {
		mu.Lock()
		defer mu.Unlock()
		list = append(list, recordedCall{res.Request.Method + " " + res.Request.URL.Path, res.Request.Header.Get("Idempotency-Key"),
			res.StatusCode})
		return nil
	}
	srv := httptest.NewServer(proxy)
	t.Cleanup(srv.Close)
	return srv.URL, func() []recordedCall {
		mu.Lock()
		defer mu.Unlock()
		return append([]recordedCall(nil), list...)
	}
}

func charge(method string) payment.Charge {
	return payment.Charge{
		AttemptID: 7, TenantID: 20, OrderNo: "260301ABCDEFGH0", Method: method, Amount: 650, Currency: "USD", Email: "ada@example.com",
		Locale: "zh", ReturnURL: "https://shop.example/zh/payment/x", CancelURL: "https://shop.example/zh/payment/x",
		ExpiresAt: time.Now().Add(24 * time.Hour),
	}
}

// Every call the shop makes is one that Stripe's description accepts.
func TestStripeAcceptsEveryCall(t *testing.T) {
	t.Parallel()
	mock := startMock(t)
	strict(t, mock)
	address, calls := recorder(t, mock)
	p := stripe.New(stripe.Options{SecretKey: "sk_test_123", APIBase: address})
	try := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, method := range []string{payment.Card, payment.WeChatPay, payment.Alipay} {
		in, err := p.CreateIntent(ctx, charge(method))
		try("create intent by "+method, err)
		if in.ID == "" || in.ClientSecret == "" {
			t.Errorf("intent by %s: %+v", method, in)
		}
		s, err := p.CreateSession(ctx, charge(method))
		try("create session by "+method, err)
		if s.ID == "" {
			t.Errorf("session by %s: %+v", method, s)
		}
	}
	_, err := p.Intent(ctx, "pi_123")
	try("retrieve intent", err)
	_, err = p.Cancel(ctx, "pi_123")
	try("cancel intent", err)
	_, err = p.Session(ctx, "cs_123")
	try("retrieve session", err)
	try("expire session", p.ExpireSession(ctx, "cs_123"))
	_, err = p.Refund(ctx, payment.RefundRequest{RefundID: 9, Key: 1, IntentID: "pi_123", Amount: 650, Reason: payment.ReasonLate,
		Lines: []int64{3, 4}, Parts: map[int64]int64{5: 100}})
	try("refund", err)
	_, err = p.GetRefund(ctx, "re_123")
	try("retrieve refund", err)
	_, err = p.Dispute(ctx, "dp_123")
	try("retrieve dispute", err)
	_, err = p.RefundsOf(ctx, "pi_123")
	try("list an intent's refunds", err)
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	_, _, err = p.Refunds(ctx, day, day.Add(24*time.Hour), "re_1")
	try("list refunds", err)
	_, _, err = p.Charges(ctx, day, day.Add(24*time.Hour), "")
	try("list charges", err)
	try("ping", p.Ping(ctx))

	want := map[string]string{
		"POST /v1/payment_intents": "pi:7:260301ABCDEFGH0", "POST /v1/checkout/sessions": "cs:7:260301ABCDEFGH0", "POST /v1/refunds": "refund:9:1:pi_123",
		"GET /v1/payment_intents/pi_123": "", "POST /v1/payment_intents/pi_123/cancel": "*", "GET /v1/checkout/sessions/cs_123": "",
		"POST /v1/checkout/sessions/cs_123/expire": "*", "GET /v1/refunds/re_123": "", "GET /v1/disputes/dp_123": "",
		"GET /v1/refunds": "", "GET /v1/charges": "",
	}
	for _, c := range calls() {
		key, known := want[c.call]
		if !known || c.status != http.StatusOK || (key != "*" && c.key != key) || (key == "*" && c.key == "") {
			t.Errorf("%s with key %q: %d", c.call, c.key, c.status)
		}
	}
	if n := len(calls()); n != 17 {
		t.Errorf("%d calls", n)
	}
}

// strict fails the test unless the mock refuses what is wrong, or its word would mean nothing.
func strict(t *testing.T, mock http.RoundTripper) {
	t.Helper()
	address, _ := recorder(t, mock)
	p := stripe.New(stripe.Options{SecretKey: "sk_test_123", APIBase: address})
	klingon := charge(payment.Card)
	klingon.Locale = "tlh"
	if _, err := p.CreateSession(ctx, klingon); err == nil {
		t.Error("a locale that is none passes")
	}
	nobody := stripe.New(stripe.Options{SecretKey: "nonsense", APIBase: address})
	if _, err := nobody.Intent(ctx, "pi_1"); err == nil {
		t.Error("a key that is none passes")
	}
	if err := nobody.Ping(ctx); err == nil || errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("ping with a key that is none: %v", err)
	}
}

// How the shop understands what can go wrong.
func TestErrorsAreTranslated(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		want   []error
	}{
		"500":        {500, `{"error":{"type":"api_error","message":"x"}}`, []error{payment.ErrUnavailable, payment.ErrKeySpent}},
		"503 HTML":   {503, `<html>`, []error{payment.ErrUnavailable}},
		"429":        {429, `{"error":{"type":"invalid_request_error","code":"rate_limit","message":"x"}}`, []error{payment.ErrUnavailable}},
		"409":        {409, `{"error":{"type":"idempotency_error","message":"x"}}`, []error{payment.ErrBusy, payment.ErrUnavailable}},
		"key":        {400, `{"error":{"type":"idempotency_error","message":"x"}}`, []error{payment.ErrUnavailable, payment.ErrKeySpent, payment.ErrKeyTaken}},
		"unexpected": {400, `{"error":{"type":"invalid_request_error","code":"payment_intent_unexpected_state","message":"x"}}`, []error{payment.ErrNotCancelable}},
		"404":        {404, `{"error":{"type":"invalid_request_error","code":"resource_missing","message":"x"}}`, []error{payment.ErrUnknown}},
		"401":        {401, `{"error":{"type":"invalid_request_error","message":"Invalid API Key"}}`, nil},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(c.body))
		}))
		_, err := stripe.New(stripe.Options{SecretKey: "sk_test_123", APIBase: srv.URL}).Cancel(ctx, "pi_1")
		srv.Close()
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		for _, kind := range []error{
			payment.ErrUnavailable, payment.ErrKeySpent, payment.ErrKeyTaken, payment.ErrBusy, payment.ErrNotCancelable, payment.ErrUnknown,
		} {
			wanted := false
			for _, k := range c.want {
				wanted = wanted || k == kind
			}
			if errors.Is(err, kind) != wanted {
				t.Errorf("%s: %v is %v: %v", name, kind, !wanted, err)
			}
		}
		if strings.Contains(fmt.Sprint(err), "sk_test") {
			t.Errorf("%s: the key is in the error", name)
		}
	}
	absent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"error":{"type":"invalid_request_error","code":"resource_missing","message":"x"}}`))
	}))
	defer absent.Close()
	other := stripe.New(stripe.Options{SecretKey: "sk_test_123", APIBase: absent.URL})
	for what, ask := range map[string]func() error{
		"intent":            func() error { _, err := other.Intent(ctx, "pi_1"); return err },
		"session":           func() error { _, err := other.Session(ctx, "cs_1"); return err },
		"intent to cancel":  func() error { _, err := other.Cancel(ctx, "pi_1"); return err },
		"session to expire": func() error { return other.ExpireSession(ctx, "cs_1") },
		"refund":            func() error { _, err := other.GetRefund(ctx, "re_1"); return err },
		"refunds":           func() error { _, err := other.RefundsOf(ctx, "pi_1"); return err },
		"dispute":           func() error { _, err := other.Dispute(ctx, "dp_1"); return err },
	} {
		if err := ask(); !errors.Is(err, payment.ErrUnknown) {
			t.Errorf("another account's %s: %v", what, err)
		}
	}
	hangs := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer hangs.Close()
	_, err := stripe.New(stripe.Options{SecretKey: "sk_test_123", APIBase: hangs.URL, Timeout: 100 * time.Millisecond}).Intent(ctx, "pi_1")
	if !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("no answer: %v", err)
	}
}

// A refund that will never be made is told from one that may be asked for again, and from a key that was used wrongly.
func TestRefusedRefunds(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`{"error":{"type":"invalid_request_error","code":"charge_already_refunded","message":"x"}}`: true,
		`{"error":{"type":"invalid_request_error","code":"charge_disputed","message":"x"}}`:         true,
		`{"error":{"type":"idempotency_error","message":"x"}}`:                                      false,
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(body))
		}))
		p := stripe.New(stripe.Options{SecretKey: "sk_test_123", APIBase: srv.URL})
		_, err := p.Refund(ctx, payment.RefundRequest{RefundID: 1, IntentID: "pi_1", Amount: 1})
		if err == nil || errors.Is(err, payment.ErrRefused) != want {
			t.Errorf("%s: %v", body, err)
		}
		srv.Close()
	}
}

// A refund of more lines than metadata hold is asked for without them.
func TestMetadataHoldWhatStripeTakes(t *testing.T) {
	t.Parallel()
	var asked url.Values
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		asked = r.PostForm
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"id": "re_1", "object": "refund"}`))
	}))
	defer srv.Close()
	p := stripe.New(stripe.Options{SecretKey: "sk_test_x", APIBase: srv.URL})
	for lines, want := range map[int]bool{0: false, 99: true, 200: false} {
		list := make([]int64, lines)
		for n := range list {
			list[n] = int64(1000 + n)
		}
		if _, err := p.Refund(ctx, payment.RefundRequest{RefundID: 1, IntentID: "pi_1", Amount: 1, Source: "late:1", Lines: list}); err != nil {
			t.Fatal(err)
		}
		if text := asked.Get("metadata[lines]"); (text != "") != want || len(text) > 500 || asked.Get("metadata[source]") != "late:1" {
			t.Errorf("%d lines: %v", lines, asked)
		}
	}
}
