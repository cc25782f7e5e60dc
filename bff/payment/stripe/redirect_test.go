package stripe_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/roamcart/roamcart/bff/payment/stripe"
)

// What is sent to the provider, and the key, go nowhere else.
func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	var elsewhere atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(other.Close)
	api := httptest.NewServer(http.RedirectHandler(other.URL+"/v1/payment_intents/pi_1", http.StatusTemporaryRedirect))
	t.Cleanup(api.Close)
	p := stripe.New(stripe.Options{SecretKey: "sk_test_123", APIBase: api.URL})
	if in, err := p.Intent(t.Context(), "pi_1"); err == nil {
		t.Errorf("a redirect is taken for an intent: %+v", in)
	}
	if n := elsewhere.Load(); n > 0 {
		t.Errorf("%d calls went elsewhere", n)
	}
}
