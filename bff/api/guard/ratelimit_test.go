package guard_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
)

// recordingLimiter allows everything and records its calls.
type recordingLimiter struct {
	keys   []string
	limits map[string]ratelimit.Limit
}

func (r *recordingLimiter) Allow(_ context.Context, key string, limit ratelimit.Limit) (bool, time.Duration) {
	if r.limits == nil {
		r.limits = map[string]ratelimit.Limit{}
	}
	name, _, _ := strings.Cut(key, ":")
	r.keys, r.limits[name] = append(r.keys, key), limit
	return true, 0
}

func (r *recordingLimiter) AllowLocally(key string, limit ratelimit.Limit) (bool, time.Duration) {
	return r.Allow(context.Background(), key, limit)
}

func withRemoteAddr(req *http.Request, addr string) *http.Request {
	req.RemoteAddr = addr
	return req
}

func TestRateLimitRefuses(t *testing.T) {
	t.Parallel()
	limiter := ratelimit.New(nil, clock.NewFake(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)))
	var refusal *fault.Error
	capture := func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			err := next(c)
			errors.As(err, &refusal)
			return err
		}
	}
	use := []echo.MiddlewareFunc{capture, guard.RateLimit(limiter, guard.RateLimitOptions{
		Rules: []guard.Rule{{
			Name: "t", Limit: ratelimit.Limit{Rate: 2, Period: 3 * time.Second},
			Match: func(method, path string) bool { return method == "POST" && path == cartAdd },
		}},
	})}
	post := func(addr string, headers ...string) string {
		_, code := serve(withRemoteAddr(request("POST", cartAdd, "", headers...), addr), nil, use...)
		return code
	}
	for range 2 {
		require.Empty(t, post("192.0.2.1:1000"))
	}
	require.Equal(t, "rate_limited", post("192.0.2.1:2000"))
	require.Equal(t, 2, refusal.RetryAfter, "1.5 s, in whole seconds")
	require.Equal(t, map[string]int{"retryAfter": 2}, refusal.Data)

	require.Empty(t, post("192.0.2.2:1000"), "another address")
	_, code := serve(withRemoteAddr(request("GET", cartAdd, ""), "192.0.2.1:1000"), nil, use...)
	require.Empty(t, code, "no rule matches")
}

func TestARefusalSaysHowLongToWait(t *testing.T) {
	t.Parallel()
	for wait, want := range map[time.Duration]struct {
		text    string
		minutes any
	}{
		30 * time.Second:   {"", nil},
		90 * time.Second:   {"", nil},
		91 * time.Second:   {"rate_limited_minutes", 2},
		2*time.Minute + 1:  {"rate_limited_minutes", 3},
		23*time.Minute + 1: {"rate_limited_minutes", 24},
		24 * time.Minute:   {"rate_limited_minutes", 24},
	} {
		err := guard.RateLimit(refusingLimiter{wait}, guard.RateLimitOptions{})(func(echo.Context) error { return nil })(
			echo.New().NewContext(withRemoteAddr(request("POST", cartAdd, ""), "192.0.2.1:1000"), nil))
		var f *fault.Error
		require.ErrorAs(t, err, &f)
		require.Equal(t, "rate_limited", f.Code)
		require.Equal(t, int((wait+time.Second-1)/time.Second), f.RetryAfter)
		require.Equal(t, want.text, f.Text, wait)
		require.Equal(t, want.minutes, f.Params["minutes"], wait)
	}
}

// refusingLimiter refuses everything.
type refusingLimiter struct{ wait time.Duration }

func (r refusingLimiter) Allow(context.Context, string, ratelimit.Limit) (bool, time.Duration) {
	return false, r.wait
}
func (r refusingLimiter) AllowLocally(string, ratelimit.Limit) (bool, time.Duration) {
	return false, r.wait
}

func TestRateLimitCountsNetworksAndSessions(t *testing.T) {
	t.Parallel()
	r := &recordingLimiter{}
	use := guard.RateLimit(r, guard.RateLimitOptions{})
	send := func(addr, method, path string, headers ...string) []string {
		r.keys = nil
		_, code := serve(withRemoteAddr(request(method, path, "", headers...), addr), nil, use)
		require.Empty(t, code)
		return r.keys
	}
	const login = "/gw/auth/token/login"
	require.Equal(t, []string{"gw:192.0.2.1"}, send("192.0.2.1:1", "GET", "/gw/mall/cart", "Cookie", "token=t"))
	require.Equal(t, []string{"gw:192.0.2.1", "sealed:192.0.2.1"}, send("[::ffff:192.0.2.1]:1", "POST", login))
	require.Equal(t, []string{"gw:2001:db8:1:2::/64", "gw:2001:db8:1::/48"}, send("[2001:db8:1:2:3:4:5:6]:1", "POST", cartAdd))
	require.Empty(t, send("192.0.2.1:1", "POST", guard.WebhookPath))
	require.Empty(t, send("192.0.2.1:1", "GET", "/en/home"))

	byCookie := send("192.0.2.1:1", "POST", cartAdd, "Cookie", "token=secret; visitor=v")
	require.Len(t, byCookie, 2)
	require.Regexp(t, `^write:[0-9a-f]{32}$`, byCookie[1])
	require.NotContains(t, byCookie[1], "secret")
	require.Equal(t, byCookie, send("192.0.2.1:1", "POST", cartAdd, "Authorization", "Bearer secret"))
	require.Equal(t, byCookie, send("192.0.2.1:1", "POST", cartAdd, "Authorization", "bearer   secret "), "spaces make no other session")
	require.NotEqual(t, byCookie, send("192.0.2.1:1", "POST", cartAdd, "Cookie", "visitor=v"))
	require.Equal(t, send("192.0.2.1:1", "POST", cartAdd, "Cookie", "visitor=v"), send("192.0.2.1:1", "POST", cartAdd, "Cookie", "visitor=x; __Host-visitor=v"),
		"over TLS the cookie counts that no other host can set")
}

// Who has a /48 has many networks and no more than a few times the calls of one.
func TestRateLimitBoundsWideNetworks(t *testing.T) {
	t.Parallel()
	limiter := ratelimit.New(nil, clock.NewFake(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)))
	use := guard.RateLimit(limiter, guard.RateLimitOptions{Rules: []guard.Rule{{
		Name: "t", Limit: ratelimit.PerHour(2), Match: func(string, string) bool { return true },
	}}})
	passed := map[string]int{}
	for n := range 20 {
		for _, net := range []string{"2001:db8:1", "2001:db8:2"} {
			if _, code := serve(withRemoteAddr(request("POST", cartAdd, ""), fmt.Sprintf("[%s:%x::1]:1", net, n)), nil, use); code == "" {
				passed[net]++
			}
		}
	}
	require.Equal(t, map[string]int{"2001:db8:1": 2 * network.WideTimes, "2001:db8:2": 2 * network.WideTimes}, passed)
}

func TestTheMultiplierWidensAddressesOnly(t *testing.T) {
	t.Parallel()
	narrow, wide := &recordingLimiter{}, &recordingLimiter{}
	for r, m := range map[*recordingLimiter]int{narrow: 0, wide: 100} {
		use := guard.RateLimit(r, guard.RateLimitOptions{Multiplier: m})
		for _, p := range []string{"/gw/auth/token/login", "/gw/auth/code/send", "/gw/mall/contact/submit", "/gw/sim/us/reissue", "/gw/mall/review/write", "/gw/cq-ordercharge/order/track", "/gw/cq-ordercharge/payment/us/create", guard.ReportPath} {
			serve(request("POST", p, "", "Cookie", "visitor=v"), nil, use)
		}
	}
	require.Len(t, narrow.limits, len(guard.DefaultRules()), "every rule was met")
	for name, limit := range narrow.limits {
		times := 100
		if name == "write" || name == "pay" {
			times = 1
		}
		require.Equal(t, limit.Times(times), wide.limits[name], name)
	}
}
