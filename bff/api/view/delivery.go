package view

import (
	"html/template"
	"strings"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/shared"
)

// DeliveryMark is the paragraph of a text in whose place the site's table of delivery prices and times is shown.
const DeliveryMark = "<p>{{delivery}}</p>"

// Each destination is a row of its own above its methods: long lists of countries have no room in a column on a phone.
var deliveryTemplate = template.Must(template.New("delivery").Parse(`<table><thead><tr><th>{{.Method}}</th><th>{{.Time}}</th><th>{{.Price}}</th></tr></thead>` +
	`{{range .Zones}}<tbody><tr><th colspan="3" scope="rowgroup">{{.To}}</th></tr>` +
	`{{range .Rows}}<tr><td>{{.Method}}</td><td>{{.Time}}</td><td>{{.Price}}</td></tr>{{end}}</tbody>{{end}}</table>`))

type (
	deliveryRow  struct{ Method, Time, Price string }
	deliveryZone struct {
		To   string
		Rows []deliveryRow
	}
)

// WithDelivery returns the HTML of a text with the table of delivery prices and times where the text asks for it. name gives the
// name of a country, price how an amount is written.
func WithDelivery(html string, freights []order.Freight, locale string, name func(code string) string, price func(amount int64) string) string {
	text := func(key string) string { return shared.Text(locale, "server", "shipping."+key, nil) }
	page := struct {
		deliveryRow
		Zones []deliveryZone
	}{deliveryRow{text("method"), text("time"), text("price")}, nil}
	for _, f := range freights {
		to := strings.Join(each(f.Countries, name), text("separator"))
		if to == "" {
			to = text("everywhere")
			if len(page.Zones) > 0 && page.Zones[0].To != to {
				to = text("elsewhere")
			}
		}
		if n := len(page.Zones); n == 0 || page.Zones[n-1].To != to {
			page.Zones = append(page.Zones, deliveryZone{To: to})
		}
		row := deliveryRow{Method: f.Name(locale), Price: price(f.Amount), Time: eta(order.ShippingMethod{DaysMin: f.DaysMin, DaysMax: f.DaysMax}, locale)}
		if f.Amount == 0 {
			row.Price = text("free")
		}
		zone := &page.Zones[len(page.Zones)-1]
		zone.Rows = append(zone.Rows, row)
	}
	var out strings.Builder
	_ = deliveryTemplate.Execute(&out, page) // a builder takes everything
	return strings.ReplaceAll(html, DeliveryMark, out.String())
}
