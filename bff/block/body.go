package block

import (
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// Kind is a part of a site.
type Kind string

// The kinds.
const (
	Menu   Kind = "menu"
	Home   Kind = "home"
	Banner Kind = "banner"
)

// Kinds are all kinds.
var Kinds = []Kind{Menu, Home, Banner}

// Entry is an entry of the menu in the header.
type Entry struct {
	Name tenant.Text `json:"name"`
	// Icon is one of Icons, "" for none.
	Icon string `json:"icon"`
	// Link is a path of the shop without a language, or an https address.
	Link   string `json:"link"`
	NewTab bool   `json:"newTab"`
	// WithLanguage adds the number of the language to the link, as langId.
	WithLanguage bool `json:"withLanguage"`
}

// Body is what a part of a site says; of its fields that of the kind is set.
type Body struct {
	Menu []Entry `json:"menu,omitempty"`
	// Words are those of the home page that are other ones than the files', by their keys.
	Words  map[string]tenant.Text `json:"words,omitempty"`
	Banner *tenant.Banner         `json:"banner,omitempty"`
}

// Icons are the drawings that an entry of the menu may have.
var Icons = []string{"sim", "esim", "calendar", "guide", "question", "mail", "phone", "order", "globe", "gift", "info", "truck"}

// Keys are the words of the home page that staff can change, in the order of the page.
var Keys = []string{
	"hero.title", "hero.benefit", "destinations.title", "reasons.title", "reasons.facts.title", "reasons.facts.text", "reasons.fast.title",
	"reasons.fast.text", "reasons.refund.title", "reasons.refund.text", "how", "howLink", "featured.title", "regions.title", "faq.title",
	"links.title",
}

// FromFiles returns the words of the home page that the shop came with.
func FromFiles(key string) tenant.Text {
	return tenant.Text{En: shared.Text("en", "home", key, nil), Zh: shared.Text("zh", "home", key, nil)}
}

// of returns a body with what belongs to a kind, without spaces around words, and without words that say what the files say.
func (b Body) of(kind Kind) Body {
	switch kind {
	case Menu:
		out := make([]Entry, 0, len(b.Menu))
		for _, e := range b.Menu {
			e.Name, e.Link = trimmed(e.Name), strings.TrimSpace(e.Link)
			out = append(out, e)
		}
		return Body{Menu: out}
	case Home:
		words := map[string]tenant.Text{}
		for key, text := range b.Words {
			if text = trimmed(text); slices.Contains(Keys, key) && text != FromFiles(key) {
				words[key] = text
			}
		}
		return Body{Words: words}
	}
	out := tenant.Banner{}
	if b.Banner != nil {
		out = tenant.Banner{
			Text:  trimmed(b.Banner.Text),
			Link:  strings.TrimSpace(b.Banner.Link),
			From:  strings.TrimSpace(b.Banner.From),
			Until: strings.TrimSpace(b.Banner.Until),
		}
	}
	return Body{Banner: &out}
}

func trimmed(t tenant.Text) tenant.Text {
	return tenant.Text{En: strings.Join(strings.Fields(t.En), " "), Zh: strings.Join(strings.Fields(t.Zh), " ")}
}
