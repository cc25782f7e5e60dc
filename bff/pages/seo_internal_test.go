package pages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/tenant"
)

func TestPlacesNameTheFirstThree(t *testing.T) {
	t.Parallel()
	all := []gen.DestinationName{{Name: "A"}, {Name: "B"}, {Name: "C"}, {Name: "D"}, {Name: "E"}}
	en, zh := Words{PageContext{Locale: "en"}}, Words{PageContext{Locale: "zh"}}
	require.Equal(t, "A, B, C and 2 more", en.places(all, 3))
	require.Equal(t, "A、B、C等 5 个国家/地区", zh.places(all, 3))
	require.Equal(t, "A, B, C", en.places(all[:3], 3))
}

// The line stands beside the price and would be cut.
func TestAPictureNamesTwoPlaces(t *testing.T) {
	t.Parallel()
	goods := gen.Goods{Currency: "USD", SimTypes: []string{"esim"}, Destinations: []gen.DestinationName{{Name: "奥地利"}, {Name: "比利时"}, {Name: "法国"}}}
	require.Equal(t, "奥地利、比利时等 3 个国家/地区", Words{PageContext{Locale: "zh"}}.planCard(goods).Lines[2])
}

func TestPhysicalCardsAreShipped(t *testing.T) {
	t.Parallel()
	w := Words{PageContext{Locale: "en", Origin: "https://shop.example", Tenant: tenant.Tenant{Brand: "R"}, Freights: []Freight{
		{Method: "Post", Countries: []string{"HK", "MO"}, Amount: 300, DaysMin: 2, DaysMax: 5}, {Method: "World", Amount: 900},
	}}}
	page := gen.DetailPage{
		Goods: gen.Goods{Price: 100, Currency: "USD", SimTypes: []string{"esim", "physical"}}, Facts: gen.GoodsFacts{RefundPolicy: "none"},
	}
	offer := productFacts(w, "https://shop.example/en/x", page)["offers"].(map[string]any)
	require.Equal(t, "https://schema.org/OutOfStock", offer["availability"])
	require.Equal(t, "https://schema.org/MerchantReturnNotPermitted",
		offer["hasMerchantReturnPolicy"].(map[string]any)["returnPolicyCategory"])
	ways := offer["shippingDetails"].([]map[string]any)
	require.Len(t, ways, 1, "no term says all other countries")
	require.Equal(t, map[string]any{"@type": "MonetaryAmount", "value": "3.00", "currency": "USD"}, ways[0]["shippingRate"])
	require.Equal(t, []string{"HK", "MO"}, ways[0]["shippingDestination"].(map[string]any)["addressCountry"])
	transit := ways[0]["deliveryTime"].(map[string]any)["transitTime"].(map[string]any)
	require.Equal(t, []any{2, 5}, []any{transit["minValue"], transit["maxValue"]})

	w.Freights = w.Freights[1:]
	ways = productFacts(w, "", page)["offers"].(map[string]any)["shippingDetails"].([]map[string]any)
	require.Len(t, ways, 1)
	require.NotContains(t, ways[0], "shippingDestination", "everywhere")
	page.Goods.Price = 0
	require.Nil(t, productFacts(w, "", page), "a price of nothing is no offer")
}

func TestADestinationIsDescribedAsItIsSold(t *testing.T) {
	t.Parallel()
	page := gen.ListingPage{Query: gen.ListingQuery{Countries: []string{"FJ"}}, Destinations: []gen.DestinationChoice{{Code: "FJ", Name: "Fiji"}}}
	page.List.Total = 1
	page.List.Facets.SimType = []gen.FacetCount{{Value: "esim", Count: 1}, {Value: "physical", Count: 0}}
	w := Words{PageContext{Locale: "en", Kind: Listing, Tenant: tenant.Tenant{Brand: "Roamcart"}}}
	title, description := w.Titles(listingHead(w, page))
	require.Equal(t, "Fiji eSIM plans | Roamcart", title)
	require.Equal(t, "One Fiji data plan, as eSIM. See its price, how fast it is and when it starts before you buy.", description)

	page.List.Total, page.List.Facets.SimType[1].Count = 6, 2
	title, description = w.Titles(listingHead(w, page))
	require.Equal(t, "Fiji eSIM and SIM card plans | Roamcart", title)
	require.Contains(t, description, "Compare 6 Fiji data plans")
	require.Contains(t, description, "as eSIM or SIM card.")
}

func TestVolumes(t *testing.T) {
	t.Parallel()
	for mb, want := range map[int64]string{500: "500 MB", 1024: "1 GB", 1536: "1.5 GB", 102400: "100 GB"} {
		require.Equal(t, want, volume(mb))
	}
}
