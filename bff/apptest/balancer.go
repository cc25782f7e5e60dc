package apptest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
	"time"
)

// balancer passes requests on to one of several programs that is ready, the one that was started last before others.
type balancer struct {
	url string

	mu      sync.Mutex
	targets []*url.URL
}

// readyWithin is how long a program may take to say that it is ready.
const readyWithin = time.Second

// openBalancer starts one that ends with the test.
func openBalancer(t testing.TB) *balancer {
	b := &balancer{}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			to, _ := p.In.Context().Value(chosenTarget{}).(*url.URL)
			p.SetURL(to)
			p.Out.Host = p.In.Host
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		to := b.ready(req.Context())
		if to == nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		proxy.ServeHTTP(w, req.WithContext(context.WithValue(req.Context(), chosenTarget{}, to)))
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	b.url = s.URL
	return b
}

// chosenTarget is the key under which a request's context has where it goes.
type chosenTarget struct{}

// add makes a program the first that is asked.
func (b *balancer) add(address string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if to, err := url.Parse(address); err == nil {
		b.targets = append([]*url.URL{to}, b.targets...)
	}
}

// ready returns a program that takes requests, nil where none does.
func (b *balancer) ready(ctx context.Context) *url.URL {
	b.mu.Lock()
	targets := b.targets
	b.mu.Unlock()
	asked := map[string]bool{}
	for _, to := range targets {
		if asked[to.Host] {
			continue
		}
		asked[to.Host] = true
		if isReady(ctx, to) {
			return to
		}
	}
	return nil
}

func isReady(ctx context.Context, to *url.URL) bool {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, to.JoinPath("readyz").String(), nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}
