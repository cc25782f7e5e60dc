package order_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
)

func TestAParcelIsFollowedByItsNumber(t *testing.T) {
	t.Parallel()
	m := order.ShippingMethod{TrackingURL: "https://carrier.example/track?no={number}&lang=en"}
	require.Equal(t, "https://carrier.example/track?no=SF+1%26x%3D2&lang=en", m.TrackingPage("SF 1&x=2"))
	require.Empty(t, m.TrackingPage(""), "not sent yet")
	require.Empty(t, order.ShippingMethod{}.TrackingPage("SF1"), "a carrier without such a page")
}

func TestATrackingPageHasAPlaceForTheNumber(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	for address, taken := range map[string]bool{
		"": true, "https://carrier.example/{number}": true, "https://carrier.example/": false, "http://carrier.example/{number}": false,
		"javascript:alert('{number}')": false, "https://carrier.example/{number}/{number}": false,
	} {
		err := f.DB.Conn(context.Background()).Exec(`update shipping_method set tracking_url = ? where tenant_id = 20`, address).Error
		require.Equal(t, taken, err == nil, "%q: %v", address, err)
	}
}

func TestFreightsNameCountriesFirst(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.Exec(t, `insert into shipping_method (tenant_id, zone, code, countries, name_en, name_zh, amount, days_min, days_max)
		values (20, 'zz-near', 'express', '{HK,MO}', 'Express', '特快', 800, 1, 2)`)
	got, err := f.Orders.Freights(context.Background(), 20)
	require.NoError(t, err)
	require.Equal(t, []order.Freight{
		{NameEn: "Express", NameZh: "特快", Countries: []string{"HK", "MO"}, Amount: 800, DaysMin: 1, DaysMax: 2},
		{NameEn: "Standard", NameZh: "Standard", Countries: []string{}, Amount: 300, DaysMin: 5, DaysMax: 9},
	}, got)
	require.Equal(t, []string{"Express", "特快"}, []string{got[0].Name("en"), got[0].Name("zh")})
	none, err := f.Orders.Freights(context.Background(), 99)
	require.NoError(t, err)
	require.Equal(t, []order.Freight{}, none)
}

func TestFreightIsAnEstimateBeforeACountryIsKnown(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 10)
	sel := f.Submission("plan", 1, 650).Selection
	sel.Item.SimType = "physical"
	for country, estimated := range map[string]bool{"": true, "HK": false} {
		sel.Country = country
		budget, err := f.Orders.Budget(context.Background(), sel)
		require.NoError(t, err)
		require.Equal(t, estimated, budget.FreightEstimated, "%q", country)
	}
}

// A parcel is taxed by where it goes, however that is spelled: the price and the order agree on it.
func TestTaxDoesNotDependOnSpelling(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 10)
	f.Exec(t, `insert into tax_rate (tenant_id, country, state, rate_ppm) values (20, 'US', 'NY', 88750) on conflict do nothing`)
	sel := f.Submission("plan", 1, 650).Selection
	sel.Item.SimType = "physical"
	sel.Country, sel.State = "US", "NY"
	want, err := f.Orders.Budget(context.Background(), sel)
	require.NoError(t, err)
	require.Positive(t, want.Tax)
	for _, typed := range [][2]string{{"US", "NY "}, {"us", "ny"}, {"US\u200b", "New York"}, {"US", "纽约州"}} {
		in := f.Submission("plan", 1, want.OrderTotal)
		in.Item.SimType, in.ShippingMethod = "physical", want.ShippingMethod
		in.Address = &order.Address{FullName: "Ada", Country: typed[0], State: typed[1], AddressLine1: "1 Main Street", City: "Albany", ZipCode: "12207"}
		o := f.Place(t, in)
		require.Equal(t, want.Tax, o.Amounts.Tax, "%q", typed)
		require.Equal(t, []string{"US", "NY"}, []string{o.Address.Country, o.Address.State})
	}
}
