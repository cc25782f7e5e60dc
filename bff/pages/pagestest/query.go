package pagestest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages"
)

// Origin is the address of the site that Query asks.
const Origin = "https://shop.example"

// Query returns a page of a new shop.
func Query(t *testing.T, path string, change ...func(*pages.Request)) pages.Result {
	t.Helper()
	r := pages.Request{Tenant: Site, RawPath: path, Origin: Origin}
	for _, f := range change {
		f(&r)
	}
	p, err := New().Service().Query(context.Background(), r)
	require.NoError(t, err, path)
	return p
}

// LoggedIn asks as a customer.
func LoggedIn(r *pages.Request) { r.LoggedIn = true }
