package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/titles"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/tenant"
)

// What staff tell search engines stands on the page of a plan, of a group and of a destination within two seconds, filled in as the
// generated text is; a list of the group that is about one destination goes on to say that.
func TestStaffTitlesAreOnThePages(t *testing.T) {
	t.Parallel()
	renderer := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.SSRURL = renderer.URL }})
	shopper := shop.Shopper(t)
	seo := func(path string) gen.Seo {
		var page gen.PageQuery
		shopper.Get("/gw/page/query", "path", path).Into(t, &page)
		return page.Seo
	}
	s, by := titles.New(shop.DB, clock.System{}), audit.By{Actor: "staff:mei@example.com", Author: "Mei"}
	watch := &publishing.Service{Address: shop.URL}
	site := tenant.Tenant{ID: 20, Hosts: []string{"localhost"}}
	const narrowed = "/en/travel-card/asia?countries=JP"
	before := seo(narrowed)
	// save writes a text over its version and returns after how many milliseconds the page had it.
	save := func(of catalog.Titled, path string, version int64, title, about string) int64 {
		t.Helper()
		seen, err := watch.WatchPages(t.Context(), []publishing.Page{{Site: site, Path: path}})
		require.NoError(t, err)
		require.NoError(t, s.Set(t.Context(), by, 20, of, version, titles.Text{
			TitleEn: title, TitleZh: "标题" + of.Code, DescriptionEn: about, DescriptionZh: "描述",
		}))
		fresh := seen.Fresh(t.Context())
		require.Len(t, fresh, 1)
		require.NotNil(t, fresh[0].Milliseconds, "%+v", fresh)
		return *fresh[0].Milliseconds
	}
	var version int64 // of the text that was written last
	for _, c := range []struct {
		of           catalog.Titled
		path         string
		title, about string
		shown, says  string
	}{
		{
			catalog.Titled{Kind: catalog.TitledProduct, Code: "jp-3g-7"}, "/en/travel-card/asia/jp-3g-7", "Mei's Japan for {{price}}", "{{goods}}, {{network}}.",
			"Mei's Japan for $6.50 | Roamcart", "Japan 3GB 7 days, 5G.",
		},
		{
			catalog.Titled{Kind: catalog.TitledGroup, Code: "asia"}, "/en/travel-card/asia", "Mei's Asia by {{brand}}", "All of {{group}}.",
			"Mei's Asia by Roamcart", "All of Asia.",
		},
		{
			catalog.Titled{Kind: catalog.TitledDestination, Code: "JP"}, "/en/travel-card/destination/jp", "Mei in {{destination}}", "{{sim}} to {{destination}}.",
			"Mei in Japan | Roamcart", "eSIM or SIM card to Japan.",
		},
	} {
		took := save(c.of, c.path, 0, c.title, c.about)
		// The quickest of three counts, for each kind: a machine may stand still.
		for version = 1; took >= 2000 && version < 5; version += 2 {
			save(c.of, c.path, version, "Once more: "+c.title, c.about)
			took = save(c.of, c.path, version+1, c.title, c.about)
		}
		require.Less(t, took, int64(2000))
		head := seo(c.path)
		require.Equal(t, []string{c.shown, c.says}, []string{head.Title, head.Description})
		require.Equal(t, "标题"+c.of.Code+" | Roamcart", seo(strings.Replace(c.path, "/en/", "/zh/", 1)).Title)
	}
	require.Equal(t, before.Title, seo(narrowed).Title)
	guide, err := shop.Read("/llms.txt")
	require.NoError(t, err)
	require.Contains(t, string(guide.Body), "Mei's Asia by Roamcart")

	// What a placeholder has no value for is not said.
	require.NoError(t, s.Set(t.Context(), by, 20, catalog.Titled{Kind: catalog.TitledDestination, Code: "JP"}, version, titles.Text{
		TitleEn: "Only {{price}}", TitleZh: "仅 {{price}}",
	}))
	exec(t, shop, `update stock set on_hand = allocated where tenant_id = 20`)
	waittest.Eventually(t, "nothing has a price", func() bool {
		return seo("/en/travel-card/destination/jp").Title == "Japan data plans: eSIM or SIM card | Roamcart"
	})
}

// Every placeholder that staff may use has a value on every page of its kind that has plans.
func TestPlaceholdersOfTitlesHaveValues(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	var page gen.PageQuery
	for kind, path := range map[catalog.TitledKind]string{
		catalog.TitledProduct: "/travel-card/asia/jp-3g-7", catalog.TitledGroup: "/travel-card/asia", catalog.TitledDestination: "/travel-card/destination/jp",
	} {
		code := map[catalog.TitledKind]string{catalog.TitledProduct: "jp-3g-7", catalog.TitledGroup: "asia", catalog.TitledDestination: "JP"}[kind]
		text := ""
		for _, name := range catalog.TitlePlaceholders[kind] {
			text += fmt.Sprintf("{{%s}}~", name)
		}
		require.NoError(t, titles.New(shop.DB, clock.System{}).Set(t.Context(), audit.By{Actor: "staff:mei"}, titles.AllSites,
			catalog.Titled{Kind: kind, Code: code}, 0, titles.Text{DescriptionEn: text, DescriptionZh: text}))
		for _, locale := range pages.Locales() {
			waittest.Eventually(t, path, func() bool {
				shop.Shopper(t).Get("/gw/page/query", "path", "/"+locale+path).Into(t, &page)
				parts := strings.Split(page.Seo.Description, "~")
				return len(parts) == len(catalog.TitlePlaceholders[kind])+1 && !slices.Contains(parts[:len(parts)-1], "")
			})
		}
	}
}
