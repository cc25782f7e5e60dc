package view_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
)

func TestTheDeliveryTableHasCostsAndDays(t *testing.T) {
	t.Parallel()
	freights := []order.Freight{
		{NameEn: "Standard", NameZh: "标准配送", Countries: []string{"HK", "MO"}, Amount: 0, DaysMin: 2, DaysMax: 5},
		{NameEn: "Express <fast>", NameZh: "特快速递", Amount: 2500, DaysMin: 1, DaysMax: 1},
	}
	name := func(code string) string { return "<" + code + ">" }
	price := func(amount int64) string { return fmt.Sprintf("$%d", amount) }
	text := "<h2>Cards</h2>\n" + view.DeliveryHTML.Mark + "\n<p>More.</p>"
	en := view.DeliveryHTML.In(text, freights, "en", name, price)
	require.Contains(t, en, "<h2>Cards</h2>\n<table>")
	require.Contains(t, en, "</table>\n<p>More.</p>")
	require.Contains(t, en, `>&lt;HK&gt;, &lt;MO&gt;</th></tr><tr><td>Standard</td><td>2–5 working days</td><td>Free</td></tr></tbody>`)
	require.Contains(t, en, `>All other countries and regions</th></tr><tr><td>Express &lt;fast&gt;</td><td>1 working day</td><td>$2500</td>`)
	zh := view.DeliveryHTML.In(text, freights[1:], "zh", name, price)
	require.Contains(t, zh, ">所有国家/地区</th></tr><tr><td>特快速递</td><td>1 个工作日送达</td>")
	require.Equal(t, "| Method | Time | Price |\n| --- | --- | --- |\n| **\\<HK>, \\<MO>** | | |\n| Standard | 2–5 working days | Free |\n"+
		"| **All other countries and regions** | | |\n| Express \\<fast> | 1 working day | $2500 |",
		view.DeliveryMarkdown.In("{{delivery}}", freights, "en", name, price))
	require.Equal(t, "<p>Nothing.</p>", view.DeliveryHTML.In("<p>Nothing.</p>", freights, "en", name, price))
}
