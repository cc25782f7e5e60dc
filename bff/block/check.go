package block

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Finding is something that keeps a body from being published.
type Finding struct {
	// Code names what is wrong: missing, too_long, no_text, link_none, link_nowhere, icon, empty, too_many, time_invalid, time_skipped,
	// time_past, time_order, or a house rule.
	Code string `json:"code"`
	// Field is where: menu.0.name, menu.0.link, words.hero.title, banner.text, banner.link, banner.from, banner.until.
	Field string `json:"field"`
	// Locale is the language, "" for both.
	Locale string `json:"locale"`
	// Found is what was found, Max the limit.
	Found string `json:"found"`
	Max   int    `json:"max"`
}

// Limits, in characters and entries.
const (
	maxEntries = 8
	maxName    = 40
	maxWords   = 240
	maxBanner  = 140
	maxLink    = 500
)

// checker collects what is wrong.
type checker struct {
	found []Finding
	leads func(path string) (bool, error)
	err   error
}

// check lists what is wrong with a body in place of the one that is shown, never nil.
func (s *Service) check(ctx context.Context, site int64, kind Kind, b, shown Body) ([]Finding, error) {
	c := &checker{found: []Finding{}, leads: func(path string) (bool, error) { return s.Leads(ctx, site, path) }}
	switch kind {
	case Menu:
		if len(b.Menu) == 0 {
			c.add("empty", "menu", "", "", 0)
		}
		if len(b.Menu) > maxEntries {
			c.add("too_many", "menu", "", "", maxEntries)
			b.Menu = b.Menu[:maxEntries]
		}
		for i, e := range b.Menu {
			at := fmt.Sprintf("menu.%d.", i)
			c.text(at+"name", e.Name, maxName)
			c.link(at+"link", e.Link)
			if e.Icon != "" && !slices.Contains(Icons, e.Icon) {
				c.add("icon", at+"icon", "", short(e.Icon), 0)
			}
		}
	case Home:
		for _, key := range Keys {
			if text, changed := b.Words[key]; changed {
				c.text("words."+key, text, maxWords)
			}
		}
	case Banner:
		if *b.Banner != (tenant.Banner{}) { // else there is none
			c.text("banner.text", b.Banner.Text, maxBanner)
			c.link("banner.link", b.Banner.Link)
			c.times(*b.Banner, *shown.Banner, s.zone(site), s.Clock.Now())
		}
	}
	return c.found, c.err
}

func (c *checker) add(code, field, locale, found string, limit int) {
	c.found = append(c.found, Finding{code, field, locale, found, limit})
}

func (c *checker) text(field string, t tenant.Text, limit int) {
	for _, locale := range content.Languages {
		text := t.In(locale)
		switch {
		case text == "":
			c.add("missing", field, locale, "", 0)
			continue
		case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
			c.add("no_text", field, locale, "", 0)
			continue
		case strings.Contains(text, "{{") || strings.Contains(text, "$t("): // the renderer would fill it in
			c.add("no_text", field, locale, short(text), 0)
			continue
		}
		if utf8.RuneCountInString(text) > limit {
			c.add("too_long", field, locale, "", limit)
		}
		for _, r := range content.Rules(locale) {
			if found := r.Pattern.FindString(text); found != "" {
				c.add(r.Code, field, locale, short(found), 0)
			}
		}
	}
}

// link wants a path of the shop that leads somewhere, or an https address.
func (c *checker) link(field, link string) {
	u, err := url.Parse(link)
	switch {
	case link == "":
		c.add("missing", field, "", "", 0)
	case err != nil,
		len(link) > maxLink,
		strings.ContainsFunc(link, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == '\\' }):
		c.add("link_none", field, "", short(link), 0)
	case u.Scheme == "https" && u.Host != "" && u.User == nil:
	case !strings.HasPrefix(link, "/") || strings.HasPrefix(link, "//"):
		c.add("link_none", field, "", short(link), 0)
	default:
		there, err := c.leads(u.Path)
		if err != nil {
			c.err = err
		} else if !there {
			c.add("link_nowhere", field, "", short(link), 0)
		}
	}
}

// short is what of a text a message quotes.
func short(s string) string {
	if runes := []rune(s); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return s
}
