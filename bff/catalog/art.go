package catalog

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/catalog/palette"
)

// CardSVG draws the picture of goods (640 × 400) from their data: the colours of the region, the allowance, the days,
// and where it works. It reads the same in both languages.
func CardSVG(g Goods) []byte {
	const codes = 6
	var places []string
	for _, d := range g.Destinations[:min(codes, len(g.Destinations))] {
		places = append(places, d.Code)
	}
	where := strings.Join(places, " · ")
	if more := len(g.Destinations) - codes; more > 0 {
		where += fmt.Sprintf(" +%d", more)
	}
	per := ""
	if g.Data.Per == "day" {
		per = "a day · 每天"
	}
	sims := strings.NewReplacer("esim", "eSIM", "physical", "SIM").Replace(strings.Join(g.SimTypes, " · "))
	return draw(g.Group, []line{
		{y: 84, size: 30, text: where},
		{y: 196, size: 100, weight: 700, text: amount(g.Data.MB)},
		{y: 242, size: 28, text: per},
		{y: 290, size: 36, text: fmt.Sprintf("%d days · %[1]d天", g.Days)},
		{y: 348, size: 28, weight: 600, text: g.NetworkType + " · " + sims},
	})
}

// GroupSVG draws the picture of a group (640 × 400).
func GroupSVG(g Group) []byte {
	return draw(g.Code, []line{{y: 348, size: 44, weight: 700, text: g.Name}})
}

type line struct {
	y, size, weight int
	text            string
}

func draw(region string, lines []line) []byte {
	from, to := palette.Of(region)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400">`+
		`<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="%s"/>`+
		`<stop offset="1" stop-color="%s"/></linearGradient></defs><rect width="640" height="400" fill="url(#g)"/>`+
		// The waves of a signal, from the corner the plane leaves by.
		`<g fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="22">`+
		`<circle cx="640" cy="0" r="110"/><circle cx="640" cy="0" r="190"/><circle cx="640" cy="0" r="270"/></g>`+
		`<g fill="#fff" font-family="system-ui,-apple-system,'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif">`,
		from, to)
	for _, l := range lines {
		fmt.Fprintf(&b, `<text x="48" y="%d" font-size="%d" font-weight="%d">`, l.y, l.size, max(l.weight, 400))
		_ = xml.EscapeText(&b, []byte(l.text))
		b.WriteString(`</text>`)
	}
	b.WriteString(`</g></svg>`)
	return []byte(b.String())
}

func amount(mb int64) string {
	if mb%1024 == 0 {
		return fmt.Sprintf("%d GB", mb/1024)
	}
	return fmt.Sprintf("%d MB", mb)
}
