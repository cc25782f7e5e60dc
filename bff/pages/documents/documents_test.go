package documents_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/documents"
	"github.com/roamcart/roamcart/bff/pages/feed"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/tenant"
)

// newDocumentServer returns a server of documents alone.
func newDocumentServer(sources ...documents.Source) http.Handler {
	e := echo.New()
	printer := web.NewDocuments(web.DocumentsOptions{
		HandlerOptions: web.HandlerOptions{
			Tenant: func(host string) (tenant.Tenant, bool) {
				return pagestest.Site, strings.HasPrefix(host, "shop.example")
			},
			Proto: func(echo.Context) string { return "https" },
		},
		Mark: func() changes.Mark { return changes.Mark{} },
	}, sources...)
	printer.Mount(e, printer)
	return e
}

func TestEveryIndexedPageHasAPictureOfItsOwn(t *testing.T) {
	t.Parallel()
	service := pagestest.New().Service()
	server := newDocumentServer(documents.Pictures(service))
	seen := map[string]string{}
	for _, path := range []string{"/en/home", "/zh/home", "/en/travel-card/listing", "/zh/travel-card/listing?countries=JP", "/en/travel-card/asia",
		"/en/travel-card/asia/jp-3g-7", "/zh/services/delivery", "/en/faq"} {
		og := pagestest.Query(t, path).Seo.Og
		require.NotContains(t, seen, og.Image)
		seen[og.Image] = path
		require.Equal(t, []int{1200, 630}, []int{*og.ImageWidth, *og.ImageHeight})
		require.Contains(t, og.ImageAlt, "Roamcart · ")
	}
	for _, address := range []string{
		pagestest.Query(t, "/en/travel-card/asia/jp-3g-7").Seo.Og.Image,
		pagestest.Query(t, "/zh/travel-card/listing?countries=JP").Seo.Og.Image,
		pagestest.Query(t, "/en/travel-card/asia/jp-3g-7").Seo.JsonLd[2]["image"].([]string)[0],
	} {
		resp := pagestest.Get(server, strings.TrimPrefix(address, pagestest.Origin))
		require.Equal(t, 200, resp.StatusCode, address)
		require.Equal(t, "image/png", resp.Header.Get("Content-Type"))
		require.Equal(t, "public, max-age=31536000, immutable", resp.Header.Get("Cache-Control"))
		picture, err := png.DecodeConfig(bytes.NewReader([]byte(pagestest.Text(t, resp))))
		require.NoError(t, err)
		require.Equal(t, []int{1200, 630}, []int{picture.Width, picture.Height})
	}
	home := pagestest.Query(t, "/en/home").Seo.Og.Image
	for _, path := range []string{"/en/cart", "/en/nothing", "/en/travel-card/listing?sort=2", "/en/travel-card/listing?data=lt5"} {
		require.Equal(t, home, pagestest.Query(t, path).Seo.Og.Image, path)
	}
	for _, path := range []string{"/share/en/cart.png", "/share/en/nothing.png", "/share/home.png", "/share/en/home", "/share/en/services/none.png",
		"/share/en/travel-card/listing.png?countries=JP,KR", "/share/en/travel-card/europe/jp-3g-7.png"} {
		require.Equal(t, 404, pagestest.Get(server, path).StatusCode, path)
	}
}

func TestAPicturesAddressFollowsThePrice(t *testing.T) {
	t.Parallel()
	s := pagestest.New()
	service := s.Service()
	server := newDocumentServer(documents.Pictures(service))
	seo := func() gen.Seo {
		p, err := service.Query(context.Background(), pages.Request{Tenant: pagestest.Site, RawPath: "/en/travel-card/asia/jp-3g-7", Origin: pagestest.Origin})
		require.NoError(t, err)
		return p.Seo
	}
	old := seo()
	s.Goods.Price = 1690
	now := seo()
	require.NotEqual(t, old.Og.Image, now.Og.Image)
	require.Contains(t, now.Og.ImageAlt, "$16.90")
	require.Equal(t, old.JsonLd[2]["image"], now.JsonLd[2]["image"], "the picture without a price stays")
	resp := pagestest.Get(server, strings.TrimPrefix(old.Og.Image, pagestest.Origin))
	require.Equal(t, 302, resp.StatusCode)
	require.Equal(t, now.Og.Image, pagestest.Origin+resp.Header.Get("Location"))
}

// fakeSales is a source that sells one plan as eSIM and as card.
type fakeSales struct{}

func (fakeSales) Sales(_ context.Context, a pages.PageContext) ([]pages.Sale, error) {
	g := pagestest.Japan
	g.Name, g.SimTypes = g.Name+" <"+a.Locale+">", []string{"esim", "physical"}
	return []pages.Sale{{Goods: g, Description: "<p>Fast &amp; simple</p>", Group: "Asia", Options: []gen.GoodsOption{
		{SimType: "esim", Available: true}, {SimType: "physical"},
	}}}, nil
}

func (fakeSales) Freights(ctx context.Context, a pages.PageContext) ([]pages.Freight, error) {
	return pagestest.New().Freights(ctx, a)
}

func TestFeedsAgreeWithThePages(t *testing.T) {
	t.Parallel()
	server := newDocumentServer(documents.Feeds(fakeSales{})...)
	var f feed.Feed
	require.NoError(t, json.Unmarshal([]byte(pagestest.Text(t, pagestest.Get(server, "/feeds/zh.json"))), &f))
	require.Equal(t, []string{"zh-Hans", "USD", "https://shop.example:8080/zh/home"}, []string{f.Language, f.Currency, f.Link})
	require.Len(t, f.Items, 2)
	esim, card := f.Items[0], f.Items[1]
	require.Equal(t, []string{"jp-3g-7-esim", "jp-3g-7-physical", "jp-3g-7", "jp-3g-7"}, []string{esim.ID, card.ID, esim.Group, card.Group})
	require.Equal(t, []any{"15.90", int64(1590), true, false}, []any{esim.Price, esim.PriceMinor, esim.Available, card.Available})
	require.Equal(t, "https://shop.example:8080/zh/travel-card/asia/jp-3g-7", esim.Link)
	require.Equal(t, "Fast & simple", esim.Description)
	require.Empty(t, esim.Freights)
	require.Equal(t, []feed.Freight{
		{Country: "HK", Method: "Standard", Price: "3.00", DaysMin: 2, DaysMax: 5}, {Country: "CN", Method: "Standard", Price: "3.00", DaysMin: 2, DaysMax: 5},
	}, card.Freights)

	resp := pagestest.Get(server, "/feeds/en.xml")
	require.Equal(t, "application/xml; charset=utf-8", resp.Header.Get("Content-Type"))
	var merchant struct {
		Version string `xml:"version,attr"`
		Items   []struct {
			Fields []struct {
				XMLName xml.Name
				Text    string `xml:",chardata"`
			} `xml:",any"`
		} `xml:"channel>item"`
	}
	require.NoError(t, xml.Unmarshal([]byte(pagestest.Text(t, resp)), &merchant))
	require.Equal(t, "2.0", merchant.Version)
	require.Len(t, merchant.Items, 2)
	for i, availability := range []string{"in_stock", "out_of_stock"} {
		found := map[string]string{}
		for _, field := range merchant.Items[i].Fields {
			require.Equal(t, "http://base.google.com/ns/1.0", field.XMLName.Space)
			found[field.XMLName.Local] = field.Text
		}
		for name, want := range map[string]string{"price": "15.90 USD", "availability": availability, "condition": "new", "brand": "Roamcart",
			"identifier_exists": "no", "item_group_id": "jp-3g-7", "product_type": "Asia"} {
			require.Equal(t, want, found[name], name)
		}
		require.Contains(t, found["title"], "Japan 3GB 7 days <en>")
		image, err := url.Parse(found["image_link"])
		require.NoError(t, err)
		require.Equal(t, "1", image.Query().Get("plain"))
		_, ships := found["shipping"]
		require.Equal(t, i == 1, ships)
	}
}

func TestTheGuideNamesEveryPageInBothLanguages(t *testing.T) {
	t.Parallel()
	s := pagestest.New()
	resp := pagestest.Get(newDocumentServer(documents.Guide(s.Service(), s.Table(), fakePages{})), "/llms.txt")
	require.Equal(t, "text/plain; charset=utf-8", resp.Header.Get("Content-Type"))
	guide := pagestest.Text(t, resp)
	require.True(t, strings.HasPrefix(guide, "# Roamcart\n"))
	for _, part := range []string{
		"\n## English\n", "\n## 简体中文\n", "](https://shop.example:8080/en/faq.md): ", "](https://shop.example:8080/zh/travel-card/asia.md): ",
		"- [How we deliver | Roamcart](https://shop.example:8080/en/services/delivery.md): ", "(https://shop.example:8080/feeds/zh.xml)",
		"(https://shop.example:8080/sitemaps/en.xml)",
	} {
		require.Contains(t, guide, part)
	}
	require.NotContains(t, guide, "jp-3g-7")
	require.NotContains(t, guide, "/destination/")
	require.NotContains(t, guide, "/cart")
}

// fakePages is an inventory of pages of the fake shop.
type fakePages struct{}

func (fakePages) Inventory(context.Context, tenant.Tenant) ([]pages.Entry, error) {
	return []pages.Entry{
		{Kind: pages.Group, Params: map[string]string{"group": "asia"}},
		{Kind: pages.Detail, Params: map[string]string{"group": "asia", "goodsId": "jp-3g-7"}},
		{Kind: pages.Destination, Params: map[string]string{"country": "jp"}},
		{Kind: pages.Service, Params: map[string]string{"serviceName": "delivery"}},
	}, nil
}
