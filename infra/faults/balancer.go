package main

import (
	"context"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"
)

// balancer is a load balancer before the front doors: it checks their readiness, distributes requests round robin to those that are
// ready, and retries on another one when a request got no response.
type balancer struct {
	targets []*target
	next    atomic.Uint64
}

// target is a front door.
type target struct {
	url   *url.URL
	ready atomic.Bool
}

// Limits of a balancer as it is usually set up.
const (
	askEvery    = 200 * time.Millisecond
	readyWithin = time.Second
)

// balance listens on a port until ctx ends.
func balance(ctx context.Context, port string, addresses ...string) (*balancer, error) {
	b := &balancer{}
	for _, address := range addresses {
		u, err := url.Parse(address)
		if err != nil {
			return nil, err
		}
		b.targets = append(b.targets, &target{url: u})
	}
	l, err := net.Listen("tcp", "localhost:"+port)
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 256, DialContext: (&net.Dialer{Timeout: time.Second}).DialContext}
	proxy := &httputil.ReverseProxy{
		Transport: roundRobin{b, transport},
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.Host = p.In.Host
			// What shoppers say they are is what the balancer saw of them.
			p.Out.Header["X-Forwarded-For"] = p.In.Header["X-Forwarded-For"]
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	server := &http.Server{Handler: proxy, ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() { _ = server.Serve(l) }()
	for _, t := range b.targets {
		go t.watch(ctx)
	}
	return b, nil
}

func (t *target) watch(ctx context.Context) {
	client := &http.Client{Timeout: readyWithin, Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		res, err := client.Get(t.url.JoinPath("readyz").String())
		if err == nil {
			_ = res.Body.Close()
		}
		t.ready.Store(err == nil && res.StatusCode == http.StatusOK)
		select {
		case <-ctx.Done():
			return
		case <-time.After(askEvery):
		}
	}
}

// isReady reports whether any front door is ready.
func (b *balancer) isReady() bool {
	for _, t := range b.targets {
		if t.ready.Load() {
			return true
		}
	}
	return false
}

// roundRobin distributes requests to the front doors in turn.
type roundRobin struct {
	*balancer
	http.RoundTripper
}

// RoundTrip sends a request to a front door that is ready, or to any when none is. A request whose connection failed goes to the next
// one.
func (t roundRobin) RoundTrip(r *http.Request) (res *http.Response, err error) {
	first := t.next.Add(1)
	tried := map[*target]bool{}
	for _, onlyReady := range []bool{true, false} {
		for i := range t.targets {
			to := t.targets[(int(first)+i)%len(t.targets)]
			if tried[to] || onlyReady && !to.ready.Load() {
				continue
			}
			tried[to] = true
			r.URL.Scheme, r.URL.Host = to.url.Scheme, to.url.Host
			if res, err = t.RoundTripper.RoundTrip(r); err == nil || !neverConnected(err) {
				return res, err
			}
		}
	}
	return res, err
}

func neverConnected(err error) bool {
	for err != nil {
		if op, ok := err.(*net.OpError); ok {
			return op.Op == "dial"
		}
		u, ok := err.(interface{ Unwrap() error })
		if !ok {
			return false
		}
		err = u.Unwrap()
	}
	return false
}
