package guard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
)

// Limiter counts calls; *ratelimit.Limiter is one.
type Limiter interface {
	Allow(ctx context.Context, key string, limit ratelimit.Limit) (ok bool, retryAfter time.Duration)
	AllowLocally(key string, limit ratelimit.Limit) (ok bool, retryAfter time.Duration)
}

// Rule limits some calls per somebody.
type Rule struct {
	// Name is part of the counter's key.
	Name string
	// Match says which calls count.
	Match func(method, path string) bool
	// PerSession counts per login or browser instead of per network; calls of nobody yet do not count.
	PerSession bool
	// Limit is what one network or session may do; the /48 around a network of IPv6 may do network.WideTimes as much.
	Limit ratelimit.Limit
	// Here counts in this replica only, without a trip to Redis: for wide limits on frequent calls.
	Here bool
}

// RateLimitOptions configure RateLimit.
type RateLimitOptions struct {
	// Rules are all applied; nil means DefaultRules.
	Rules []Rule
	// Multiplier widens the limits per IP; 0 means 1. The sandbox uses 100, so that one machine can play many shoppers.
	Multiplier int
}

// RateLimit refuses what does not fit the rules with the fault "rate_limited", which says when. The address is echo's
// RealIP, so echo's IPExtractor must be set.
func RateLimit(l Limiter, o RateLimitOptions) echo.MiddlewareFunc {
	rules := slices.Clone(o.Rules)
	if o.Rules == nil {
		rules = DefaultRules()
	}
	for i := range rules {
		if !rules[i].PerSession {
			rules[i].Limit = rules[i].Limit.Times(max(o.Multiplier, 1))
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			method, p := c.Request().Method, path(c)
			for _, r := range rules {
				if !r.Match(method, p) {
					continue
				}
				if wait, refused := r.count(c, l); refused {
					return TooMany(wait)
				}
			}
			return next(c)
		}
	}
}

// moment is the longest wait that people call one.
const moment = 90 * time.Second

// TooMany is the fault "rate_limited". It says how many minutes to wait when it is more than a moment.
func TooMany(wait time.Duration) *fault.Error {
	refused := fault.New("rate_limited").After(wait)
	if wait <= moment {
		return refused
	}
	minutes := int((wait + time.Minute - 1) / time.Minute)
	return refused.WithText("rate_limited_minutes").WithParams(map[string]any{"minutes": minutes})
}

// DefaultRules are the shop's limits. The webhook has none: the provider must always get through.
func DefaultRules() []Rule {
	return []Rule{
		{Name: "gw", Match: gateway, Limit: ratelimit.PerMinute(1200), Here: true},
		{Name: "write", Match: write, Limit: ratelimit.PerMinute(300), PerSession: true},
		{Name: "sealed", Match: sealed, Limit: ratelimit.PerMinute(30)},
		// Each may open an attempt and end another, which the provider counts for all shoppers together.
		{
			Name:       "pay",
			Match:      only("/gw/cq-ordercharge/payment/us/create", "/gw/cq-ordercharge/payment/us/hosted"),
			Limit:      ratelimit.PerMinute(60),
			PerSession: true,
			Here:       true,
		},
		{Name: "report", Match: only(ReportPath), Limit: ratelimit.PerMinute(60), Here: true},
		{Name: "code-hour", Match: only("/gw/auth/code/send"), Limit: ratelimit.PerHour(20)},
		{Name: "code-day", Match: only("/gw/auth/code/send"), Limit: ratelimit.PerDay(60)},
		{Name: "track", Match: only("/gw/cq-ordercharge/order/track"), Limit: ratelimit.PerMinute(20)},
		{Name: "reissue", Match: only("/gw/sim/us/reissue"), Limit: ratelimit.PerHour(20)},
		{Name: "review", Match: only("/gw/mall/review/write"), Limit: ratelimit.PerHour(20)},
		{Name: "contact", Match: only("/gw/mall/contact/submit"), Limit: ratelimit.PerHour(20)},
	}
}

func gateway(_, path string) bool    { return isGateway(path) && !isWebhook(path) }
func write(method, path string) bool { return gateway(method, path) && unsafe(method) }

// sealed calls cost an RSA operation and most of them a password hash.
func sealed(method, path string) bool { return unsafe(method) && gen.IsSealed(path) }

func only(paths ...string) func(method, path string) bool {
	return func(method, path string) bool { return unsafe(method) && slices.Contains(paths, path) }
}

// count counts c for r and reports how long to wait when it is refused. A caller in IPv6 is counted in the wider network too.
func (r Rule) count(c echo.Context, l Limiter) (wait time.Duration, refused bool) {
	for _, n := range r.countedIn(c) {
		key, limit, ok := r.Name+":"+n.Network, r.Limit.Times(n.Times), false
		if r.Here {
			ok, wait = l.AllowLocally(key, limit)
		} else {
			ok, wait = l.Allow(c.Request().Context(), key, limit)
		}
		if !ok {
			return wait, true
		}
	}
	return 0, false
}

// countedIn returns the session that a call counts for, or the networks; none for a call of nobody yet.
func (r Rule) countedIn(c echo.Context) []network.Count {
	if !r.PerSession {
		return network.Counts(network.Of(c.RealIP()))
	}
	who := session(c.Request())
	if who == "" {
		return nil
	}
	return []network.Count{{Network: who, Times: 1}}
}

// session names the login or else the browser by a hash, because counters' keys can be seen in Redis.
func session(req *http.Request) string {
	secret := ""
	if kind, token, _ := strings.Cut(req.Header.Get(echo.HeaderAuthorization), " "); strings.EqualFold(kind, "bearer") {
		secret = strings.TrimSpace(token)
	}
	for _, name := range sessionCookies {
		if secret != "" {
			break
		}
		if cookie, err := req.Cookie(name); err == nil {
			secret = cookie.Value
		}
	}
	if secret == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:16])
}
