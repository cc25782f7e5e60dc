package pages

import (
	"context"
	"net/url"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Ask is one page that somebody wants to see.
type Ask struct {
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
	// Preview is a text to show instead of the published one, nil for none.
	Preview *editor.Preview
}

// Source gathers what the pages show. A fault not_found, or validation_failed for a parameter that has a value nobody
// offers, makes the page the not-found page; login_required sends the visitor to the login; a *Redirect goes elsewhere.
// Every other error is a failure of the page. No list in an answer is nil.
type Source interface {
	Home(ctx context.Context, a Ask) (gen.HomePage, error)
	// Listing answers the kinds listing and group; Params has the group.
	Listing(ctx context.Context, a Ask) (gen.ListingPage, error)
	Detail(ctx context.Context, a Ask) (gen.DetailPage, error)
	// Destination answers for the code of a destination in lower case; for another name of it, it is a *Redirect.
	Destination(ctx context.Context, a Ask) (gen.DestinationPage, error)
	// Compare answers for the goods that the query lists, whether or not the site sells them.
	Compare(ctx context.Context, a Ask) (gen.ComparePage, error)
	// Which answers for what the form was sent with, right or wrong.
	Which(ctx context.Context, a Ask) (gen.WhichPage, error)
	// ESIM answers the kinds esim and esim_module.
	ESIM(ctx context.Context, a Ask) (gen.EsimPage, error)
	Cart(ctx context.Context, a Ask) (gen.CartPage, error)
	// Order is the checkout; with nothing to order it is a *Redirect to the cart.
	Order(ctx context.Context, a Ask) (gen.OrderPage, error)
	Payment(ctx context.Context, a Ask) (gen.PaymentPage, error)
	// Track is the order look-up; where the browser may see the order of the address, it is a *Redirect to the page asked for.
	Track(ctx context.Context, a Ask) (gen.TrackPage, error)
	OrderDetail(ctx context.Context, a Ask) (gen.OrderDetailPage, error)
	Install(ctx context.Context, a Ask) (gen.InstallPage, error)
	// OrderSims answers for the SIMs of an order that whoever asks may see.
	OrderSims(ctx context.Context, a Ask) (gen.OrderSimsPage, error)
	// Reissue answers for a SIM that whoever asks may see.
	Reissue(ctx context.Context, a Ask) (gen.ReissuePage, error)
	// Review answers for an order that whoever asks may see; others are led to the lookup.
	Review(ctx context.Context, a Ask) (gen.ReviewPage, error)
	Account(ctx context.Context, a Ask) (gen.AccountPage, error)
	AccountOrders(ctx context.Context, a Ask) (gen.AccountOrdersPage, error)
	AccountSims(ctx context.Context, a Ask) (gen.AccountSimsPage, error)
	AccountRewards(ctx context.Context, a Ask) (gen.AccountRewardsPage, error)
	AccountDelete(ctx context.Context, a Ask) (gen.AccountDeletePage, error)
	// Content answers the kinds service, terms and why_us.
	Content(ctx context.Context, a Ask) (gen.ContentPage, error)
	FAQ(ctx context.Context, a Ask) (gen.FaqPage, error)
	// Freights are the ways in which the site sends cards.
	Freights(ctx context.Context, a Ask) ([]Freight, error)
	TestPayment(ctx context.Context, a Ask) (gen.TestPaymentPage, error)
	TestStripe(ctx context.Context, a Ask) (gen.TestStripePage, error)
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

// Shell gives what header and footer need. Service fills in Languages; no other list is nil.
type Shell interface {
	Shell(ctx context.Context, a Ask) (gen.Shell, error)
}

// Inventory lists what the sitemap needs to know: one entry for each page of kind group, detail, destination, service and terms, in the
// catalogue's and the editors' order, and for other pages only to tell when they changed.
type Inventory interface {
	Inventory(ctx context.Context, t tenant.Tenant) ([]Entry, error)
}

// Entry is a page that exists in every language.
type Entry struct {
	Kind   Kind
	Params map[string]string
	// Updated is when its content last changed; zero when nobody knows.
	Updated time.Time
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
