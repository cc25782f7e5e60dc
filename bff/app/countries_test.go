package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

const checkoutOfACard = "/order?buyNow=jp-10g-15&simType=physical&quantity=1"

// A checkout offers the countries that the site sends to, all of the world where a freight is for it, as a dictionary has them; each
// can be ordered to. Without the rest of the world the page still opens, also for a customer whose address is there.
// The page of deliveries has the table of prices and times.
func TestCountriesAreThoseThatParcelsGoTo(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest := shop.Shopper(t)
	offered := func(p *apptest.Shopper, lang, path string) (codes []string, named map[string]string) {
		t.Helper()
		named = map[string]string{}
		var names []string
		for _, c := range page[gen.OrderPage](t, p, "/"+lang+path).Countries {
			codes, names, named[c.Code] = append(codes, c.Code), append(names, c.Name), c.Name
		}
		if by := collate.New(language.Make(lang)); !slices.IsSortedFunc(names, by.CompareString) {
			t.Errorf("%s is not sorted: %v", lang, names)
		}
		return codes, named
	}
	english, names := offered(guest, "en", checkoutOfACard)
	chinese, chineseNames := offered(guest, "zh", checkoutOfACard)
	if names["ZA"] != "South Africa" || chineseNames["ZA"] != "南非" || chineseNames["TW"] != "中国台湾" || len(english) != len(chinese) {
		t.Errorf("%d countries, %d in Chinese: %v", len(english), len(chinese), names)
	}
	for _, code := range []string{"ZA", "HK", "US", "NG"} {
		if b := guest.Budget(map[string]any{"source": "buyNow", "item": map[string]any{
			"goodsId": "jp-10g-15", "simType": "physical", "quantity": 1}, "destination": code}); b.ShippingMethod == "" {
			t.Errorf("nothing goes to %s", code)
		}
	}

	for lang, words := range map[string][]string{"en": {"<table>", "working days", "$"}, "zh": {"<table>", "个工作日", "$"}} {
		var text gen.ContentPage
		require.NoError(t, json.Unmarshal(readPageData(t, guest, "/"+lang+"/services/delivery").Data, &text))
		for _, word := range words {
			if !strings.Contains(text.Html, word) {
				t.Errorf("the page of deliveries in %s lacks %q", lang, word)
			}
		}
	}

	ada := shop.Customer(t, "ada@example.com")
	home := apptest.Address()
	home.Country, home.State, home.ZipCode = "ZA", "Gauteng", "2000"
	ada.Post("/gw/mall/us/address/save", home).Into(t, &gen.Address{})
	if book := page[gen.AccountPage](t, ada, "/en/my-account").Countries; len(book) != len(english) {
		t.Errorf("%d countries in the address book", len(book))
	}
	exec(t, shop, `delete from shipping_method where tenant_id = 20 and countries = '{}'`)
	for _, p := range []*apptest.Shopper{guest, ada} {
		near, _ := offered(p, "en", checkoutOfACard)
		slices.Sort(near)
		want := []string{"AU", "CN", "FJ", "HK", "ID", "IN", "JP", "KH", "KR", "LA", "MO", "MY", "NZ", "PH", "SG", "TH", "TW", "VN"}
		if !slices.Equal(near, want) {
			t.Errorf("%v", near)
		}
	}
}
