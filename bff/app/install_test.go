package app_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/redistest"
)

// The code of an eSIM, from the pool and from a carrier, is on its install page and nowhere else: in no table, key of Redis,
// mail text, title or address, on no other page, and on that one only for who may see the order.
func TestAnInstallCodeIsOnItsPageAlone(t *testing.T) {
	t.Parallel()
	redisServer, renderer := redistest.Start(t), newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Database.RedisURL, c.Server.SSRURL = redisServer.URL, renderer.URL
	}})
	p, stranger := shop.Shopper(t), shop.Shopper(t)
	for goods, price := range map[string]int64{"jp-3g-7": 650, "us-5g-7": 1190} {
		no := buyAndWait(t, p, apptest.Order(goods, "esim", price, nil)).OrderNo
		var kit gen.Install
		p.Get("/gw/sim/us/install", "orderNo", no).Into(t, &kit)
		if len(kit.MatchingId) < 8 {
			t.Fatalf("%s: no code", goods)
		}
		page := "/en/my-order/" + strings.ToLower(no) + "/install"
		if shown := readPageData(t, p, page); !strings.Contains(string(shown.Data), kit.MatchingId) || strings.Contains(string(shown.Head), kit.MatchingId) {
			t.Errorf("%s: the page lacks the code, or has it in its head", goods)
		}
		for _, path := range []string{"/en/my-order/" + no, "/en/payment/" + no} {
			if shown := readPageData(t, p, path); strings.Contains(string(shown.Data), kit.MatchingId) {
				t.Errorf("%s: %s has the code", goods, path)
			}
		}
		if shown := readPageData(t, stranger, page); shown.Status != http.StatusNotFound || strings.Contains(string(shown.Data), kit.MatchingId) {
			t.Errorf("%s: a stranger sees status %d", goods, shown.Status)
		}
		for range 2 {
			openEverywhere(t, shop, page)
		}
		for _, m := range shop.Mails("ada@example.com") {
			if strings.Contains(m.Subject+m.Text+m.HTML, kit.MatchingId) {
				t.Errorf("%s: mail %s has the code", goods, m.Key)
			}
		}
		if found := findTraces(t, shop, kit.MatchingId); len(found) > 0 {
			t.Errorf("%s: %v", goods, found)
		}
		if found := redisKeysWith(t, redisServer.URL, kit.MatchingId); len(found) > 0 {
			t.Errorf("%s: %v in Redis", goods, found)
		}
	}
}

// shownPage is a page in two parts: what it shows, and what stands around it.
type shownPage struct {
	Status     int
	Data, Head json.RawMessage
}

func readPageData(t *testing.T, p *apptest.Shopper, path string) shownPage {
	t.Helper()
	var out struct {
		Status int             `json:"status"`
		Seo    json.RawMessage `json:"seo"`
		Path   string          `json:"path"`
		Data   json.RawMessage `json:"data"`
	}
	p.Get("/gw/page/query", "path", path).Into(t, &out)
	return shownPage{Status: out.Status, Data: out.Data, Head: append(out.Seo, url.PathEscape(out.Path)...)}
}

// openEverywhere opens a page in each form that a browser, a cache or a log could store.
func openEverywhere(t *testing.T, shop *apptest.Shop, path string) {
	t.Helper()
	res, err := http.Get(shop.URL + path)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, res.Body)
	if res.Header.Get("Cache-Control") != "private, no-store" || res.Header.Get("X-Cache") == "hit" {
		t.Errorf("%s: %s, %s", path, res.Header.Get("Cache-Control"), res.Header.Get("X-Cache"))
	}
}

// redisKeysWith names the keys that hold what, in their names or values.
func redisKeysWith(t *testing.T, address, what string) []string {
	t.Helper()
	o, err := redis.ParseURL(address)
	require.NoError(t, err)
	c := redis.NewClient(o)
	defer func() { _ = c.Close() }()
	var found []string
	ctx := context.Background()
	for each := c.Scan(ctx, 0, "*", 100).Iterator(); each.Next(ctx); {
		dumped, _ := c.Dump(ctx, each.Val()).Result()
		if strings.Contains(each.Val()+dumped, what) {
			found = append(found, each.Val())
		}
	}
	return found
}

// An order without an eSIM to install yet says why, and promises none where none will come.
func TestAnInstallPageExplainsMissingCodes(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	no := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil)).OrderNo
	for _, c := range []struct {
		lang, locale, says string
		coming             bool
		before             func()
	}{
		{"2", "en", "This order is waiting for payment. The eSIM comes right after it.", true, func() {}},
		{"1", "zh", "该订单已取消，没有可安装的 eSIM。", false, func() {
			p.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": no, "confirm": true}).Into(t, &gen.Order{})
		}},
	} {
		c.before()
		p.Header.Set("langId", c.lang)
		a := p.Get("/gw/sim/us/install", "orderNo", no)
		if a.RequireCode(t, http.StatusConflict, "install_not_ready"); a.Message != c.says {
			t.Errorf("says %q", a.Message)
		}
		var page gen.InstallPage
		require.NoError(t, json.Unmarshal(readPageData(t, p, "/"+c.locale+"/my-order/"+no+"/install").Data, &page))
		if page.Nothing == nil || page.Nothing.Text != c.says || page.Nothing.Coming != c.coming {
			t.Errorf("the page says %+v", page.Nothing)
		}
	}
	card := p.Place(apptest.Order("jp-10g-15", "physical", 1890, apptest.Address())).OrderNo
	if shown := readPageData(t, p, "/en/my-order/"+card+"/install"); shown.Status != http.StatusNotFound {
		t.Errorf("the page of an order without an eSIM: %d", shown.Status)
	}
}
