package caller_test

import (
	"net/http/httptest"
	"testing"

	"github.com/roamcart/roamcart/bff/api/caller"
)

// While the secret of the two programs is exchanged, some renderers know the former one and some the next.
func TestEachRendererSecretIsAccepted(t *testing.T) {
	t.Parallel()
	for shown, want := range map[string]bool{"": false, "next": true, "former": true, "next,former": false, "other": false} {
		req := httptest.NewRequest("GET", "/gw/page/query", nil)
		req.Header.Set("x-roamcart-internal", shown)
		if got := caller.Internal(req, []string{"next", "former"}); got != want {
			t.Errorf("%q is believed: %v", shown, got)
		}
		if caller.Internal(req, nil) || caller.Internal(req, []string{""}) {
			t.Errorf("%q is believed where there is no secret", shown)
		}
	}
}
