package pages

import (
	"slices"
	"strings"

	"github.com/roamcart/roamcart/shared"
)

// Row is what the table knows about a kind of page.
type Row struct {
	Kind Kind
	// Pattern is the path below the language; {name} stands for one segment.
	Pattern string
	// Query are the parameters the page understands, in the order in which its canonical address has them. All others are
	// ignored.
	Query []Param
	Tier  Tier
	// Private pages are about one visitor: never shared, never indexed, no-store.
	Private bool
	// Unlisted pages are the same for everybody and never indexed.
	Unlisted bool
	// Login pages need a logged-in customer.
	Login bool
	// Test pages exist only where no real money can move.
	Test bool
	// JSONLD are the types of structured data the page may carry.
	JSONLD []string
	// OGType is what the page is to those who share it.
	OGType string
	// Parent is the page above it in the breadcrumbs, besides home.
	Parent Kind
}

// Param is a query parameter of a page.
type Param struct {
	Name string
	// List parameters hold several values, joined with commas; their order means nothing and letters are upper case.
	List bool
	// Lower lists have letters in lower case.
	Lower bool
	// Default is the value that says the same as no parameter.
	Default string
	// Before names the list parameter that says what was selected before. A list with its default among other values is the
	// default alone where that was added, and the others where they were.
	Before string
	// NoIndex keeps pages with the parameter out of search engines.
	NoIndex bool
	// Empty parameters without a value are a question that the page answers, and not the same as none.
	Empty bool
	// Without names a parameter that makes this one mean nothing.
	Without string
}

// Indexed reports whether search engines may show the page.
func (r Row) Indexed() bool { return !r.Private && !r.Unlisted && r.Kind != NotFound }

// AllDestinations is what the box for all destinations sends in the place of a country's code.
const AllDestinations = "ALL"

var (
	organization = "Organization"
	breadcrumbs  = "BreadcrumbList"
	questions    = "FAQPage"

	// preview shows an editor's draft in the text's place.
	preview = Param{Name: ParamPreview, NoIndex: true}

	listingQuery = []Param{
		{Name: "countries", List: true, Default: AllDestinations, Before: "kept"}, {Name: "kept", List: true, NoIndex: true, Without: "countries"}, {Name: "data"}, {Name: "days"}, {Name: "voice"}, {Name: "simType"}, {Name: "networkType"},
		{Name: "keyword", NoIndex: true}, {Name: "sort", Default: "1", NoIndex: true}, {Name: "page", Default: "1", NoIndex: true},
	}
	shopPage    = []string{organization, breadcrumbs}
	faqPage     = []string{organization, breadcrumbs, questions}
	listingPage = []string{organization, breadcrumbs, "ItemList"}
	authQuery   = []Param{{Name: "redirect"}, {Name: "referral"}}
)

// rows is the page table. Static segments come before parameters of the same place.
var rows = []Row{
	{Kind: Home, Pattern: "/home", Tier: TierShop, JSONLD: []string{organization, "WebSite", questions}, OGType: "website"},
	{Kind: Listing, Pattern: "/travel-card/listing", Query: listingQuery, Tier: TierShop, JSONLD: listingPage, OGType: "website"},
	{Kind: Compare, Pattern: "/travel-card/compare", Tier: TierShop, Unlisted: true, OGType: "website", Parent: Listing,
		Query: []Param{{Name: ParamPlans, List: true, Lower: true}}},
	{Kind: Which, Pattern: "/travel-card/which", Tier: TierShop, JSONLD: shopPage, OGType: "website", Parent: Listing, Query: []Param{
		{Name: ParamCountries, List: true, NoIndex: true}, {Name: ParamDays, NoIndex: true, Empty: true},
		{Name: ParamHabits, List: true, Lower: true, NoIndex: true},
	}},
	{Kind: Group, Pattern: "/travel-card/{group}", Query: listingQuery, Tier: TierShop, JSONLD: listingPage, OGType: "website",
		Parent: Listing},
	{Kind: Destination, Pattern: "/travel-card/destination/{country}", Tier: TierShop, OGType: "website", Parent: Listing,
		JSONLD: []string{organization, breadcrumbs, "ItemList", questions}},
	{Kind: Detail, Pattern: "/travel-card/{group}/{goodsId}", Tier: TierShop, JSONLD: []string{organization, breadcrumbs, "Product", questions},
		OGType: "product", Parent: Listing, Query: []Param{{Name: "number", NoIndex: true}}},
	{Kind: ESIM, Pattern: "/esim", Query: []Param{{Name: "goodsId", NoIndex: true}, {Name: "device", NoIndex: true}, preview}, Tier: TierContent, JSONLD: faqPage, OGType: "article"},
	{Kind: ESIMModule, Pattern: "/esim/module", Tier: TierContent, JSONLD: faqPage, OGType: "article", Parent: ESIM,
		Query: []Param{{Name: "device", NoIndex: true}}},
	{Kind: Cart, Pattern: "/cart", Private: true},
	{Kind: Order, Pattern: "/order", Private: true, Query: []Param{
		{Name: "buyNow"}, {Name: "simType"}, {Name: "quantity"}, {Name: "numberId"}, {Name: "startDate"}, {Name: "compatibilityConfirmed"}, {Name: "forOtherDevice"},
		{Name: "simId"}, {Name: "country"}, {Name: "shippingMethod"}, {Name: "coupon"}, {Name: "referral"}, {Name: "points"}, {Name: ParamAgain},
	}},
	{Kind: Payment, Pattern: "/payment/{orderNo}", Private: true, Query: []Param{{Name: ParamRedirectStatus}, {Name: ParamSessionID}}},
	{Kind: Track, Pattern: "/my-order", Private: true, Query: []Param{{Name: "orderNo"}, {Name: "to"}, {Name: "mail"}}},
	{Kind: OrderDetail, Pattern: "/my-order/{orderNo}", Private: true},
	{Kind: Install, Pattern: "/my-order/{orderNo}/install", Private: true, Query: []Param{{Name: "simId"}, {Name: ParamDevice}}},
	{Kind: OrderSims, Pattern: "/my-order/{orderNo}/sims", Private: true, Query: []Param{{Name: "simId"}}},
	{Kind: Reissue, Pattern: "/reissue/{simId}", Private: true},
	{Kind: Review, Pattern: "/my-order/{orderNo}/review", Private: true},
	{Kind: Login, Pattern: "/login", Private: true, Query: authQuery},
	{Kind: Signup, Pattern: "/signup", Private: true, Query: authQuery},
	{Kind: ForgotPassword, Pattern: "/forgot-password", Private: true, Query: authQuery},
	{Kind: Account, Pattern: "/my-account", Private: true, Login: true, Query: []Param{{Name: "section"}}},
	{Kind: AccountOrders, Pattern: "/my-account/orders", Private: true, Login: true, Query: []Param{
		{Name: "tab", Default: "all"}, {Name: "period", Default: "all"}, {Name: "keyword"}, {Name: "page", Default: "1"},
	}},
	{Kind: AccountSims, Pattern: "/my-account/sims-info", Private: true, Login: true, Query: []Param{{Name: "simId"}}},
	{Kind: AccountRewards, Pattern: "/my-account/rewards", Private: true, Login: true, Query: []Param{{Name: "page", Default: "1"}}},
	{Kind: AccountDelete, Pattern: "/my-account/delete-account", Private: true, Login: true},
	{Kind: Service, Pattern: "/services/{serviceName}", Query: []Param{preview}, Tier: TierContent, JSONLD: shopPage, OGType: "article"},
	{Kind: Terms, Pattern: "/terms/{termsName}", Query: []Param{preview}, Tier: TierContent, JSONLD: shopPage, OGType: "article"},
	{Kind: FAQ, Pattern: "/faq", Query: []Param{{Name: "keyword", NoIndex: true, Empty: true}, preview}, Tier: TierContent,
		JSONLD: faqPage, OGType: "article"},
	{Kind: Contact, Pattern: "/contact", Tier: TierContent, JSONLD: shopPage, OGType: "website"},
	{Kind: WhyUs, Pattern: "/why-us", Query: []Param{preview}, Tier: TierContent, JSONLD: shopPage, OGType: "article"},
	{Kind: TestPayment, Pattern: "/test/payment", Private: true, Test: true},
	{Kind: TestStripe, Pattern: "/test/stripe-server-demo", Private: true, Test: true},
}

// notFound is the row of every address that is no page.
var notFound = Row{Kind: NotFound, Pattern: "/*", Tier: TierNone, OGType: "website"}

// Table is the page table of an installation.
type Table struct{ rows []Row }

// Options say which pages an installation has.
type Options struct {
	// TestPayments is true when no real money can move: then the pages under /test exist.
	TestPayments bool
	// Off are kinds that do not exist (yet).
	Off []Kind
}

// NewTable returns the table of the pages that exist under o.
func NewTable(o Options) *Table {
	t := &Table{}
	for _, r := range rows {
		if (r.Test && !o.TestPayments) || slices.Contains(o.Off, r.Kind) {
			continue
		}
		if r.Tier == "" {
			r.Tier = TierNone
		}
		t.rows = append(t.rows, r)
	}
	return t
}

// Rows returns the pages that exist, in the table's order. The slice is the caller's.
func (t *Table) Rows() []Row { return slices.Clone(t.rows) }

// Row returns the row of a kind.
func (t *Table) Row(kind Kind) (Row, bool) {
	for _, r := range t.rows {
		if r.Kind == kind {
			return r, true
		}
	}
	return Row{}, false
}

// Match resolves the path below the language ("/travel-card/asia") in normal form. Parameters come out decoded. When no
// page is there, ok is false and the row is the not-found page's.
func (t *Table) Match(path string) (row Row, params map[string]string, ok bool) {
	for _, r := range t.rows {
		if params, ok := match(r.Pattern, path); ok {
			return r, params, true
		}
	}
	return notFound, map[string]string{}, false
}

// Path returns the address of a page, "/en/travel-card/asia"; params fill the pattern. It is "/{locale}" for a kind the
// shop never has.
func Path(kind Kind, locale string, params map[string]string) string {
	for _, r := range rows {
		if r.Kind == kind {
			return "/" + locale + fill(r.Pattern, params)
		}
	}
	return "/" + locale
}

// Locales returns the languages of the shop, the default first.
func Locales() []string { return shared.Constants().Locales }

// IsLocale reports whether the shop speaks the language.
func IsLocale(s string) bool { return slices.Contains(Locales(), s) }

// SplitLocale takes the language off a path: "/zh/cart" gives "zh" and "/cart", "/zh" gives "zh" and "". For a path
// without one, locale is "" and rest is the path.
func SplitLocale(path string) (locale, rest string) {
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if strings.HasPrefix(path, "/") && IsLocale(name) {
		return name, path[1+len(name):]
	}
	return "", path
}

func match(pattern, path string) (map[string]string, bool) {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	params := map[string]string{}
	for i, w := range want {
		if name, ok := paramName(w); ok {
			value, ok := decodeSegment(got[i])
			if !ok || value == "" {
				return nil, false
			}
			params[name] = value
		} else if w != got[i] {
			return nil, false
		}
	}
	return params, true
}

func fill(pattern string, params map[string]string) string {
	segments := strings.Split(pattern, "/")
	for i, s := range segments {
		if name, ok := paramName(s); ok {
			segments[i] = encodeSegment(params[name])
		}
	}
	return strings.Join(segments, "/")
}

func paramName(segment string) (string, bool) {
	if !strings.HasPrefix(segment, "{") {
		return "", false
	}
	return strings.Trim(segment, "{}"), true
}
