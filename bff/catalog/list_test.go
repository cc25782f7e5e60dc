package catalog

import (
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// smallCatalogue is a small catalogue in which every filter tells goods apart.
func smallCatalogue() *snapshot {
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	free := map[string]map[string]int64{"a": {"esim": 3}, "b": {"esim": 0, "physical": 1}, "c": {"esim": 0, "physical": 0}}
	p := func(id string, price int64, gb int64, per string, days, minutes int, net string, sims []string, pop, published int, covers ...string) *productRow {
		return &productRow{
			GoodsID: id, GroupCode: "asia", NameEn: id, NameZh: id, Price: price, Currency: "USD", SimTypes: sims, DataMB: gb * 1024,
			DataPer: per, Days: days, VoiceMinutes: minutes, NetworkType: net, Popularity: pop, PublishedAt: day(published), Covers: covers, Free: free[id],
		}
	}
	both, esim, card := []string{"esim", "physical"}, []string{"esim"}, []string{"physical"}
	return newSnapshot(raw{
		products: []*productRow{
			p("a", 650, 3, "total", 6, 0, "5G", esim, 10, 5, "JP"),
			p("b", 1590, 10, "total", 15, 0, "5G", both, 90, 4, "JP"),
			p("c", 990, 1, "day", 5, 0, "4G", both, 50, 3, "KR"),
			p("d", 3200, 20, "total", 30, 100, "5G", card, 20, 2, "KR"),
			p("e", 990, 5, "total", 7, 0, "4G", esim, 30, 1, "JP", "KR", "TH"),
			p("f", 4500, 50, "total", 14, 0, "4G", esim, 40, 6, "TH"),
		},
		groups: []groupRow{{Code: "asia", NameEn: "Asia", NameZh: "亚洲"}},
		destinations: []destinationRow{
			{Code: "JP", Region: "asia", NameEn: "Japan", NameZh: "日本"}, {Code: "KR", Region: "asia", NameEn: "Korea", NameZh: "韩国"},
			{Code: "TH", Region: "asia", NameEn: "Thailand", NameZh: "泰国"}, {Code: "VN", Region: "asia", NameEn: "Vietnam", NameZh: "越南"},
		},
	}, day(1))
}

func ids(goods []*Goods) string {
	var out []byte
	for _, g := range goods {
		out = append(out, g.ID...)
	}
	return string(out)
}

func TestFilters(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		query Query
		want  string
	}{
		"everything":                     {Query{}, "abcdef"},
		"one destination, regional too":  {Query{Countries: []string{"JP"}}, "abe"},
		"any of two destinations":        {Query{Countries: []string{"JP", "TH"}}, "abef"},
		"less than 5 GB, daily left out": {Query{Data: "lt5"}, "a"},
		"5 GB is in 5 to 10":             {Query{Data: "5to10"}, "e"},
		"10 and 20 GB are in 10 to 20":   {Query{Data: "10to20"}, "bd"},
		"more than 20 GB":                {Query{Data: "gt20"}, "f"},
		"daily":                          {Query{Data: "daily"}, "c"},
		"less than 7 days":               {Query{Days: "lt7"}, "ac"},
		"7 and 14 days are in 7 to 14":   {Query{Days: "7to14"}, "ef"},
		"15 days":                        {Query{Days: "15to29"}, "b"},
		"30 days and more":               {Query{Days: "gte30"}, "d"},
		"with calls":                     {Query{Voice: "yes"}, "d"},
		"without calls":                  {Query{Voice: "no"}, "abcef"},
		"eSIM":                           {Query{SimType: "esim"}, "abcef"},
		"card":                           {Query{SimType: "physical"}, "bcd"},
		"4G":                             {Query{Network: "4G"}, "cef"},
		"all at once":                    {Query{Countries: []string{"JP"}, SimType: "esim", Network: "5G", Days: "15to29"}, "b"},
		"nothing left":                   {Query{Countries: []string{"TH"}, Voice: "yes"}, ""},
		"a group":                        {Query{Group: "asia"}, "abcdef"},
		"another group":                  {Query{Group: "europe"}, ""},
	} {
		found, _ := smallCatalogue().in("en").filter(c.query)
		require.Equal(t, c.want, ids(found), name)
	}
}

func TestOrders(t *testing.T) {
	t.Parallel()
	for sort, want := range map[int]string{
		PriceUp: "acebdf", PriceDown: "fdbcea", Newest: "fabcde", MostPopular: "bcfeda",
	} {
		found, _ := smallCatalogue().in("en").filter(Query{})
		slices.SortStableFunc(found, order(sort))
		require.Equal(t, want, ids(found), "sort %d", sort)
	}
}

func TestAFacetIgnoresItsOwnFilterOnly(t *testing.T) {
	t.Parallel()
	count := func(list []Count) map[string]int {
		out := map[string]int{}
		for _, c := range list {
			out[c.Value] = c.Count
		}
		return out
	}
	_, f := smallCatalogue().in("en").filter(Query{Countries: []string{"JP"}, Network: "5G"})
	require.Equal(t, map[string]int{"4G": 1, "5G": 2}, count(f.NetworkType), "what another network would leave in Japan")
	require.Equal(t, map[string]int{"lt5": 1, "5to10": 0, "10to20": 1, "gt20": 0, "daily": 0}, count(f.Data))
	require.Equal(t, map[string]int{"esim": 2, "physical": 1}, count(f.SimType), "goods with both types count twice")
	require.Equal(t, []DestinationCount{
		{Code: "JP", Name: "Japan", Count: 2, Selected: true}, {Code: "KR", Name: "Korea", Count: 1},
	}, f.Destinations, "5G anywhere; Thailand would be empty")

	_, f = smallCatalogue().in("zh").filter(Query{Countries: []string{"TH"}, Voice: "yes"})
	require.Contains(t, f.Destinations, DestinationCount{Code: "TH", Name: "泰国", Count: 0, Selected: true}, "a selected one stays")
	require.Contains(t, f.Destinations, DestinationCount{Code: "KR", Name: "韩国", Count: 1})
	require.Equal(t, map[string]int{"yes": 0, "no": 2}, count(f.Voice))
	require.Equal(t, map[string]int{"4G": 0, "5G": 0}, count(f.NetworkType), "two filters fail: nobody's facet")
}

func TestAvailableIsAnyType(t *testing.T) {
	t.Parallel()
	v := smallCatalogue().in("en")
	for id, want := range map[string]bool{"a": true, "b": true, "c": false, "d": false} {
		require.Equal(t, want, v.goods[v.byID[id]].Available, id)
	}
}

func TestParseQuery(t *testing.T) {
	t.Parallel()
	q, err := ParseQuery(url.Values{
		"countries": {"jp, KR,,jp", "th"}, "data": {"daily"}, "days": {"lt7"}, "voice": {"no"}, "simType": {"esim"},
		"networkType": {"5G"}, "sort": {"4"}, "page": {"2"}, "pageSize": {"10"}, "group": {"asia"}, "utm_source": {"x"},
	})
	require.NoError(t, err)
	require.Equal(t, Query{
		Group: "asia", Countries: []string{"JP", "KR", "TH"}, Data: "daily", Days: "lt7", Voice: "no", SimType: "esim", Network: "5G",
		Sort: 4, Page: 2, PageSize: 10,
	}, q)

	for name, c := range map[string][2]string{
		"countries": {"JPN", "destination_unknown"}, "data": {"lots", "filter_invalid"}, "days": {"7", "filter_invalid"},
		"voice": {"maybe", "filter_invalid"}, "simType": {"ESIM", "filter_invalid"}, "networkType": {"3G", "filter_invalid"},
		"sort": {"5", "sort_invalid"}, "page": {"0", "page_invalid"}, "pageSize": {"101", "page_size_invalid"},
	} {
		_, err := ParseQuery(url.Values{name: {c[0]}})
		var f *fault.Error
		require.ErrorAs(t, err, &f, name)
		require.Equal(t, map[string]string{name: c[1]}, f.Fields)
	}
}
