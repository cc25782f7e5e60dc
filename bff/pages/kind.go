package pages

// Kind is what a page is. The contract's PageKind and the renderer's route table have the same ids.
type Kind string

// Tier is how long a page's HTML may be shared.
type Tier string

// The tiers of the page cache.
const (
	// TierNone is never shared: the page is about one visitor.
	TierNone Tier = "none"
	// TierShop follows the catalogue: prices and stock.
	TierShop Tier = "shop"
	// TierContent follows what editors publish.
	TierContent Tier = "content"
)

// Row is what the table knows about a kind of page before anybody asks for one.
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
	// Tiles pages show destinations by their pictures, and need to know which have none.
	Tiles bool
	// Text is the kind of texts of editors of which the page shows one, and TextName its name where it is always the same.
	Text, TextName string
	// Filter is the parameter that makes the page one of its own for search engines, where it has one value.
	Filter string
	// JSONLD are the types of structured data the page may carry.
	JSONLD []string
	// OGType is what the page is to those who share it.
	OGType string
	// Parent is the page above it in the breadcrumbs, besides home.
	Parent Kind
}

// Indexed reports whether search engines may show the page.
func (r Row) Indexed() bool { return !r.Private && !r.Unlisted && r.Kind != NotFound }

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
