package catalog

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		goods Goods
		want  Rate
	}{
		"a total":                             {Goods{Price: 650, Days: 7, Data: Data{MB: 3072, Per: "total"}}, Rate{PerGB: 217, PerDay: 93}},
		"half a gigabyte":                     {Goods{Price: 500, Days: 1, Data: Data{MB: 512, Per: "total"}}, Rate{PerGB: 1000, PerDay: 500}},
		"an amount per day":                   {Goods{Price: 2490, Days: 8, Data: Data{MB: 2048, Per: "day"}}, Rate{PerGB: 156, PerDay: 311}},
		"a half is rounded up":                {Goods{Price: 5, Days: 2, Data: Data{MB: 2048, Per: "total"}}, Rate{PerGB: 3, PerDay: 3}},
		"no bound at full speed":              {Goods{Price: 900, Days: 3, Data: Data{MB: 0, Per: "total", Unlimited: true}}, Rate{PerDay: 300}},
		"unlimited, slower after an amount":   {Goods{Price: 900, Days: 3, Data: Data{MB: 1024, Per: "day", Unlimited: true, SpeedAfterKbps: 512}}, Rate{PerGB: 300, PerDay: 300}},
		"nothing to divide by, as in a draft": {Goods{Price: 900}, Rate{}},
	} {
		require.Equal(t, c.want, c.goods.Rate(), name)
	}
}

func TestBestValue(t *testing.T) {
	t.Parallel()
	plan := func(id string, price, gb int64) Goods {
		return Goods{ID: id, Price: price, Days: 5, Data: Data{MB: gb * MBPerGB, Per: "total"}, Available: true}
	}
	with := func(g Goods, change func(*Goods)) Goods { change(&g); return g }
	small, large := plan("small", 300, 1), plan("large", 1000, 5)
	for name, c := range map[string]struct {
		goods []Goods
		want  string
	}{
		"the lowest price per gigabyte": {[]Goods{small, large}, "large"},
		"a day's amount counts for every day": {
			[]Goods{large, with(small, func(g *Goods) { g.Data.Per = "day" })}, "small"},
		"what is sold out does not compete":      {[]Goods{small, with(large, func(g *Goods) { g.Available = false }), plan("third", 500, 2)}, "third"},
		"a contract does not compete":            {[]Goods{small, with(large, func(g *Goods) { g.ContractPeriod = "12m" }), plan("third", 500, 2)}, "third"},
		"what has no bound does not compete":     {[]Goods{small, with(large, func(g *Goods) { g.Data = Data{Unlimited: true} }), plan("third", 500, 2)}, "third"},
		"one alone is not the best":              {[]Goods{small, with(large, func(g *Goods) { g.Available = false })}, ""},
		"of equals the cheaper one":              {[]Goods{plan("ten", 2000, 10), large}, "large"},
		"of equals in all the first by id":       {[]Goods{plan("y", 100, 1), plan("x", 100, 1)}, "x"},
		"the exact price decides, not the cents": {[]Goods{plan("a", 1000, 300), plan("b", 1001, 301)}, "b"},
		"nothing":                                {nil, ""},
	} {
		require.Equal(t, c.want, BestValue(c.goods), name)
	}
}
