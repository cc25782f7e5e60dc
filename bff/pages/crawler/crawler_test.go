package crawler_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/pages/crawler"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

// fakeDNS is DNS for tests.
type fakeDNS struct {
	names map[string][]string
	addrs map[string][]string
	asked int
}

func (z *fakeDNS) LookupAddr(_ context.Context, addr string) ([]string, error) {
	z.asked++
	if names, ok := z.names[addr]; ok {
		return names, nil
	}
	return nil, errors.New("no such name")
}

func (z *fakeDNS) LookupHost(_ context.Context, host string) ([]string, error) {
	return z.addrs[host], nil
}

const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"

func TestCrawlersAreVerifiedByDNS(t *testing.T) {
	t.Parallel()
	z := &fakeDNS{
		names: map[string][]string{
			"66.249.66.1": {"crawl-66-249-66-1.googlebot.com."},
			"192.0.2.7":   {"crawl-66-249-66-1.googlebot.com."},   // anybody may name an address so
			"192.0.2.8":   {"googlebot.com.evil.example."},        // another domain
			"192.0.2.9":   {"evilgooglebot.com."},                 // ends alike
			"40.77.167.2": {"msnbot-40-77-167-2.search.msn.com."}, // another engine's
			"2001:db8::1": {"crawl-2001-db8--1.googlebot.com."},
		},
		addrs: map[string][]string{
			"crawl-66-249-66-1.googlebot.com": {"66.249.66.1"}, "googlebot.com.evil.example": {"192.0.2.8"}, "evilgooglebot.com": {"192.0.2.9"},
			"msnbot-40-77-167-2.search.msn.com": {"40.77.167.2"}, "crawl-2001-db8--1.googlebot.com": {"2001:db8::1"},
		},
	}
	v := crawler.New(z, clock.NewFake(time.Unix(0, 0)))
	for _, c := range []struct {
		address, agent string
		want           bool
	}{
		{"66.249.66.1", googlebot, true},
		{"::ffff:66.249.66.1", googlebot, true},
		{"2001:db8::1", googlebot, true},
		{"40.77.167.2", "Mozilla/5.0 (compatible; bingbot/2.0)", true},
		{"192.0.2.7", googlebot, false},
		{"192.0.2.8", googlebot, false},
		{"192.0.2.9", googlebot, false},
		{"192.0.2.10", googlebot, false},
		{"66.249.66.2", "Mozilla/5.0 (iPhone)", false},
		{"nonsense", googlebot, false},
	} {
		if got := v.Verify(t.Context(), c.address, c.agent); got != c.want {
			t.Errorf("%s as %q: %v", c.address, c.agent, got)
		}
	}
}

func TestVerdictsAreRemembered(t *testing.T) {
	t.Parallel()
	z := &fakeDNS{names: map[string][]string{"66.249.66.1": {"a.googlebot.com."}},
		addrs: map[string][]string{"a.googlebot.com": {"66.249.66.1"}}}
	clk := clock.NewFake(time.Unix(0, 0))
	v := crawler.New(z, clk)
	for range 5 {
		v.Verify(t.Context(), "66.249.66.1", googlebot)
		v.Verify(t.Context(), "192.0.2.1", googlebot)
		v.Verify(t.Context(), "192.0.2.1", "curl/8")
	}
	if z.asked != 2 {
		t.Fatalf("DNS was asked %d times", z.asked)
	}
	clk.Advance(time.Hour)
	v.Verify(t.Context(), "66.249.66.1", googlebot)
	v.Verify(t.Context(), "192.0.2.1", googlebot)
	if z.asked != 3 {
		t.Fatalf("DNS was asked %d times in all", z.asked)
	}
}

// hangingDNS is a resolver that never answers.
type hangingDNS struct{ began chan struct{} }

func (s hangingDNS) LookupAddr(ctx context.Context, _ string) ([]string, error) {
	s.began <- struct{}{}
	<-ctx.Done()
	return nil, ctx.Err()
}

func (hangingDNS) LookupHost(context.Context, string) ([]string, error) { return nil, nil }

// A DNS that hangs holds up a few at a time, not everybody.
func TestDNSThatHangs(t *testing.T) {
	t.Parallel()
	s := hangingDNS{make(chan struct{}, 100)}
	v := crawler.New(s, clock.NewFake(time.Unix(0, 0)))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool, 8)
	for i := range 8 {
		go func() { done <- v.Verify(ctx, "192.0.2."+string(rune('1'+i)), googlebot) }()
		<-s.began
	}
	if v.Verify(ctx, "198.51.100.1", googlebot) || len(s.began) != 0 {
		t.Error("a ninth is looked up as well")
	}
	cancel()
	for range 8 {
		if <-done {
			t.Error("verified without an answer of DNS")
		}
	}
}
