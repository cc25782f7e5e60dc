package sites_test

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/sites"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/bff/tenant/regional"
)

type object = map[string]any

// fixture is the Studio with the area, on the seeded shop.
type fixture struct {
	studiotest.Served
	t       *testing.T
	db      *pg.DB
	sites   *tenant.Registry
	service *regional.Service
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	registry, err := tenant.Open(t.Context(), db, tenant.Options{AnyLocalPort: true})
	require.NoError(t, err)
	service := &regional.Service{DB: db, Clock: clk, Reserved: func(host string) bool { return host == "studio.example.com" }}
	area := &sites.Area{Regional: service, Address: func(host string) string { return "http://" + host }}
	return fixture{studiotest.Serve(t, db, clk, area), t, db, registry, service}
}

func (f fixture) count(sql string) (n int) {
	f.t.Helper()
	require.NoError(f.t, f.db.SQL.QueryRow(sql).Scan(&n), sql)
	return n
}

// siteForm is a form that is filled in as it should be, with changes.
func siteForm(changes object) object {
	out := object{
		"code": "jp", "host": "jp.localhost", "nameEn": "Roamcart Japan", "nameZh": "Roamcart 日本站", "brand": "Roamcart JP", "locale": "en",
		"supportEmail": "jp@roamcart.example", "hotline": "+81 3 1234 5678", "phoneCountry": "JP", "company": "Roamcart KK", "addressEn": "1 Example, Tokyo",
		"addressZh": "东京示例町 1", "methods": []string{"card", "alipay"}, "currency": "JPY", "zone": "Asia/Tokyo", "country": "JP", "source": "20",
		"factor": "150", "prices": "", "shipping": true,
	}
	maps.Copy(out, changes)
	return out
}

func codes(answer object) []string {
	out := []string{}
	for _, one := range answer["lacks"].([]any) {
		out = append(out, one.(object)["code"].(string))
	}
	return out
}

func TestASiteIsTriedMadeAndOpened(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pat := f.Member("pat", staff.Publisher)
	before := f.count(`select count(*) from tenant`)
	status, tried := f.In("zh").Call(http.MethodPost, "/sites/try", pat, siteForm(nil))
	require.Equal(t, http.StatusOK, status, tried)
	require.Equal(t, []any{"0", 63, float64(6), float64(6)}, []any{tried["id"], len(tried["plans"].([]any)), tried["entries"], tried["ways"]})
	require.Equal(t, []string{"stock", "legal"}, codes(tried))
	require.Equal(t, before, f.count(`select count(*) from tenant`), "a try makes nothing")
	require.Zero(t, f.count(`select count(*) from audit_log where entity = 'site'`))

	prices := "\ufeffplan;new_price\r\njp-3g-7;1200\r\nhk-1d;\r\n"
	status, made := f.Call(http.MethodPost, "/sites", pat, siteForm(object{"prices": prices, "company": "", "methods": []string{}}))
	require.Equal(t, http.StatusCreated, status, made)
	id := made["id"].(string)
	require.Equal(t, "1000", id)
	require.Equal(t, []string{"payment", "company", "stock", "legal"}, codes(made))
	require.Equal(t, 1200, f.count(`select price from product where tenant_id = 1000 and goods_id = 'jp-3g-7'`))
	require.Zero(t, f.count(`select count(*) from product p join product s using (goods_id) where p.tenant_id = 1000 and s.tenant_id = 20
		and (p.currency <> 'JPY' or p.price % 10 <> 0 or (p.goods_id <> 'jp-3g-7' and abs(p.price - s.price * 1.5) > 5) or (s.deposit > 0) <> (p.deposit > 0))`))
	require.Zero(t, f.count(`select count(*) from shipping_method p join shipping_method s using (zone, code)
		where p.tenant_id = 1000 and s.tenant_id = 20 and abs(p.amount - s.amount * 1.5) > 5`))
	require.Zero(t, f.count(`select coalesce(sum(on_hand), 0) from stock s join product p on p.tenant_id = s.tenant_id and p.goods_id = split_part(s.sku, ':', 1)
		where s.tenant_id = 1000 and (p.carrier = 'pool' or s.sku like '%:physical')`), "cards and profiles are where they are")

	hidden := func() bool {
		require.NoError(t, f.sites.Reload(t.Context()))
		_, found := f.sites.ByHost("jp.localhost")
		listed := len(f.sites.Sites("en", "http", "localhost")) == before+1
		require.Equal(t, found, listed)
		return !found
	}
	require.True(t, hidden())
	status, said := f.Call(http.MethodPost, "/sites/"+id+"/open", pat, object{"revision": "1"})
	require.Equal(t, []any{http.StatusConflict, "site_incomplete"}, []any{status, said["code"]})
	require.Equal(t, []string{"payment", "company"}, codes(said["data"].(object)))
	require.True(t, hidden())

	_, is := f.Call(http.MethodGet, "/sites/"+id, pat, nil)
	details := is["details"].(object)
	require.Equal(t, []any{"Roamcart JP", "", "en"}, []any{details["brand"], details["company"], details["locale"]})
	details["company"], details["methods"], details["host"], details["revision"] = "Roamcart KK", []string{"card"}, "japan.localhost", "1"
	status, is = f.Call(http.MethodPut, "/sites/"+id, pat, details)
	require.Equal(t, http.StatusOK, status, is)
	status, said = f.In("zh").Call(http.MethodPut, "/sites/"+id, pat, details)
	require.Equal(t, []any{http.StatusConflict, "site_overtaken"}, []any{status, said["code"]})
	details["host"], details["revision"] = "jp.localhost", "2"
	status, _ = f.Call(http.MethodPut, "/sites/"+id, pat, details)
	require.Equal(t, http.StatusOK, status)
	_, err := f.db.SQL.Exec(`delete from change_log`)
	require.NoError(t, err)
	status, is = f.Call(http.MethodPost, "/sites/"+id+"/open", pat, object{"revision": "3"})
	require.Equal(t, http.StatusOK, status, is)
	require.Equal(t, []any{false, "http://jp.localhost"}, []any{is["site"].(object)["hidden"], is["site"].(object)["address"]})
	require.False(t, hidden())
	require.Equal(t, before+1, f.count(`select count(*) from change_log where tag like 'site:%'`), "every page lists it")
	site, _ := f.sites.ByHost("jp.localhost:8080")
	require.Equal(t, []any{"JPY", "JP¥", "Asia/Tokyo", "Roamcart KK", "东京示例町 1", 6, "JP"}, []any{
		site.Currency, site.CurrencySymbol, site.TimeZone, site.Settings.Legal.Name, site.Settings.Legal.Address.Zh, len(site.Menus("zh", 1)),
		site.Settings.PhoneCountry,
	})
	goods, err := catalog.New(f.db, clock.NewFake(seeded.Day), nil).Get(t.Context(), site.ID, "zh", "jp-3g-7")
	require.NoError(t, err)
	require.Equal(t, int64(1200), goods.Price)

	details["phoneCountry"], details["revision"] = "", "4"
	status, is = f.Call(http.MethodPut, "/sites/"+id, pat, details)
	require.Equal(t, []any{http.StatusOK, "", "81"},
		[]any{status, is["details"].(object)["phoneCountry"], is["phoneCodes"].(object)["JP"]})
	require.NoError(t, f.sites.Reload(t.Context()))
	site, _ = f.sites.ByHost("jp.localhost:8080")
	require.Empty(t, site.Settings.PhoneCountry)
	details["host"], details["revision"] = "moved.localhost", "5"
	_, said = f.Call(http.MethodPut, "/sites/"+id, pat, details)
	require.Equal(t, "site_is_open", said["code"])
	_, said = f.Call(http.MethodPost, "/sites/"+id+"/open", pat, object{"revision": "5"})
	require.Equal(t, "site_is_open", said["code"])
	details["host"], details["methods"] = "jp.localhost", []string{}
	_, said = f.Call(http.MethodPut, "/sites/"+id, pat, details)
	require.Equal(t, "site_incomplete", said["code"], "an open site keeps a way to pay")
	details["revision"] = "0"
	_, said = f.Call(http.MethodPut, "/sites/20", pat, details)
	require.Equal(t, "site_from_files", said["code"])
	require.Equal(t, 5, f.count(`select count(*) from audit_log where entity = 'site' and tenant_id = 1000 and actor = 'staff:pat@example.com'`))

	// A start with other files leaves it alone.
	_, err = f.db.SQL.Exec(`delete from seed_version`)
	require.NoError(t, err)
	require.NoError(t, seeded.Again(t.Context(), f.db))
	require.Equal(t, 1200, f.count(`select price from product where tenant_id = 1000 and goods_id = 'jp-3g-7'`))
	require.False(t, hidden())
}

func TestASiteIsRefusedWithWhatIsWrong(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pat := f.Member("pat", staff.Publisher)
	before := f.count(`select count(*) from tenant`)
	refused := func(lang string, changes object) object {
		t.Helper()
		status, said := f.In(lang).Call(http.MethodPost, "/sites", pat, siteForm(changes))
		require.Equal(t, []any{http.StatusUnprocessableEntity, "validation_failed"}, []any{status, said["code"]}, said)
		return said["fields"].(object)
	}
	require.Equal(t, object{"host": "hk.localhost belongs to another site.", "code": "Another site is called hk."}, refused("en", object{"host": "HK.localhost.", "code": "hk"}))
	require.Equal(t, object{"host": "hk.localhost 已属于其他站点。"}, refused("zh", object{"host": "hk.localhost"}))
	for _, host := range []string{"", "jp", "https://jp.example.com", "jp.example.com/x", "jp.example.com:8080", "1.2.3.4", "[::1]", "-a.example", "a..b", "a_b.example",
		"<script>.example", strings.Repeat("a.", 60) + "com", "日本.example"} {
		require.Contains(t, refused("en", object{"host": host})["host"], "Enter a host name", host)
	}
	require.Contains(t, refused("en", object{"host": "studio.example.com"})["host"], "No site can be found")
	require.Contains(t, refused("zh", object{"currency": "XYZ"})["currency"], "USD")
	require.Contains(t, refused("zh", object{"currency": "KRW"})["currency"], "暂不支持")
	for _, factor := range []string{"0", "-1", "0.0000001", "1000000", "1e9", "x", "1,5"} {
		require.Contains(t, refused("en", object{"factor": factor})["factor"], "above 0", factor)
	}
	require.Equal(t, object{"factor": "请填写系数，运费将按该系数换算。"}, refused("zh", object{"factor": ""}))
	require.Contains(t, refused("en", object{"factor": "0.01"})["factor"], "less than the payment provider takes")
	require.Contains(t, refused("en", object{"factor": "100000", "currency": "AUD"})["factor"], "more than the payment provider takes")
	require.Contains(t, refused("en", object{"methods": []string{"alipay"}, "currency": "THB"})["methods"], "THB")
	require.Contains(t, refused("en", object{"methods": []string{"card", "card"}}), "methods")
	require.Contains(t, refused("zh", object{"phoneCountry": "AQ"})["phoneCountry"], "请选择列表中的")
	for field, value := range map[string]string{"zone": "Mars/Base", "country": "XX", "locale": "fr", "source": "99", "hotline": "call me", "supportEmail": "a@b@c"} {
		require.Contains(t, refused("en", object{field: value}), field)
	}
	for file, want := range map[string]string{
		"plan,price\nnowhere,5\n": "Line 2: the site to start from has no plan nowhere.", "plan,price\njp-3g-7,x\n": "Line 2: the price of jp-3g-7 is no number.",
		"plan,price\njp-3g-7,5\njp-3g-7,6\n": "Line 3: the price of jp-3g-7 stands in an earlier line.", "price\n5\n": "These columns are missing: plan, price.",
		"plan,price\njp-3g-7,9.5\n": "Line 2: the price of jp-3g-7 has too many decimals for this currency.",
		"plan,price\njp-3g-7,1\n":   "jp-3g-7 would cost JP¥1, less than the payment provider takes.",
	} {
		require.Equal(t, object{"prices": want}, refused("en", object{"prices": file}))
	}
	// Markup is refused in each field that people type words into, and stored nowhere.
	for _, field := range []string{"nameEn", "nameZh", "brand", "company", "addressEn", "addressZh", "hotline", "supportEmail", "code", "zone", "country", "factor", "phoneCountry"} {
		require.Contains(t, refused("zh", object{field: "<script>alert(1)</script>"}), field)
	}
	require.Equal(t, before, f.count(`select count(*) from tenant`))

	// Without a factor and with a file, plans that it does not name are not shown, until they have a price.
	status, made := f.Call(http.MethodPost, "/sites", pat, siteForm(object{"factor": "", "shipping": false, "prices": "plan,price\njp-3g-7,1200\n"}))
	require.Equal(t, http.StatusCreated, status, made)
	require.Equal(t, []string{"prices", "stock", "legal"}, codes(made))
	require.Equal(t, 1, f.count(`select count(*) from product where tenant_id = 1000 and visible`))

	_, tried := f.Call(http.MethodPost, "/sites/try", pat, siteForm(object{"code": "jq", "host": "jq.localhost", "shipping": false}))
	require.Equal(t, []string{"shipping", "stock", "legal"}, codes(tried))

	// Of two who want the same host at once one gets it.
	var wg sync.WaitGroup
	got := make([]error, 2)
	for i := range got {
		wg.Go(func() {
			_, got[i] = f.service.Make(context.WithoutCancel(t.Context()), audit.By{Actor: "staff:x", Author: "x"}, regional.NewSite{
				Details: regional.Details{NameEn: "A", NameZh: "甲", Brand: "A", Locale: "en", SupportEmail: "a@example.com", Methods: []string{"card"}},
				Code:    []string{"aa", "bb"}[i], Host: "same.example.com", Currency: "SGD", Zone: "Asia/Singapore", Source: 20, Factor: "1.35",
			})
		})
	}
	wg.Wait()
	require.True(t, (got[0] == nil) != (got[1] == nil), got)
	require.Equal(t, 1, f.count(`select count(*) from site_made where host = 'same.example.com'`))
}

// A site that staff have published texts for gives them to a new one, where they can be changed alone.
func TestTextsAndPartsOfASiteAreTakenOver(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pat := f.Member("pat", staff.Publisher)
	_, err := f.db.SQL.Exec(`
		with v as (insert into content_version (tenant_id, kind, name, locale, source, author, created_at)
			select 20, kind, name, locale, 'text', 'mei', now() from content_document where tenant_id = 0 and name = 'privacy-policy' returning *)
		insert into content_published (tenant_id, kind, name, locale, version_id) select 20, kind, name, locale, id from v;
		insert into content_document (tenant_id, kind, name, locale, title, body_md, html, updated_at)
			select 20, kind, name, locale, 'Ours', body_md, html, now() from content_document where tenant_id = 0 and name = 'privacy-policy';
		insert into site_block (tenant_id, kind, body, version) values (20, 'home', '{"words": {"hero.title": {"en": "Hello", "zh": "你好"}}}', 0),
			(20, 'banner', '{"banner": {"text": {"en": "Sale", "zh": "特惠"}, "link": "/faq"}}', 0);
		insert into page_title values (20, 'product', 'jp-3g-7', 'Ours', '我们的', '', '', 3, 'staff:mei', 'mei', now())`)
	require.NoError(t, err)
	status, made := f.Call(http.MethodPost, "/sites", pat, siteForm(nil))
	require.Equal(t, http.StatusCreated, status, made)
	require.Equal(t, []any{float64(1), float64(1)}, []any{made["texts"], made["parts"]})
	require.Equal(t, []string{"stock"}, codes(made))
	require.Equal(t, 2, f.count(`select count(*) from content_published p join content_version v on v.id = p.version_id and v.tenant_id = p.tenant_id
		where p.tenant_id = 1000 and v.author = 'pat'`))
	require.NoError(t, f.sites.Reload(t.Context()))
	site, _ := f.sites.ByID(1000)
	require.Equal(t, map[string]string{"hero.title": "你好"}, site.Words("zh"))
	require.Equal(t, 1, f.count(`select count(*) from page_title where tenant_id = 1000 and title_zh = '我们的' and revision = 1`))
	banner, _ := site.Campaign("zh")
	require.Empty(t, banner, "a campaign is of its site")
}

func TestNobodyDoesWhatTheRoleDoesNotAllow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, role := range staff.Roles() {
		token := f.Member(string(role), role)
		for _, r := range f.Routes {
			if !strings.HasPrefix(r.Path, "/sites") {
				continue
			}
			path := strings.ReplaceAll(r.Path, ":id", "99")
			status, said := f.Call(r.Method, path, token, object{})
			require.Less(t, status, 500, "%s %s: %v", r.Method, path, said)
			require.Equal(t, !role.May(r.Act), status == http.StatusForbidden, "%s: %s %s", role, r.Method, r.Path)
		}
		status, _ := f.Call(http.MethodPost, "/sites", token, siteForm(object{"code": string(role), "host": string(role) + ".example.com"}))
		require.Equal(t, role == staff.Publisher || role == staff.Admin, status == http.StatusCreated, role)
	}
}
