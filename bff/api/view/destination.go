package view

import (
	"cmp"
	"html"
	"maps"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/shared"
)

// Rated returns goods with what they cost per gigabyte and per day.
func Rated(g catalog.Goods) gen.RatedGoods {
	rate := g.Rate()
	out := gen.RatedGoods{Goods: Goods(g), PerDay: rate.PerDay}
	if rate.PerGB > 0 {
		out.PerGb = &rate.PerGB
	}
	return out
}

// DestinationPage returns what the page of a destination shows, without its drawing. money writes an amount of the site's
// currency, detail is the path of a plan's page; with an origin, "https://shop.example", the answers are Markdown for a twin.
func DestinationPage(
	o catalog.Overview,
	locale, origin string,
	money func(amount int64) string,
	detail func(g catalog.Goods) string,
) gen.DestinationPage {
	out := gen.DestinationPage{
		Destination: Destination(o.Destination), Facts: destinationFacts(o.Goods(), locale), BestValue: o.BestValue,
		Sections: each(o.Sections, func(s catalog.Section) gen.DestinationSection {
			return gen.DestinationSection{Reach: string(s.Reach), Plans: each(s.Goods, Rated)}
		}),
	}
	if o.Region.Code != "" {
		group := Group(o.Region)
		out.Group = &group
	}
	q := questions{o: o, f: out.Facts, locale: locale, origin: origin, money: money, detail: detail}
	out.Faq = q.all()
	return out
}

func destinationFacts(goods []catalog.Goods, locale string) gen.DestinationFacts {
	f := gen.DestinationFacts{Plans: len(goods), SimTypes: []string{}, NetworkTypes: []string{}, Regimes: []string{}}
	own := map[string]string{}
	add := func(to *[]string, values ...string) {
		for _, v := range values {
			if !slices.Contains(*to, v) {
				*to = append(*to, v)
			}
		}
	}
	for _, g := range goods {
		add(&f.SimTypes, g.SimTypes...)
		add(&f.NetworkTypes, g.NetworkType)
		add(&f.Regimes, g.RealName...)
		for i, code := range g.RealName {
			if g.RealNamePlaces != nil {
				own[code] = g.RealNamePlaces[i]
			}
		}
		f.Hotspot += count(g.Hotspot != "no")
		f.Calls += count(g.Voice.Any())
		f.RealName += count(len(g.RealName) > 0)
	}
	if g := cheapest(goods); g != nil {
		f.From, f.Currency = &g.Price, g.Currency
	}
	for _, list := range [][]string{f.SimTypes, f.NetworkTypes, f.Regimes} {
		slices.Sort(list)
	}
	if len(own) > 0 {
		f.RegimePlaces = each(f.Regimes, func(code string) string { return cmp.Or(own[code], shared.Text(locale, "plan", "regime."+code, nil)) })
	}
	return f
}

// cheapest is the prepaid plan with the lowest price that can be bought, nil where there is none.
func cheapest(goods []catalog.Goods) (found *catalog.Goods) {
	for _, g := range goods {
		if g.ContractPeriod == "" && g.Available && (found == nil || g.Price < found.Price) {
			found = &g
		}
	}
	return found
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// questions answers about a destination what its plans can answer.
type questions struct {
	o      catalog.Overview
	f      gen.DestinationFacts
	locale string
	// origin makes the answers Markdown, with absolute links; "" makes them HTML.
	origin string
	money  func(int64) string
	detail func(catalog.Goods) string
}

func (q questions) all() []gen.Faq {
	goods := q.o.Goods()
	out := []gen.Faq{}
	add := func(topic, answer string) {
		item := gen.Faq{Question: q.text(topic+".question", 0, nil)}
		if q.origin != "" {
			item.AnswerMarkdown = answer
		} else {
			item.AnswerHtml = "<p>" + answer + "</p>"
		}
		out = append(out, item)
	}
	if g := cheapest(goods); g != nil {
		answer := q.text("cost.answer", 0, map[string]any{"price": q.money(g.Price), "goods": q.link(*g)})
		if i := slices.IndexFunc(goods, func(g catalog.Goods) bool { return g.ID == q.o.BestValue }); i >= 0 {
			best := goods[i]
			answer += q.text("cost.best", 0, map[string]any{"price": q.money(best.Rate().PerGB), "goods": q.link(best)})
		}
		add("cost", answer)
	}
	add("register", q.share("register", q.f.RealName, map[string]any{"regimes": q.regimes()}))
	add("hotspot", q.share("hotspot", q.f.Hotspot, nil))
	beyond := 0
	for _, g := range goods {
		beyond += count(len(g.Destinations) > 1)
	}
	add("beyond", q.share("beyond", beyond, nil))
	return out
}

// share says of how many of the plans something holds: none, some or all.
func (q questions) share(topic string, n int, params map[string]any) string {
	key, number := "some", n
	switch n {
	case 0:
		key, number = "none", q.f.Plans
	case q.f.Plans:
		key = "all"
	}
	all := map[string]any{"some": n, "count": q.f.Plans}
	maps.Copy(all, params)
	return q.text(topic+"."+key, number, all)
}

// text fills in a text about the destination; of one thing there may be a text of its own.
func (q questions) text(key string, number int, params map[string]any) string {
	const texts = "server"
	key = "destination." + key
	if number == 1 && shared.Messages(q.locale).Has(texts, key+"_one") {
		key += "_one"
	}
	all := map[string]any{"place": q.o.Destination.Name}
	maps.Copy(all, params)
	return shared.Text(q.locale, texts, key, all)
}

func (q questions) link(g catalog.Goods) string {
	if q.origin != "" {
		return "[" + content.Escape(g.Name) + "](" + q.origin + q.detail(g) + ")"
	}
	return `<a href="` + html.EscapeString(q.detail(g)) + `">` + html.EscapeString(g.Name) + "</a>"
}

func (q questions) regimes() string {
	names := q.f.RegimePlaces
	if names == nil {
		names = each(q.f.Regimes, func(code string) string {
			if !shared.Messages(q.locale).Has("plan", "regime."+code) {
				return code
			}
			return shared.Text(q.locale, "plan", "regime."+code, nil)
		})
	}
	return strings.Join(names, shared.Text(q.locale, "plan", "listSeparator", nil))
}

// Compared returns goods with everything that is compared.
func Compared(g catalog.Goods) gen.ComparedGoods {
	rated := Rated(g)
	return gen.ComparedGoods{Goods: rated.Goods, PerGb: rated.PerGb, PerDay: rated.PerDay, Facts: Facts(g)}
}
