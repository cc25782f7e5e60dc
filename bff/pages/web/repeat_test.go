package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// submitter returns a shop whose renderer waits for proceed before it answers a form, and how many forms have reached it.
func submitter(t *testing.T, status int) (submit func(ctx context.Context, body, cookie string) *httptest.ResponseRecorder, proceed chan bool, count *atomic.Int64) {
	t.Helper()
	proceed, count = make(chan bool, 100), &atomic.Int64{}
	server, _ := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		n := count.Add(1)
		<-proceed
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Set-Cookie", "login="+string('0'+rune(n)))
		w.Header().Set("Location", "/en/my-account")
		w.WriteHeader(status)
	})
	return func(ctx context.Context, body, cookie string) *httptest.ResponseRecorder {
		req := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://shop.example:8080/en/login", strings.NewReader(body))
		req.Header.Set("Content-Type", urlEncoded)
		req.Header.Set("Cookie", cookie)
		rec := httptest.NewRecorder()
		server.ServeHTTP(rec, req)
		return rec
	}, proceed, count
}

// Two clicks send a form twice where no scripts run. The browser drops the first answer, and the second click came too late for the code:
// whoever had logged in was told that the code is incorrect.
func TestAFormWithACodeIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	submit, proceed, count := submitter(t, http.StatusSeeOther)
	gone, leave := context.WithCancel(t.Context())
	first := make(chan *httptest.ResponseRecorder)
	go func() { first <- submit(gone, "phone=1&code=123456", "visitor=a") }()
	require.Eventually(t, func() bool { return count.Load() == 1 }, 10*time.Second, 5*time.Millisecond)
	leave()
	<-first
	proceed <- true
	for range 2 { // the second click, and one that comes after its answer
		again := submit(t.Context(), "phone=1&code=123456", "visitor=a")
		require.Equal(t, []any{303, "login=1", "/en/my-account"}, []any{again.Code, again.Header().Get("Set-Cookie"), again.Header().Get("Location")})
	}
	require.EqualValues(t, 1, count.Load())

	for n, other := range [][2]string{
		{"phone=1&code=123456", "visitor=b"}, {"phone=1&code=123457", "visitor=a"}, {"phone=2&code=123456", "visitor=a"},
		{"goodsId=1", "visitor=a"}, {"goodsId=1", "visitor=a"}, {"goodsId=1&code=", "visitor=a"}, {"goodsId=1&code=", "visitor=a"},
	} {
		proceed <- true
		submit(t.Context(), other[0], other[1])
		require.EqualValues(t, n+2, count.Load(), "%v is another form, or has no code", other)
	}
}

func TestAFormWithACodeThatFailedIsTriedAgain(t *testing.T) {
	t.Parallel()
	submit, proceed, count := submitter(t, http.StatusBadGateway)
	for n := range 2 {
		proceed <- true
		require.Equal(t, http.StatusBadGateway, submit(t.Context(), "code=123456", "").Code)
		require.EqualValues(t, n+1, count.Load())
	}
}
