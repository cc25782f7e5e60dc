package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A destination has one page in each language, at its code; other names of it lead there, and where nothing works there is none.
func TestADestinationHasOnePage(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest := shop.Shopper(t)
	at := func(path string) (d gen.DestinationPage) {
		t.Helper()
		var found struct {
			Status  int
			Noindex bool
			Data    json.RawMessage
		}
		guest.Get("/gw/page/query", "path", path).Into(t, &found)
		if err := json.Unmarshal(found.Data, &d); err != nil || found.Status != http.StatusOK || found.Noindex {
			t.Fatalf("%s: %d, noindex %v, %v", path, found.Status, found.Noindex, err)
		}
		return d
	}
	japan := at("/zh/travel-card/destination/jp")
	if japan.Destination.Name != "日本" || japan.Group.Name != "亚洲" || japan.BestValue != "jp-u2-8" || len(japan.Sections) != 3 {
		t.Errorf("Japan is %+v", japan)
	}
	if bolivia := at("/en/travel-card/destination/bo"); !strings.HasPrefix(japan.Art, "<svg ") || bolivia.Art != "" {
		t.Errorf("Japan is drawn as %q, Bolivia as %q", japan.Art, bolivia.Art)
	}
	if f := japan.Facts; f.Plans != 11 || *f.From != 650 || f.Hotspot != 11 || f.RealName != 0 {
		t.Errorf("the facts of Japan are %+v", f)
	}
	first := japan.Sections[0].Plans[0]
	if first.Goods.GoodsId != "jp-3g-7" || *first.PerGb != 217 || first.PerDay != 93 {
		t.Errorf("the first plan is %+v", first)
	}
	hongKong := at("/en/travel-card/destination/hk")
	if f := hongKong.Facts; f.RealName == 0 || f.RealName == f.Plans || strings.Join(f.Regimes, " ") != "CN HK" {
		t.Errorf("the facts of Hong Kong are %+v", f)
	}
	for _, q := range append(hongKong.Faq, japan.Faq...) {
		if strings.Contains(q.Question+q.AnswerHtml, "destination.") || strings.Contains(q.Question+q.AnswerHtml, "{{") {
			t.Errorf("a question is not filled in: %+v", q)
		}
	}
	for path, want := range map[string]string{
		"/en/travel-card/destination/japan": "/en/travel-card/destination/jp", "/zh/travel-card/destination/%E4%B8%9C%E4%BA%AC": "/zh/travel-card/destination/jp",
		"/en/travel-card/destination/united-kingdom": "/en/travel-card/destination/gb", "/en/travel-card/destination/JP": "", "/en/travel-card/destination/zz": "404",
		"/en/travel-card/destination/asia": "404", "/en/travel-card/destination": "404",
	} {
		var found gen.PageQuery
		guest.Get("/gw/page/query", "path", path).Into(t, &found)
		got := ""
		if to := found.Redirect; to != nil {
			got = to.To
			if to.Status != http.StatusPermanentRedirect {
				t.Errorf("%s is moved with %d", path, to.Status)
			}
		} else if found.Status == http.StatusNotFound {
			got = "404"
		}
		if got != want {
			t.Errorf("%s leads to %q, want %q", path, got, want)
		}
	}
}

// What begins or ends to work in a destination is seen on its page within two seconds, and nothing else is rendered for it.
func TestADestinationsPageFollowsItsPlans(t *testing.T) {
	t.Parallel()
	r := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.SSRURL = r.URL }})
	const japan, france = "/en/travel-card/destination/jp", "/en/travel-card/destination/fr"
	for _, c := range []struct{ statement, word string }{
		{`update product set price = 4321 where tenant_id = 20 and goods_id = 'jp-3g-7'`, `"price":4321,`},
		{`insert into product_destination (tenant_id, goods_id, code) values (20, 'kr-1d-5', 'JP')`, `"goodsId":"kr-1d-5"`},
		{`update product set price = 1 where tenant_id = 20 and goods_id = 'jp-10g-15'`, `"bestValue":"jp-10g-15"`},
	} {
		for _, path := range []string{japan, france} {
			readPage(t, shop, path, "")
			if from, said := readPage(t, shop, path, c.word); from != "hit" || said {
				t.Fatalf("%s before the change: %s, %v", path, from, said)
			}
		}
		require.NoError(t, shop.DB.Gorm.Exec(c.statement).Error)
		waittest.Within(t, 2*time.Second, c.word, func() bool { _, said := readPage(t, shop, japan, c.word); return said })
		if from, _ := readPage(t, shop, france, ""); from != "hit" {
			t.Errorf("%s is made again for nothing: %s", france, from)
		}
	}
}
