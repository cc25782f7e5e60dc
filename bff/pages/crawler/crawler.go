// Package crawler distinguishes the crawlers of search engines from clients that only claim to be one.
//
// A crawler says in its User-Agent who it is, which anybody can write. DNS verifies it: the name of its address is in the engine's
// domain, and that name leads back to the address. Google, Bing, Baidu, Yandex, Apple, Sogou and Huawei document this for theirs,
// for example https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot.
package crawler

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

// engines are the domains of crawlers' addresses by what they call themselves, in lower case.
var engines = map[string][]string{
	"googlebot":   {".googlebot.com", ".google.com"},
	"bingbot":     {".search.msn.com"},
	"baiduspider": {".crawl.baidu.com", ".crawl.baidu.jp"},
	"yandex":      {".yandex.ru", ".yandex.net", ".yandex.com"},
	"applebot":    {".applebot.apple.com"},
	"sogou":       {".crawl.sogou.com"},
	"petalbot":    {".petalsearch.com"},
}

const (
	// lookupTimeout bounds the two questions to DNS.
	lookupTimeout = 2 * time.Second
	// A verdict is remembered for so long; one against an address for less, because DNS may have failed.
	trustedFor, doubtedFor = 24 * time.Hour, 10 * time.Minute
	// remembered is how many verdicts are kept, and atOnce how many addresses are looked up at a time.
	remembered, atOnce = 10_000, 8
)

// Resolver asks DNS; *net.Resolver is one.
type Resolver interface {
	LookupAddr(ctx context.Context, addr string) (names []string, err error)
	LookupHost(ctx context.Context, host string) (addrs []string, err error)
}

// Verifier remembers which addresses are crawlers'. It is safe for concurrent use.
type Verifier struct {
	dns   Resolver
	clock clock.Clock
	busy  chan struct{}

	mu       sync.Mutex
	verdicts map[netip.Addr]verdict
}

type verdict struct {
	crawler bool
	until   time.Time
}

// New returns a Verifier; dns may be nil for the system's resolver.
func New(dns Resolver, clk clock.Clock) *Verifier {
	if dns == nil {
		dns = net.DefaultResolver
	}
	return &Verifier{dns: dns, clock: clk, busy: make(chan struct{}, atOnce), verdicts: map[netip.Addr]verdict{}}
}

// Verify reports whether an address belongs to the search engine that its User-Agent names. Who names none is not looked up. While
// many are being looked up the answer is no.
func (v *Verifier) Verify(ctx context.Context, address, userAgent string) bool {
	domains := domainsOf(userAgent)
	ip, err := netip.ParseAddr(address)
	if domains == nil || err != nil {
		return false
	}
	ip = ip.Unmap().WithZone("")
	if known, ok := v.remembered(ip); ok {
		return known
	}
	select {
	case v.busy <- struct{}{}:
		defer func() { <-v.busy }()
	default:
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	crawler := v.verifiedByDNS(ctx, ip, domains)
	v.remember(ip, crawler)
	return crawler
}

func domainsOf(userAgent string) []string {
	userAgent = strings.ToLower(userAgent)
	for name, domains := range engines {
		if strings.Contains(userAgent, name) {
			return domains
		}
	}
	return nil
}

// verifiedByDNS reports whether the name of an address is in one of the domains and leads back to it.
func (v *Verifier) verifiedByDNS(ctx context.Context, ip netip.Addr, domains []string) bool {
	names, err := v.dns.LookupAddr(ctx, ip.String())
	if err != nil {
		return false
	}
	for _, name := range names {
		name = strings.ToLower(strings.TrimSuffix(name, "."))
		if !slices.ContainsFunc(domains, func(domain string) bool { return strings.HasSuffix(name, domain) }) {
			continue
		}
		back, err := v.dns.LookupHost(ctx, name)
		if err == nil && slices.ContainsFunc(back, func(one string) bool {
			addr, err := netip.ParseAddr(one)
			return err == nil && addr.Unmap() == ip
		}) {
			return true
		}
	}
	return false
}

func (v *Verifier) remembered(ip netip.Addr) (crawler, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	known, ok := v.verdicts[ip]
	return known.crawler, ok && v.clock.Now().Before(known.until)
}

func (v *Verifier) remember(ip netip.Addr, crawler bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.verdicts) >= remembered {
		clear(v.verdicts)
	}
	keep := doubtedFor
	if crawler {
		keep = trustedFor
	}
	v.verdicts[ip] = verdict{crawler, v.clock.Now().Add(keep)}
}
