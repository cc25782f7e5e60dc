package notify

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template/parse"
	"unicode"
	"unicode/utf8"
)

// Overrides are texts of staff in place of those that the program came with: by locale, then by "group.key". Their placeholders are written
// {{name}}; nothing else of them is more than text.
type Overrides map[string]map[string]string

// Text is a sentence of mails that came with the program.
type Text struct {
	// Key is "group.key"; the group is a template, or what several templates share.
	Key string
	// Built are what the program says, by locale, with placeholders as {{name}}.
	Built map[string]string
	// Fixed texts have a form of their own for one, and are not changed.
	Fixed bool
}

// sharedGroups are the groups of texts that several templates have in common, each with a template that shows most of it.
var sharedGroups = map[string]string{"layout": "order_paid", "label": "order_shipped", "plan": "plan_low"}

// Groups are the kinds of mails whose texts can be changed: the templates, then what they share.
func Groups() []string { return append(Templates(), "layout", "label", "plan") }

// SampleOf names the template that shows the texts of a group.
func SampleOf(group string) string {
	if template, ok := sharedGroups[group]; ok {
		return template
	}
	return group
}

// TextsOf lists the texts of a group in the order of their names, what every mail begins with first. Never nil.
func TextsOf(group string) []Text {
	first := []string{"subject", "preheader", "title", "intro"}
	out := []Text{}
	for key := range texts["en"] {
		if name, ok := strings.CutPrefix(key, group+"."); ok && name != "" {
			t := Text{Key: key, Built: map[string]string{}}
			for _, locale := range Locales {
				plain, simple := written(texts[locale][key].Root)
				t.Built[locale], t.Fixed = plain, t.Fixed || !simple
			}
			out = append(out, t)
		}
	}
	place := func(t Text) string {
		if i := slices.Index(first, strings.TrimPrefix(t.Key, group+".")); i >= 0 {
			return fmt.Sprint(i)
		}
		return "a" + t.Key
	}
	slices.SortFunc(out, func(a, b Text) int { return strings.Compare(place(a), place(b)) })
	return out
}

// written writes a template with its placeholders as {{name}}; simple is false for one that decides something.
func written(list *parse.ListNode) (text string, simple bool) {
	var b strings.Builder
	simple = true
	for _, node := range list.Nodes {
		switch n := node.(type) {
		case *parse.TextNode:
			b.Write(n.Text)
		case *parse.ActionNode:
			b.WriteString("{{" + strings.Trim(n.String(), "{}.") + "}}")
		case *parse.IfNode:
			other, _ := written(n.ElseList)
			b.WriteString(other)
			simple = false
		}
	}
	return b.String(), simple
}

var placeholder = regexp.MustCompile(`\{\{([A-Za-z0-9_]+)\}\}`)

// Placeholders are the names that a text fills in, each once, sorted; nil for none.
func Placeholders(text string) []string {
	var out []string
	for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
		out = append(out, found[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Limits in characters.
const (
	maxLine = 150
	maxText = 1000
)

// Fault says why a text of staff cannot stand in the place of a built-in one, as a code with what it is about: missing, too_long (a
// number), no_text, markup, placeholder_missing and placeholder_unknown (a name), fixed; "" when it can.
func (t Text) Fault(locale, text string) (code string, about any) {
	limit := maxText
	if name := t.Key[strings.Index(t.Key, ".")+1:]; name == "subject" || name == "title" || name == "preheader" || name == "sms" {
		limit = maxLine
	}
	has, needs := Placeholders(text), Placeholders(t.Built[locale])
	var known []string
	for _, built := range t.Built {
		known = append(known, Placeholders(built)...)
	}
	lost := slices.IndexFunc(needs, func(name string) bool { return !slices.Contains(has, name) })
	strange := slices.IndexFunc(has, func(name string) bool { return !slices.Contains(known, name) })
	rest := placeholder.ReplaceAllString(text, "")
	switch {
	case t.Fixed:
		return "fixed", nil
	case strings.TrimSpace(text) == "":
		return "missing", nil
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return "no_text", nil
	case utf8.RuneCountInString(text) > limit:
		return "too_long", limit
	case strange >= 0:
		return "placeholder_unknown", has[strange]
	case lost >= 0:
		return "placeholder_missing", needs[lost]
	case strings.ContainsAny(rest, "<{}"):
		return "markup", nil
	}
	return "", nil
}

// fill fills a text of staff in; ok is false where a value is missing, and then the built-in text is sent.
func (o Overrides) fill(locale, key string, args []any) (text string, ok bool) {
	own, ok := o[locale][key]
	if !ok {
		return "", false
	}
	values := map[string]string{}
	for i := 0; i+1 < len(args); i += 2 {
		values[args[i].(string)] = fmt.Sprint(args[i+1])
	}
	text = placeholder.ReplaceAllStringFunc(own, func(found string) string {
		value, has := values[strings.Trim(found, "{}")]
		ok = ok && has
		return value
	})
	return text, ok && strings.TrimSpace(text) != ""
}
