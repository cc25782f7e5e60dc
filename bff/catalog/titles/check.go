package titles

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/shared"
)

// Finding is something about a text that its author should know.
type Finding struct {
	// Code names it: missing, too_long, markup, placeholder, unlimited, or the code of a house rule.
	Code string `json:"code"`
	// Field is titleEn, titleZh, descriptionEn or descriptionZh.
	Field string `json:"field"`
	// Params fill the words: found, max, use, width, page.
	Params map[string]any `json:"params"`
	// Advice keeps nobody from saving.
	Advice bool `json:"advice"`
}

// Limits in characters, before placeholders are filled in.
const (
	MaxTitle       = 120
	MaxDescription = 320
)

// Field is a part of a text.
type Field struct {
	// Name is that of Finding.Field.
	Name, Lang, Text string
	// Other is the same part in the other language.
	Other string
	Limit int
}

// Fields are the parts of a text.
func (t Text) Fields() []Field {
	return []Field{
		{"titleEn", "en", t.TitleEn, t.TitleZh, MaxTitle}, {"titleZh", "zh", t.TitleZh, t.TitleEn, MaxTitle},
		{"descriptionEn", "en", t.DescriptionEn, t.DescriptionZh, MaxDescription},
		{"descriptionZh", "zh", t.DescriptionZh, t.DescriptionEn, MaxDescription},
	}
}

// Check lists what keeps a text from being saved. Never nil. incomplete says that the page must not promise unlimited data.
func Check(kind catalog.TitledKind, t Text, incomplete bool) []Finding {
	out := []Finding{}
	for _, f := range t.Fields() {
		add := func(code string, params map[string]any) {
			out = append(out, Finding{Code: code, Field: f.Name, Params: params})
		}
		if f.Text == "" {
			if f.Other != "" {
				add("missing", nil)
			}
			continue
		}
		if utf8.RuneCountInString(f.Text) > f.Limit {
			add("too_long", map[string]any{"max": f.Limit})
		}
		for _, name := range shared.Placeholders(f.Text) {
			if !slices.Contains(catalog.TitlePlaceholders[kind], name) {
				add("placeholder", map[string]any{"found": name})
			}
		}
		words := plain(f.Text)
		if !utf8.ValidString(words) || strings.ContainsAny(words, "<>{}") {
			add("markup", nil)
		}
		for _, r := range content.Rules(f.Lang) {
			if found := r.Pattern.FindString(words); found != "" {
				add(r.Code, map[string]any{"found": strings.TrimSpace(found)})
			}
		}
		if incomplete && merchandise.ClaimsUnlimitedData(words) {
			add("unlimited", nil)
		}
	}
	return out
}

// plain puts a word in the place of each placeholder.
func plain(text string) string {
	values := map[string]any{}
	for _, name := range shared.Placeholders(text) {
		values[name] = "0"
	}
	return shared.Fill(text, values)
}
