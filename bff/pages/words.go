package pages

import (
	"fmt"
	"maps"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/shared"
)

// seoTexts is the file of texts about pages.
const seoTexts = "seo"

// Words are the texts about a page in its language.
type Words struct{ PageContext }

// Text fills in a text; of one thing there may be a text of its own.
func (w Words) Text(key string, params map[string]any) string {
	if one := key + "_one"; params["count"] == 1 && shared.Messages(w.Locale).Has(seoTexts, one) {
		key = one
	}
	all := map[string]any{"brand": w.Tenant.Brand}
	maps.Copy(all, params)
	return shared.Text(w.Locale, seoTexts, key, all)
}

// sims names SIM types, or with key "plans" the plans that come as these.
func (w Words) sims(key string, types []string) string {
	if len(types) == 1 {
		return w.Text(key+"."+types[0], nil)
	}
	return w.Text(key+".both", nil)
}

// places names the first destinations, shown at most, and says how many more there are.
func (w Words) places(all []gen.DestinationName, shown int) string {
	var names []string
	for _, d := range all[:min(shown, len(all))] {
		names = append(names, d.Name)
	}
	joined := strings.Join(names, w.Text("places.separator", nil))
	if len(all) <= shown {
		return joined
	}
	return w.Text("places.more", map[string]any{"places": joined, "count": len(all), "more": len(all) - shown})
}

func (w Words) money(amount int64, currency string) string {
	return money.Format(amount, currency, w.Tenant.CurrencySymbol)
}

// Allowance is the big number of a plan, "3 GB" or "2 GB/day".
func (w Words) Allowance(g gen.Goods) string {
	if g.Data.Per == "day" {
		return shared.Text(w.Locale, "plan", "perDay", map[string]any{"volume": volume(g.Data.Mb)})
	}
	return volume(g.Data.Mb)
}

// Days writes a number of days.
func (w Words) Days(n int) string {
	form := "days_other"
	if n == 1 && shared.Messages(w.Locale).Has("plan", "days_one") {
		form = "days_one"
	}
	return shared.Text(w.Locale, "plan", form, map[string]any{"count": n})
}

// volume writes an amount of data as plans show it, "3 GB", "1.5 GB", "500 MB".
func volume(mb int64) string {
	const gb = 1024
	if mb < gb {
		return fmt.Sprintf("%d MB", mb)
	}
	if tenths := (mb*10 + gb/2) / gb; tenths%10 != 0 {
		return fmt.Sprintf("%d.%d GB", tenths/10, tenths%10)
	}
	return fmt.Sprintf("%d GB", (mb+gb/2)/gb)
}

// GoodsURL is the address of a plan's page, with its site.
func (w Words) GoodsURL(g gen.Goods) string { return w.Origin + w.goodsPath(g) }

func (w Words) goodsPath(g gen.Goods) string {
	return Path(Detail, w.Locale, map[string]string{ParamGroup: g.Group, ParamGoods: g.GoodsId})
}

func (w Words) servicePage(name string) string {
	return w.Origin + Path(Service, w.Locale, map[string]string{ParamService: name})
}
