package health_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/health"
)

func TestAProgramSaysWhetherItIsWell(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	port := int(netip.MustParseAddrPort(server.Listener.Addr().String()).Port())
	for _, host := range []string{"", "0.0.0.0", "::", "127.0.0.1"} {
		if err := health.Check(t.Context(), host, port, "/readyz"); err != nil {
			t.Errorf("host %q: %v", host, err)
		}
	}
	if err := health.Check(t.Context(), "", port, "/other"); err == nil {
		t.Error("a program that answers 503 is well")
	}
	server.Close()
	if err := health.Check(t.Context(), "", port, "/readyz"); err == nil {
		t.Error("a program that is gone is well")
	}
}
