package view

import (
	"html/template"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/shared"
)

// DeliveryMark is the paragraph of a text in whose place the site's table of delivery prices and times is shown.
const DeliveryMark = "<p>{{delivery}}</p>"

var deliveryTemplate = template.Must(template.New("delivery").Parse(`<table><thead><tr><th>{{.To}}</th><th>{{.Method}}</th><th>{{.Time}}</th><th>{{.Price}}</th></tr></thead>` +
	`<tbody>{{range .Rows}}<tr><td>{{.To}}</td><td>{{.Method}}</td><td>{{.Time}}</td><td>{{.Price}}</td></tr>{{end}}</tbody></table>`))

type deliveryRow struct{ To, Method, Time, Price string }

// WithDelivery returns the HTML of a text with the table of delivery prices and times where the text asks for it. name gives the
// name of a country, price how an amount is written.
func WithDelivery(html string, freights []order.Freight, locale string, name func(code string) string, price func(amount int64) string) string {
	text := func(key string) string { return shared.Text(locale, "server", "shipping."+key, nil) }
	named := slices.ContainsFunc(freights, func(f order.Freight) bool { return len(f.Countries) > 0 })
	page := struct {
		deliveryRow
		Rows []deliveryRow
	}{deliveryRow{text("to"), text("method"), text("time"), text("price")}, nil}
	for _, f := range freights {
		row := deliveryRow{Method: f.Name(locale), Price: price(f.Amount), Time: eta(order.ShippingMethod{DaysMin: f.DaysMin, DaysMax: f.DaysMax}, locale)}
		if f.Amount == 0 {
			row.Price = text("free")
		}
		switch {
		case len(f.Countries) > 0:
			row.To = strings.Join(each(f.Countries, name), text("separator"))
		case named:
			row.To = text("elsewhere")
		default:
			row.To = text("everywhere")
		}
		page.Rows = append(page.Rows, row)
	}
	var out strings.Builder
	_ = deliveryTemplate.Execute(&out, page) // a builder takes everything
	return strings.ReplaceAll(html, DeliveryMark, out.String())
}
