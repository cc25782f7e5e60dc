package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// What staff call a destination on one site is on all that site's pages, feeds, sitemaps' pages and answers in that language within
// two seconds, at every front door; pages in the other language say what they said, and those of other sites stay as they are, kept.
func TestANameIsOnItsSiteAtOnceAndNowhereElse(t *testing.T) {
	t.Parallel()
	renderers := []*pageRenderer{newPageRenderer(t), newPageRenderer(t)}
	shops := apptest.OpenReplicas(t, func(i int, c *config.Config) { c.Server.SSRURL = renderers[i].URL })
	const hk, name = "hk.localhost", "Chinese Taipei Area"
	english := []string{
		"/en/home", "/en/travel-card/listing", "/en/travel-card/asia/tw-5g-5", "/en/travel-card/destination/tw", "/en/travel-card/which",
		"/en/services/delivery", "/en/esim", "/feeds/en.json", "/feeds/en.xml",
	}
	chinese := []string{"/zh/travel-card/listing", "/zh/travel-card/destination/tw", "/feeds/zh.json"}
	read := func(shop *apptest.Shop, host, path string) apptest.Document {
		t.Helper()
		d, err := shop.ReadAt(host, path)
		require.NoError(t, err)
		return d
	}
	type key struct {
		shop int
		path string
	}
	others, spoken := map[key][]byte{}, map[key][]byte{}
	for i, shop := range shops {
		for _, path := range slices.Concat(english, chinese) {
			read(shop, "localhost", path)
			others[key{i, path}] = read(shop, "localhost", path).Body
			spoken[key{i, path}] = read(shop, hk, path).Body
		}
	}
	run := newBackOffice(t, shops[0])
	if out, err := run("names", "set", "TW", "--tenant", "21", "--lang", "en", "--name", name); err != nil {
		t.Fatal(out, err)
	}
	for i, shop := range shops {
		for _, path := range english {
			waittest.Within(t, 2*time.Second, path+" to say the new name", func() bool {
				d := read(shop, hk, path)
				if path == "/en/home" { // where it is no destination of the twelve tiles
					return true
				}
				return bytes.Contains(d.Body, []byte(name)) && !bytes.Contains(d.Body, []byte(`"Taiwan"`))
			})
		}
		for _, path := range chinese {
			if is := read(shop, hk, path).Body; bytes.Contains(is, []byte(name)) || !bytes.Contains(is, []byte("中国台湾")) {
				t.Errorf("replica %d: %s", i, path)
			}
		}
		for _, path := range slices.Concat(english, chinese) {
			if d := read(shop, "localhost", path); d.From != "hit" || !bytes.Equal(d.Body, others[key{i, path}]) {
				t.Errorf("replica %d: %s of another site: %s, the same: %v", i, path, d.From, bytes.Equal(d.Body, others[key{i, path}]))
			}
		}
	}
	if out, err := run("names", "reset", "TW", "--tenant", "21", "--lang", "en"); err != nil {
		t.Fatal(out, err)
	}
	for _, path := range []string{"/en/travel-card/asia/tw-5g-5", "/feeds/en.json"} {
		waittest.Within(t, 2*time.Second, path+" to say the usual name", func() bool {
			return !bytes.Contains(read(shops[1], hk, path).Body, []byte(name))
		})
	}
}

// Every list of countries, whatever it is about, says a place as the site does; a site that has decided nothing has pages without a
// word of it.
func TestEveryListOfPlacesHasTheSitesNames(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest := shop.Shopper(t)
	run := newBackOffice(t, shop)
	shell := func(p *apptest.Shopper, path string) (raw string) {
		t.Helper()
		var found struct{ Shell, Data json.RawMessage }
		p.Get("/gw/page/query", "path", path).Into(t, &found)
		return string(found.Shell) + string(found.Data)
	}
	if plain := shell(guest, "/en/travel-card/listing"); strings.Contains(plain, `"tiles"`) || strings.Contains(plain, "Places") {
		t.Error("a site without names of its own says that it has none")
	}
	if out, err := run("names", "set", "HK", "--tenant", "20", "--lang", "en", "--symbol", "tile"); err != nil {
		t.Fatal(out, err)
	}
	waittest.Within(t, 2*time.Second, "the tile", func() bool { return strings.Contains(shell(guest, "/en/travel-card/listing"), `"tiles":["HK"]`) })
	for _, words := range [][]string{
		{"names", "set", "HK", "--tenant", "20", "--lang", "en", "--name", "Hong Kong SAR"},
		{"names", "set", "GB", "--tenant", "20", "--lang", "en", "--name", "Britain"},
	} {
		if out, err := run(words...); err != nil {
			t.Fatal(out, err)
		}
	}
	waittest.Within(t, 2*time.Second, "the name", func() bool {
		return page[gen.OrderPage](t, guest, "/en"+checkoutOfACard).Countries != nil &&
			strings.Contains(shell(guest, "/en/travel-card/listing"), `"tiles":["HK"]`) && strings.Contains(shell(guest, "/en/travel-card/listing"), "Britain")
	})
	for path, want := range map[string][]string{
		"/en" + checkoutOfACard:                           {`{"code":"HK","name":"Hong Kong SAR"}`, `{"code":"GB","name":"Britain"}`},
		"/en/services/delivery":                           {"Hong Kong SAR"},
		"/en/esim":                                        {`{"code":"HK","name":"Hong Kong SAR"}`},
		"/en/travel-card/china-hk-macau/hk-8g-8v":         {`"realNamePlaces":["Hong Kong SAR"]`, "Hong Kong SAR Visitor 8GB 8 days", "/assets/flags/tile.svg", "(Hong Kong SAR)"},
		"/en/travel-card/destination/hk":                  {`"regimePlaces":["Mainland China","Hong Kong SAR"]`, "Mainland China, Hong Kong SAR"},
		"/en/travel-card/compare?plans=fr-8g-14,hk-8g-8v": {`"realNamePlaces":["Hong Kong SAR"]`},
	} {
		got := shell(guest, path)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s lacks %s", path, w)
			}
		}
	}
	var said gen.DeviceCheck
	guest.Post(checkDevice, gen.DeviceCheckBody{Model: "Apple iPhone 12", SoldIn: "HK"}).Into(t, &said)
	if !strings.Contains(said.Message, "Hong Kong SAR") {
		t.Errorf("the device check says %s", said.Message)
	}
	var list []gen.Destination
	guest.Get("/gw/mall/goods/destinations").Into(t, &list)
	if i := slices.IndexFunc(list, func(d gen.Destination) bool { return d.Code == "HK" }); list[i].Name != "Hong Kong SAR" || list[i].Flag != "/assets/flags/tile.svg" {
		t.Errorf("the call says %+v", list[i])
	}
	placed := guest.Place(apptest.Order("jp-10g-15", "physical", 1590+300, apptest.Address()))
	o := guest.Detail(placed.OrderNo)
	if o.ShippingInfo.CountryName != "Hong Kong SAR" {
		t.Errorf("the order goes to %s", o.ShippingInfo.CountryName)
	}
	if a := hongKong(shop, guest).Get("/gw/mall/goods/destinations"); a.HTTP != http.StatusOK || strings.Contains(a.Body, "Hong Kong SAR") {
		t.Errorf("another site: %d %s", a.HTTP, a.Body)
	}
}
