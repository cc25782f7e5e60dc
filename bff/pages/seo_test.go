package pages_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
)

func TestWhatSearchEnginesMayShow(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]struct {
		canonical string
		hidden    bool
	}{
		"/en/home?utm=1":                                {"/en/home", false},
		"/en/travel-card/listing":                       {"/en/travel-card/listing", false},
		"/en/travel-card/listing?countries=jp":          {"/en/travel-card/listing?countries=JP", false},
		"/en/travel-card/listing?data=lt5":              {"/en/travel-card/listing", false},
		"/en/travel-card/asia?countries=JP":             {"/en/travel-card/asia", false},
		"/en/travel-card/listing?countries=JP,KR":       {"/en/travel-card/listing", true},
		"/en/travel-card/listing?countries=JP&data=lt5": {"/en/travel-card/listing?countries=JP", true},
		"/en/travel-card/listing?sort=2":                {"/en/travel-card/listing", true},
		"/en/travel-card/listing?sort=1&page=1":         {"/en/travel-card/listing", false},
		"/en/travel-card/listing?page=2":                {"/en/travel-card/listing", true},
		"/en/travel-card/listing?keyword=japan":         {"/en/travel-card/listing", true},
		"/en/faq?keyword=roaming":                       {"/en/faq", true},
		"/en/faq?keyword=":                              {"/en/faq", true},
		"/en/travel-card/listing?keyword=":              {"/en/travel-card/listing", true},
		"/en/travel-card/listing?kept=JP":               {"/en/travel-card/listing", true},
		"/en/cart":                                      {"/en/cart", true},
		"/en/my-order?orderNo=1":                        {"/en/my-order", true},
		"/en/login":                                     {"/en/login", true},
		"/en/nothing":                                   {"/en/nothing", true},
		"/en/travel-card/asia/jp-3g-7":                  {"/en/travel-card/asia/jp-3g-7", false},
		"/en/travel-card/destination/jp?utm=1":          {"/en/travel-card/destination/jp", false},
		"/en/travel-card/compare":                       {"/en/travel-card/compare", true},
		"/en/travel-card/compare?plans=b,A,b":           {"/en/travel-card/compare", true},
		"/en/travel-card/which":                         {"/en/travel-card/which", false},
		"/en/travel-card/which?countries=JP":            {"/en/travel-card/which", true},
		"/en/travel-card/which?days=":                   {"/en/travel-card/which", true},
		"/en/travel-card/which?days=7&habits=maps":      {"/en/travel-card/which", true},
		"/en/travel-card/destination/zz":                {"/en/travel-card/destination/zz", true},
	} {
		p := pagestest.Query(t, path)
		require.Equal(t, pagestest.Origin+want.canonical, p.Seo.Canonical, path)
		require.Equal(t, want.hidden, p.Noindex, path)
		require.Equal(t, want.hidden, p.Seo.Robots == "noindex", path)
		require.Equal(t, want.hidden, len(p.Seo.Alternates) == 0, path)
	}
}

func TestAlternatesAreTheSameInBothLanguages(t *testing.T) {
	t.Parallel()
	require.Equal(t, []gen.Alternate{
		{Hreflang: "en", Href: pagestest.Origin + "/en/home"},
		{Hreflang: "zh-Hans", Href: pagestest.Origin + "/zh/home"},
		{Hreflang: "x-default", Href: pagestest.Origin + "/home"},
	}, pagestest.Query(t, "/zh/home").Seo.Alternates)
	listing := pagestest.Query(t, "/zh/travel-card/listing?countries=JP").Seo.Alternates
	require.Equal(t, gen.Alternate{Hreflang: "x-default", Href: pagestest.Origin + "/en/travel-card/listing?countries=JP"}, listing[2])
	require.Equal(t, pagestest.Query(t, "/en/travel-card/listing?countries=JP").Seo.Alternates, listing)
}

func TestTitles(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/en/home":                             "Roamcart: travel SIM cards and eSIM data plans",
		"/zh/home":                             "Roamcart：旅行 SIM 卡与 eSIM 流量套餐",
		"/en/travel-card/asia":                 "Asia: travel SIM cards and eSIMs | Roamcart",
		"/en/travel-card/listing?countries=JP": "Japan eSIM and SIM card plans | Roamcart",
		"/en/travel-card/asia/jp-3g-7":         "Japan 3GB 7 days: eSIM | Roamcart",
		"/en/travel-card/destination/jp":       "Japan data plans: eSIM or SIM card from $6.50 | Roamcart",
		"/zh/travel-card/destination/jp":       "Japan上网：eSIM 与 SIM 卡套餐，$6.50 起 | Roamcart",
		"/en/travel-card/destination/kr":       "Korea data plans: eSIM | Roamcart",
		"/en/services/delivery":                "How we deliver | Roamcart",
		"/zh/nothing":                          "页面不存在 | Roamcart",
	} {
		require.Equal(t, want, pagestest.Query(t, path).Seo.Title, path)
	}
	require.Equal(t, "Japan 3GB 7 days for $15.90 as eSIM. 5G data: Japan. See activation, speed and refund terms before you pay.",
		pagestest.Query(t, "/en/travel-card/asia/jp-3g-7").Seo.Description)
	require.Equal(t, "Thirteen places. Compare 25 plans by price, data and days.", pagestest.Query(t, "/en/travel-card/asia").Seo.Description)
	require.Equal(t, "Delivery: how it works at Roamcart, in plain words.", pagestest.Query(t, "/en/services/delivery").Seo.Description)
}

func TestStructuredData(t *testing.T) {
	t.Parallel()
	types := func(path string) (out []string) {
		for _, facts := range pagestest.Query(t, path).Seo.JsonLd {
			require.Equal(t, "https://schema.org", facts["@context"])
			out = append(out, facts["@type"].(string))
		}
		return out
	}
	require.Equal(t, []string{"Organization", "WebSite", "FAQPage"}, types("/en/home"))
	require.Equal(t, []string{"Organization", "BreadcrumbList", "ItemList"}, types("/en/travel-card/asia"))
	require.Equal(t, []string{"Organization", "BreadcrumbList", "Product"}, types("/en/travel-card/asia/jp-3g-7"))
	require.Equal(t, []string{"Organization", "BreadcrumbList", "ItemList", "FAQPage"}, types("/en/travel-card/destination/jp"))
	require.Equal(t, []string{"Organization", "BreadcrumbList", "FAQPage"}, types("/en/faq"))
	require.Equal(t, []string{"Organization", "BreadcrumbList"}, types("/en/faq?keyword=x"))
	seller := pagestest.Query(t, "/zh/home").Seo.JsonLd[0]
	require.Equal(t, "Roamcart Ltd", seller["legalName"])
	require.Equal(t, "样本街 1 号", seller["address"])
	require.Empty(t, types("/en/cart"))
	require.Empty(t, types("/en/nothing"))
}

func TestAProductsFactsMatchItsPage(t *testing.T) {
	t.Parallel()
	product := pagestest.Query(t, "/en/travel-card/asia/jp-3g-7").Seo.JsonLd[2]
	address := pagestest.Origin + "/en/travel-card/asia/jp-3g-7"
	require.Equal(t, "Fast & simple", product["description"])
	images := product["image"].([]string)
	require.Regexp(t, `^https://shop\.example/share/en/travel-card/asia/jp-3g-7\.png\?plain=1&v=[0-9a-f]{12}$`, images[0])
	require.Equal(t, pagestest.Origin+pagestest.Japan.Image, images[1])
	require.Equal(t, "jp-3g-7", product["sku"])
	require.NotContains(t, product, "aggregateRating", "nobody has reviewed it")
	require.NotContains(t, product, "review")
	offer := product["offers"].(map[string]any)
	require.Equal(t, "15.90", offer["price"])
	require.Equal(t, "USD", offer["priceCurrency"])
	require.Equal(t, address, offer["url"])
	require.Equal(t, "https://schema.org/InStock", offer["availability"])
	require.Equal(t, 30, offer["hasMerchantReturnPolicy"].(map[string]any)["merchantReturnDays"])
	require.NotContains(t, offer, "shippingDetails", "nothing is shipped")

	crumbs := pagestest.Query(t, "/zh/travel-card/asia/jp-3g-7").Seo.JsonLd[1]["itemListElement"].([]map[string]any)
	require.Equal(t, []any{"首页", "亚洲", "Japan 3GB 7 days"}, []any{crumbs[0]["name"], crumbs[1]["name"], crumbs[2]["name"]})
	require.Equal(t, pagestest.Origin+"/zh/travel-card/asia", crumbs[1]["item"])

	place := pagestest.Query(t, "/en/travel-card/destination/jp").Seo
	crumbs = place.JsonLd[1]["itemListElement"].([]map[string]any)
	require.Equal(t, []any{"Home", "Travel data plans", "Asia", "Japan"}, []any{crumbs[0]["name"], crumbs[1]["name"], crumbs[2]["name"], crumbs[3]["name"]})
	require.Equal(t, pagestest.Origin+"/en/travel-card/asia", crumbs[2]["item"])
	require.Equal(t, 3, place.JsonLd[2]["numberOfItems"])
	require.Equal(t, "Roamcart · Japan · from $6.50 · Plans to compare: 3 · eSIM or SIM card", place.Og.ImageAlt)

	list := pagestest.Query(t, "/en/travel-card/asia").Seo.JsonLd[2]["itemListElement"].([]map[string]any)
	require.Equal(t, 25, list[0]["position"], "the first of the second page")
	require.Equal(t, address, list[0]["url"])
}
