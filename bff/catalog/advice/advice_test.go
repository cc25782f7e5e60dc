package advice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/advice"
)

// plan is a prepaid eSIM with an amount of data in GB, such as "jp 3 7 650": where it works, GB, days, price.
func plan(text string, change ...func(*catalog.Detail)) catalog.Detail {
	var places string
	var gb, days int
	var price int64
	if _, err := fmt.Sscanf(text, "%s %d %d %d", &places, &gb, &days, &price); err != nil {
		panic(err)
	}
	d := catalog.Detail{
		Goods: catalog.Goods{
			ID: fmt.Sprintf("%s-%dg-%d", places, gb, days), Price: price, Days: days, Hotspot: "yes", Activation: "first_network",
			Data: catalog.Data{MB: int64(gb) * 1024, Per: "total"},
		},
		Options: []catalog.Option{{SimType: "esim", Available: true, MaxQuantity: 99}},
	}
	for code := range strings.SplitSeq(places, "+") {
		d.Goods.Destinations = append(d.Goods.Destinations, catalog.Place{Code: strings.ToUpper(code)})
	}
	for _, c := range change {
		c(&d)
	}
	return d
}

func daily(d *catalog.Detail)       { d.Goods.Data.Per = "day" }
func contract(d *catalog.Detail)    { d.Goods.ContractPeriod = "30d" }
func soldOut(d *catalog.Detail)     { d.Options[0].Available = false }
func last(d *catalog.Detail)        { d.Options[0].MaxQuantity = 1 }
func chosenDay(d *catalog.Detail)   { d.Goods.Activation = "date" }
func neverEnding(d *catalog.Detail) { d.Goods.Data = catalog.Data{Per: "day", Unlimited: true} }
func hotspot(rule string) func(*catalog.Detail) {
	return func(d *catalog.Detail) { d.Goods.Hotspot = rule }
}

// told writes advice in one line: "cheapest jp-3g-7 650; roomy jp-10g-15 900".
func told(a advice.Advice) string {
	var out []string
	for _, c := range a.Choices {
		words := string(c.Kind)
		for _, p := range c.Parts {
			words += fmt.Sprintf(" %d×%s", p.Quantity, p.Plan.Goods.ID)
		}
		words += fmt.Sprint(" ", c.Total)
		if c.Separate > 0 {
			words += fmt.Sprint(" not ", c.Separate)
		}
		out = append(out, strings.ReplaceAll(words, "1×", ""))
	}
	if n := a.Nearest; n != nil {
		out = append(out, fmt.Sprintf("nearest %s %v %v %v %v", n.Plan.Goods.ID, n.Lack.Countries, n.Lack.Days, n.Lack.Data, n.Lack.Hotspot))
	}
	return strings.Join(out, "; ")
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	light, all := []string{"maps"}, []string{"maps", "social", "video", "hotspot"}
	for name, one := range map[string]struct {
		to     string
		days   int
		habits []string
		sale   []catalog.Detail
		want   string
	}{
		"the cheapest that fits": {"JP", 7, light, []catalog.Detail{plan("jp 20 7 2000"), plan("jp 3 7 650"), plan("jp 2 7 500")}, "cheapest jp-3g-7 650"},
		"exactly enough data":    {"JP", 10, light, []catalog.Detail{plan("jp 3 10 650")}, "cheapest jp-3g-10 650"},
		"a day too short, and no stock for two": {"JP", 11, []string{"maps"}, []catalog.Detail{plan("jp 9 10 650", last)},
			"nearest jp-9g-10 [] true false false"},
		"data by the day is compared by the day": {"JP", 5, []string{"maps", "social"},
			[]catalog.Detail{plan("jp 1 5 700", daily), plan("jp 4 5 600", last)}, "cheapest jp-1g-5 700"},
		"data by the day is not saved up": {"JP", 2, []string{"maps", "video"}, []catalog.Detail{plan("jp 1 30 700", daily)},
			"nearest jp-1g-30 [] false true false"},
		"data without a bound always fits": {"JP", 5, all, []catalog.Detail{plan("jp 0 5 3000", neverEnding)}, "cheapest jp-0g-5 3000"},
		"of equal prices the one with more data": {"JP", 7, light, []catalog.Detail{plan("jp 3 7 650"), plan("jp 5 7 650")},
			"cheapest jp-5g-7 650"},
		"contracts and what is sold out do not count": {"JP", 7, light,
			[]catalog.Detail{plan("jp 3 7 100", contract), plan("jp 3 7 200", soldOut), plan("jp 3 7 650")}, "cheapest jp-3g-7 650"},
		"no hotspot": {"JP", 7, []string{"hotspot"}, []catalog.Detail{plan("jp 20 7 650", hotspot("no")), plan("jp 20 7 900", hotspot("7"))},
			"cheapest jp-20g-7 900"},
		"the hotspot shares too little": {"JP", 8, []string{"hotspot"}, []catalog.Detail{plan("jp 20 8 900", hotspot("7"))},
			"nearest jp-20g-8 [] false false true"},
		"more data for little more": {"JP", 7, light,
			[]catalog.Detail{plan("jp 3 7 600"), plan("jp 5 7 800"), plan("jp 8 7 900"), plan("jp 50 7 901")}, "cheapest jp-3g-7 600; roomy jp-8g-7 900"},
		"not half as much data again": {"JP", 7, light, []catalog.Detail{plan("jp 10 7 600"), plan("jp 14 7 601")}, "cheapest jp-10g-7 600"},
		"no bound for little more": {"JP", 7, light, []catalog.Detail{plan("jp 3 7 600"), plan("jp 0 7 900", neverEnding)},
			"cheapest jp-3g-7 600; roomy jp-0g-7 900"},
		"one plan is cheaper than two": {"JP KR", 8, light, []catalog.Detail{plan("jp+kr 3 8 900"), plan("jp 3 8 600"), plan("kr 3 8 500")},
			"cheapest jp+kr-3g-8 900 not 1100"},
		"two plans save a tenth": {"JP KR", 8, light, []catalog.Detail{plan("jp+kr 3 8 1000"), plan("jp 2 4 500"), plan("kr 2 4 400")},
			"split jp-2g-4 kr-2g-4 900; one jp+kr-3g-8 1000"},
		"two plans save less than a tenth": {"JP KR", 8, light, []catalog.Detail{plan("jp+kr 3 8 1000"), plan("jp 2 4 500"), plan("kr 2 4 401")},
			"cheapest jp+kr-3g-8 1000"},
		"each of two plans lasts its stay, rounded up": {"JP KR", 9, light, []catalog.Detail{plan("jp 2 4 500"), plan("jp 2 5 700"), plan("kr 2 5 400")},
			"split jp-2g-5 kr-2g-5 1100"},
		"one plan for two of three": {"JP MY SG", 9, light, []catalog.Detail{plan("jp 1 3 500"), plan("sg+my 2 6 500"), plan("sg 1 3 400"), plan("my 1 3 300")},
			"split jp-1g-3 sg+my-2g-6 1000"},
		"no plan stands twice among several": {"JP KR", 8, []string{"maps", "social"}, []catalog.Detail{plan("jp+kr 4 9 500"), plan("kr 5 8 700")},
			"twice 2×jp+kr-4g-9 1000"},
		"nor where there is only one of it": {"JP KR", 8, []string{"maps", "social"}, []catalog.Detail{plan("jp+kr 4 9 500", last), plan("jp 5 8 700")},
			"split jp-5g-8 jp+kr-4g-9 1200"},
		"two of a plan for the whole trip are no plans for each stay": {"JP KR", 8, light,
			[]catalog.Detail{plan("jp+kr 3 8 900"), plan("jp+kr 2 8 700"), plan("jp 2 4 600")}, "cheapest jp+kr-3g-8 900"},
		"all three kinds": {"JP KR", 8, light,
			[]catalog.Detail{plan("jp+kr 3 8 1000"), plan("jp+kr 9 8 1500"), plan("jp 2 4 400"), plan("kr 2 4 400")},
			"split jp-2g-4 kr-2g-4 800; one jp+kr-3g-8 1000; roomy jp+kr-9g-8 1500"},
		"the same plan twice, one after the other": {"JP", 14, light, []catalog.Detail{plan("jp 3 7 650"), plan("jp 2 7 500")}, "twice 2×jp-3g-7 1300"},
		"twice, by the day":                        {"JP", 14, light, []catalog.Detail{plan("jp 1 7 650", daily)}, "twice 2×jp-1g-7 1300"},
		"not twice where a day is chosen":          {"JP", 14, light, []catalog.Detail{plan("jp 3 7 650", chosenDay)}, "nearest jp-3g-7 [] true true false"},
		"not twice where twice is too little":      {"JP", 14, light, []catalog.Detail{plan("jp 2 7 650")}, "nearest jp-2g-7 [] true true false"},
		"the nearest covers the most": {"BR FJ JP", 90, light, []catalog.Detail{plan("jp 9 9 100"), plan("jp+br 1 2 900"), plan("jp+br 2 4 950")},
			"nearest jp+br-2g-4 [FJ] true true false"},
		"nothing there": {"FJ", 7, light, []catalog.Detail{plan("jp 9 9 100")}, ""},
		"nothing sold":  {"JP KR", 7, light, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			trip := advice.Trip{Countries: strings.Fields(one.to), Days: one.days, Habits: one.habits}
			require.Equal(t, one.want, told(advice.For(trip, one.sale)))
			slices.Reverse(one.sale)
			require.Equal(t, one.want, told(advice.For(trip, one.sale)), "in another order")
		})
	}
}

// What is recommended for each of many trips fits, is not recommended twice, and is at most three things.
func TestRecommendedPlansFitTheAnswers(t *testing.T) {
	t.Parallel()
	sale := []catalog.Detail{
		plan("jp 3 7 650"), plan("jp 10 15 1590"), plan("jp 2 8 2490", daily), plan("kr 1 5 990", daily), plan("jp+kr 1 8 1890", daily),
		plan("jp+kr 20 30 3290", hotspot("5")), plan("fj 3 7 1490", hotspot("no")), plan("jp+kr+fj 5 30 2790"), plan("kr 0 9 4000", neverEnding),
	}
	for _, to := range []string{"JP", "KR", "FJ", "JP KR", "FJ JP", "FJ JP KR"} {
		for days := 1; days <= 40; days++ {
			for set := 1; set < 16; set++ {
				trip := advice.Trip{Countries: strings.Fields(to), Days: days}
				for i, h := range advice.Habits() {
					if set&(1<<i) != 0 {
						trip.Habits = append(trip.Habits, h.ID)
					}
				}
				got := advice.For(trip, sale)
				require.LessOrEqual(t, len(got.Choices), 3)
				seen := map[string]bool{}
				for _, c := range got.Choices {
					covered, total := map[string]bool{}, int64(0)
					for _, p := range c.Parts {
						g := p.Plan.Goods
						total += g.Price * int64(p.Quantity)
						require.GreaterOrEqual(t, g.Days*p.Quantity, p.Stay.Days, "%+v", trip)
						if g.Data.Per == "total" {
							require.GreaterOrEqual(t, g.Data.MB*10*int64(p.Quantity), p.Stay.Need()*1024, "%+v", trip)
						} else if !g.Data.Unlimited {
							require.GreaterOrEqual(t, g.Data.MB*10, p.Stay.PerDay()*1024, "%+v", trip)
						}
						for _, code := range p.Stay.Countries {
							require.True(t, g.Covers(code))
							covered[code] = true
						}
						require.False(t, slices.Contains(trip.Habits, "hotspot") && g.Hotspot == "no")
					}
					require.Len(t, covered, len(trip.Countries))
					require.Equal(t, total, c.Total)
					one := told(advice.Advice{Choices: []advice.Choice{{Parts: c.Parts}}})
					require.False(t, seen[one], one)
					seen[one] = true
				}
			}
		}
	}
}
