package view

import (
	htmltemplate "html/template"
	"io"
	"strings"
	"text/template"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/shared"
)

// Delivery is how the site's table of delivery prices and times is written in a text.
type Delivery struct {
	// Mark is the paragraph in whose place the table is shown.
	Mark  string
	write func(out io.Writer, table any) error
}

// DeliveryHTML and DeliveryMarkdown write the table for a page and for its Markdown twin. Each destination is a row of its own above
// its methods: long lists of countries have no room in a column on a phone.
var (
	DeliveryHTML = Delivery{"<p>" + deliveryMark + "</p>", htmltemplate.Must(htmltemplate.New("delivery").Parse(
		`<table><thead><tr><th>{{.Method}}</th><th>{{.Time}}</th><th>{{.Price}}</th></tr></thead>` +
			`{{range .Zones}}<tbody><tr><th colspan="3" scope="rowgroup">{{.To}}</th></tr>` +
			`{{range .Rows}}<tr><td>{{.Method}}</td><td>{{.Time}}</td><td>{{.Price}}</td></tr>{{end}}</tbody>{{end}}</table>`)).Execute}

	DeliveryMarkdown = Delivery{deliveryMark, template.Must(template.New("delivery").Funcs(template.FuncMap{"esc": content.Escape}).Parse(
		"| {{esc .Method}} | {{esc .Time}} | {{esc .Price}} |\n| --- | --- | --- |" +
			"{{range .Zones}}\n| **{{esc .To}}** | | |{{range .Rows}}\n| {{esc .Method}} | {{esc .Time}} | {{esc .Price}} |{{end}}{{end}}")).Execute}
)

const deliveryMark = "{{delivery}}"

type (
	deliveryRow  struct{ Method, Time, Price string }
	deliveryZone struct {
		To   string
		Rows []deliveryRow
	}
)

// In returns a text with the table where the text asks for it. name gives the name of a country, price how an amount is written.
func (d Delivery) In(text string, freights []order.Freight, locale string, name func(code string) string, price func(amount int64) string) string {
	word := func(key string) string { return shared.Text(locale, "server", "shipping."+key, nil) }
	page := struct {
		deliveryRow
		Zones []deliveryZone
	}{deliveryRow{word("method"), word("time"), word("price")}, nil}
	for _, f := range freights {
		to := strings.Join(each(f.Countries, name), word("separator"))
		if to == "" {
			to = word("everywhere")
			if len(page.Zones) > 0 && page.Zones[0].To != to {
				to = word("elsewhere")
			}
		}
		if n := len(page.Zones); n == 0 || page.Zones[n-1].To != to {
			page.Zones = append(page.Zones, deliveryZone{To: to})
		}
		row := deliveryRow{
			Method: f.Name(locale),
			Price:  price(f.Amount),
			Time:   eta(order.ShippingMethod{DaysMin: f.DaysMin, DaysMax: f.DaysMax}, locale),
		}
		if f.Amount == 0 {
			row.Price = word("free")
		}
		zone := &page.Zones[len(page.Zones)-1]
		zone.Rows = append(zone.Rows, row)
	}
	var out strings.Builder
	_ = d.write(&out, page) // a builder takes everything
	return strings.ReplaceAll(text, d.Mark, out.String())
}
