package pages

import (
	"net/url"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/tenant"
)

// PageContext is one page that somebody wants to see.
type PageContext struct {
	Tenant tenant.Tenant
	Locale string
	Kind   Kind
	// Params are the parameters of the path; an order number is in upper case.
	Params map[string]string
	// Query are the canonical parameters that the page understands (see Row.CanonicalQuery).
	Query url.Values
	// LoggedIn says that a customer asks; public kinds must not depend on it.
	LoggedIn bool
	// Freights are known on the page of a product that is sent by post.
	Freights []Freight
	// Origin is the address the request came to, "https://shop.example", without a final slash.
	Origin string
	// Twin asks for the Markdown twin: texts of editors are Markdown, and not HTML.
	Twin bool
	// Preview is a text to show instead of the published one, nil for none.
	Preview *editor.Preview
}

// Freight is what sending a card to some countries costs.
type Freight struct {
	// Method is its name in the language of the page.
	Method string
	// Countries are ISO 3166-1 alpha-2; none means every country that no other freight names.
	Countries []string
	// Amount is the freight, in minor units of the site's currency.
	Amount           int64
	DaysMin, DaysMax int
}

// Redirect is the error of a page that is elsewhere.
type Redirect struct {
	// To is a path with its language, or an absolute address when External.
	To string
	// Status is 302, 303 or 308; 0 means 302.
	Status   int
	External bool
}

// RedirectTo returns a redirect to another page of the shop.
func RedirectTo(kind Kind, locale string, params map[string]string) *Redirect {
	return &Redirect{To: Path(kind, locale, params)}
}

// Error says where to.
func (r *Redirect) Error() string { return "the page is at " + r.To }
