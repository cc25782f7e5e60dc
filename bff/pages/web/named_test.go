package web_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

// A renderer that mixes up its answers shows nobody another's page.
func TestAResponseForAnotherPageIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		asked  string
		status int
		name   string
		want   int
	}{
		{"/en/faq", 200, "20 /en/faq", 200},
		{"/en/faq", 200, "", 200}, // by an earlier release
		{"/en/faq", 200, "20 /en/contact", 503},
		{"/en/faq", 200, "20 /zh/faq", 503},
		{"/en/faq", 200, "21 /en/faq", 503},
		{"/en/faq", 200, "20 /en/faq?keyword=a", 503},
		{"/en/faq?keyword=a+b", 200, "20 /en/faq?keyword=a+b", 200},
		{"/en/faq?keyword=a+b", 200, "20 /en/faq?keyword=b", 503},
		{"/en/faq?keyword=a+b", 404, "20 /en/faq", 404},
		{"/en/none", 404, "20 /en/none", 404},
		{"/en/none", 404, "20 /en/faq", 503},
		{"/en/cart?x=1", 200, "20 /en/cart", 200},
		{"/en/cart", 200, "20 /en/order", 503},
		{"/en/payment/A1", 404, "20 /en/payment/A2", 503},
	} {
		server, _ := newServer(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Page-Name", c.name)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(c.status)
			_, _ = io.WriteString(w, longPage)
		})
		resp := pagestest.Get(server, c.asked)
		require.Equal(t, c.want, resp.StatusCode, "%s as %q", c.asked, c.name)
		require.Empty(t, resp.Header.Get("X-Page-Name"))
		path, query, _ := strings.Cut(c.asked, "?")
		if query != "" {
			query = "?" + query
		}
		require.Equal(t, c.want, pagestest.Get(server, path+"/_payload.json"+query).StatusCode, "the payload of %s as %q", c.asked, c.name)
		if c.status == 200 && !strings.Contains(path, "payment") {
			require.Equal(t, strings.HasPrefix(c.name, "20 "+path) || c.name == "",
				pagestest.Send(server, http.MethodPost, path, "a=b").StatusCode == 200, c.name)
		}
	}
}

func TestAResponseForAnotherPageIsNotCached(t *testing.T) {
	t.Parallel()
	name := "20 /en/contact"
	r := newRenderer(t, func(w http.ResponseWriter, _ *http.Request) {
		web.SetProvenance(w.Header(), changes.Mark{Feed: "f", Xmin: 1}, []string{"faq"})
		w.Header().Set("X-Page-Name", name)
		html(longPage)(w, nil)
	})
	client, err := web.NewRenderer(r.URL, "s3cret")
	require.NoError(t, err)
	t.Cleanup(client.Close)
	server := mount(cache.New(cache.Options{Next: client, Feed: unchanged{}, Clock: clock.System{}, Build: "b1"}))
	require.Equal(t, 503, pagestest.Get(server, "/en/faq").StatusCode)
	name = "20 /en/faq"
	require.Equal(t, "miss", pagestest.Get(server, "/en/faq").Header.Get("X-Cache"))
	name = "20 /en/contact"
	require.Equal(t, "hit", pagestest.Get(server, "/en/faq").Header.Get("X-Cache"))
}

// The renderer passes on the address it was asked with, and the page query names the page by it: both ways of writing it
// have to be one.
func TestACanonicalAddressStaysAsItIs(t *testing.T) {
	t.Parallel()
	for _, row := range pages.NewTable(pages.Options{}).Rows() {
		rapid.Check(t, func(t *rapid.T) {
			given := url.Values{}
			for _, p := range row.Query {
				given[p.Name] = rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, p.Name)
			}
			address := row.EncodeQuery(row.CanonicalQuery(given))
			again, err := url.ParseQuery(strings.TrimPrefix(address, "?"))
			if err != nil || row.EncodeQuery(row.CanonicalQuery(again)) != address {
				t.Fatalf("%s: %q, again %q: %v", row.Kind, address, row.EncodeQuery(row.CanonicalQuery(again)), err)
			}
		})
	}
}
