package pagestest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Host is where the tests' requests go.
const Host = "shop.example:8080"

// Get asks a handler; headers are names and values in turn.
func Get(h http.Handler, target string, headers ...string) *http.Response {
	return Send(h, http.MethodGet, target, "", headers...)
}

// Send sends a handler a body.
func Send(h http.Handler, method, target, body string, headers ...string) *http.Response {
	req := httptest.NewRequest(method, "http://"+Host+target, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	return rec.Result()
}

// Text reads a response.
func Text(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(body)
}
