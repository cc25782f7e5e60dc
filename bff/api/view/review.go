package view

import (
	"cmp"
	"html/template"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/review"
	"github.com/roamcart/roamcart/shared"
)

// Reviews returns what a page shows of reviews, nil when there are none. With plans the HTML names the plan of each.
func Reviews(s review.Summary, locale string, zone *time.Location, plans bool) *gen.Reviews {
	if s.Count == 0 {
		return nil
	}
	out := &gen.Reviews{Count: s.Count, Average: s.Average, Latest: each(s.Latest, func(r review.Review) gen.Review {
		return gen.Review{
			ReviewId: id(r.ID), GoodsId: r.GoodsID, GoodsName: shared.In(locale, r.NameEn, r.NameZh), Stars: r.Stars, Text: r.Text, Name: r.Author,
			Lang: r.Locale, At: r.At,
		}
	})}
	out.Html = reviewsHTML(*out, locale, zone, plans)
	return out
}

// ReviewLines returns the lines of an order that can be reviewed or were, never nil.
func ReviewLines(list []review.Line, locale string) []gen.ReviewLine {
	return each(list, func(l review.Line) gen.ReviewLine {
		out := gen.ReviewLine{LineId: id(l.LineID), Name: shared.In(locale, l.NameEn, l.NameZh), State: "open"}
		if r := l.Review; r != nil {
			out.State, out.Stars, out.Text = r.State, r.Stars, r.Text
		}
		return out
	})
}

type shownReview struct {
	Stars, Label, Plan, Text, Lang, By string
}

// reviewsTemplate makes the HTML of the reviews here, because the script of the pages of plans has a size limit.
var reviewsTemplate = template.Must(template.New("reviews").Parse(`<h2 id="reviews">{{.Title}}</h2>` +
	`<p><span role="img" aria-label="{{.Label}}">{{.Stars}}</span> {{.Rating}}</p>` +
	`<ul>{{range .List}}<li><span role="img" aria-label="{{.Label}}">{{.Stars}}</span>{{if .Plan}}<b>{{.Plan}}</b>{{end}}` +
	`{{if .Text}}<p lang="{{.Lang}}">{{.Text}}</p>{{end}}<small>{{.By}}</small></li>{{end}}</ul>`))

func reviewsHTML(r gen.Reviews, locale string, zone *time.Location, plans bool) string {
	text := func(key string, params map[string]any) string { return shared.Text(locale, "plan", key, params) }
	label := func(stars float64) string { return text("stars", map[string]any{"value": number(stars)}) }
	plural := "rating_other"
	if r.Count == 1 && locale != "zh" {
		plural = "rating_one"
	}
	page := struct {
		Title, Label, Stars, Rating string
		List                        []shownReview
	}{
		text("reviews", nil), label(r.Average), stars(r.Average), text(plural, map[string]any{"average": number(r.Average), "count": r.Count}), nil,
	}
	for _, one := range r.Latest {
		shown := shownReview{
			Stars: stars(float64(one.Stars)),
			Label: label(float64(one.Stars)),
			Text:  one.Text,
			Lang:  map[string]string{"zh": "zh-Hans"}[string(one.Lang)],
			By:    cmp.Or(one.Name, text("buyer", nil)) + " · " + day(one.At, locale, zone),
		}
		shown.Lang = cmp.Or(shown.Lang, "en")
		if plans {
			shown.Plan = one.GoodsName
		}
		page.List = append(page.List, shown)
	}
	var out strings.Builder
	_ = reviewsTemplate.Execute(&out, page) // a builder takes everything
	return out.String()
}

// stars draws so many of five, rounded.
func stars(n float64) string {
	full := int(math.Round(n))
	return strings.Repeat("★", full) + strings.Repeat("☆", 5-full)
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func day(at time.Time, locale string, zone *time.Location) string {
	return notify.Day(locale, at.In(zone).Format(time.DateOnly))
}
