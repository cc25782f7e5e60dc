package app_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// pageRenderer does what the renderer does: it shows the data that it is handed; after a form, it asks the gateway for them.
type pageRenderer struct {
	*httptest.Server
	// gateway is the shop's address; only forms need it.
	gateway atomic.Pointer[string]
	renders atomic.Int64
	broken  atomic.Bool
	gone    atomic.Bool
	// show makes the page from its data, as they were handed over; nil shows them as they are.
	show func(data []byte) []byte
}

func newPageRenderer(t *testing.T) *pageRenderer {
	r := &pageRenderer{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if r.gone.Load() {
			panic(http.ErrAbortHandler)
		}
		r.renders.Add(1)
		var page struct {
			Status int
			Data   struct {
				Status int
				Path   string
				Shell  struct{ Tenant struct{ TenantID string } }
			}
		}
		data, err := r.dataOf(req)
		if err != nil || r.broken.Load() || json.Unmarshal(data, &page) != nil {
			http.Error(w, "no page", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if req.Header.Get("X-Roamcart-Form") == "markdown" {
			w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
		}
		w.Header().Set("X-Page-Name", page.Data.Shell.Tenant.TenantID+" "+page.Data.Path)
		w.WriteHeader(cmp.Or(page.Data.Status, page.Status))
		if r.show != nil {
			data = r.show(data)
		}
		_, _ = w.Write(append(data, "</html>"...))
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *pageRenderer) dataOf(req *http.Request) ([]byte, error) {
	if req.Header.Get("X-Roamcart-Page") != "" {
		return io.ReadAll(req.Body)
	}
	ask, err := http.NewRequestWithContext(req.Context(), http.MethodGet,
		*r.gateway.Load()+"/gw/page/query?path="+url.QueryEscape(req.URL.RequestURI()), nil)
	if err != nil {
		return nil, err
	}
	ask.Header = req.Header.Clone()
	res, err := http.DefaultClient.Do(ask)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	return io.ReadAll(res.Body)
}

// readPage returns where a page came from, and whether it contains a word.
func readPage(t *testing.T, shop *apptest.Shop, path, word string) (from string, said bool) {
	t.Helper()
	d, err := shop.Read(path)
	require.NoError(t, err)
	return d.From, strings.Contains(string(d.Body), word)
}

// A price that changes is seen on every replica within two seconds, nothing else is rendered again, and without a renderer
// the last page is served.
func TestPagesFollowWhatTheyShow(t *testing.T) {
	t.Parallel()
	renderers := []*pageRenderer{newPageRenderer(t), newPageRenderer(t)}
	shops := apptest.OpenReplicas(t, func(i int, c *config.Config) { c.Server.SSRURL = renderers[i].URL })
	const plan, other, faq = "/en/travel-card/asia/jp-3g-7", "/en/travel-card/europe/fr-8g-14", "/en/faq"
	for _, shop := range shops {
		for _, path := range []string{plan, other, faq} {
			readPage(t, shop, path, "")
			if from, _ := readPage(t, shop, path, ""); from != "hit" {
				t.Fatalf("%s, asked twice: %s", path, from)
			}
		}
	}
	price := func(amount int) string {
		require.NoError(t, shops[0].DB.Gorm.Exec(`update product set price = ? where tenant_id = 20 and goods_id = 'jp-3g-7'`, amount).Error)
		return fmt.Sprintf(`"price":%d,`, amount)
	}
	word := price(4321)
	for _, shop := range shops {
		waittest.Within(t, 2*time.Second, "the new price", func() bool { _, said := readPage(t, shop, plan, word); return said })
	}
	before := renderers[0].renders.Load() + renderers[1].renders.Load()
	for _, shop := range shops {
		for _, path := range []string{plan, other, faq} {
			if from, _ := readPage(t, shop, path, ""); from != "hit" && from != "shared" {
				t.Fatalf("%s after the price of something else changed: %s", path, from)
			}
		}
	}
	if after := renderers[0].renders.Load() + renderers[1].renders.Load(); after != before {
		t.Fatalf("%d pages were rendered for nothing", after-before)
	}

	renderers[0].broken.Store(true)
	newer := price(8765)
	waittest.Within(t, 5*time.Second, "a stale page", func() bool {
		from, said := readPage(t, shops[0], plan, word)
		return from == "stale" && said
	})
	renderers[0].broken.Store(false)
	waittest.Within(t, 5*time.Second, "the page to be fresh again", func() bool { _, said := readPage(t, shops[0], plan, newer); return said })
}

// However a host is written, its pages are the same ones; at a port where the shop is not found there is none to be made.
func TestAHostsPagesAreMadeOnce(t *testing.T) {
	t.Parallel()
	renderer := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Server.SSRURL, c.Server.PublicURL = renderer.URL, "http://Shop.Example:80"
	}})
	ask := func(host string) *http.Response {
		t.Helper()
		req, err := http.NewRequest(http.MethodGet, shop.URL+"/en/faq", nil)
		require.NoError(t, err)
		req.Host = host
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		_ = res.Body.Close()
		return res
	}
	if res := ask("shop.example"); res.StatusCode != http.StatusOK || res.Header.Get("X-Cache") != "miss" {
		t.Fatalf("the first time: %d, %s", res.StatusCode, res.Header.Get("X-Cache"))
	}
	for _, host := range []string{"SHOP.example", "shop.example.", "shop.example:80"} {
		if res := ask(host); res.Header.Get("X-Cache") != "hit" {
			t.Errorf("%s: %d, %s", host, res.StatusCode, res.Header.Get("X-Cache"))
		}
	}
	before := renderer.renders.Load()
	for _, host := range []string{"shop.example:81", "shop.example:443", "evil.example"} {
		if res := ask(host); res.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s: %d", host, res.StatusCode)
		}
	}
	if after := renderer.renders.Load(); after != before {
		t.Errorf("%d pages were made for hosts that are nobody's", after-before)
	}
}

// How far the pages are after a start or a change can be seen from outside.
func TestWarmingIsSeenFromOutside(t *testing.T) {
	t.Parallel()
	r := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.SSRURL, c.Pages.Warm = r.URL, true }})
	waittest.Within(t, 20*time.Second, "some pages to be warm", func() bool {
		res, err := http.Get(shop.URL + "/readyz")
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		body, _ := io.ReadAll(res.Body)
		var done, of int
		_, line, _ := strings.Cut(string(body), "\n")
		_, _ = fmt.Sscanf(line, "pages warm: %d of %d", &done, &of)
		return done > 0 && of > 300
	})
}

func TestPrivatePagesAreNeverKept(t *testing.T) {
	t.Parallel()
	r := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.SSRURL = r.URL }})
	for _, path := range []string{"/en/cart", "/zh/my-order", "/en/cart/_payload.json"} {
		for range 2 {
			res, err := http.Get(shop.URL + path)
			require.NoError(t, err)
			_ = res.Body.Close()
			if from := res.Header.Get("X-Cache"); res.StatusCode == http.StatusOK && from != "bypass" {
				t.Fatalf("%s: %s", path, from)
			}
			if res.StatusCode == http.StatusOK && res.Header.Get("Cache-Control") != "private, no-store" {
				t.Fatalf("%s: %s", path, res.Header.Get("Cache-Control"))
			}
		}
	}
}
