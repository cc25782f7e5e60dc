package staff

import "slices"

// Role is what a member of staff is there for.
type Role string

// The roles, from the one that may most.
const (
	Admin        Role = "admin"
	Publisher    Role = "publisher"
	Editor       Role = "editor"
	Merchandiser Role = "merchandiser"
	Support      Role = "support"
)

// Roles are all roles, in the order in which they are shown.
func Roles() []Role { return []Role{Admin, Publisher, Editor, Merchandiser, Support} }

// Act is something that is done in the Studio.
type Act string

// The acts. Own things, such as one's name, passkeys and sessions, are no act: every member may change them.
const (
	ReadTexts     Act = "texts.read"
	EditTexts     Act = "texts.edit"
	PublishTexts  Act = "texts.publish"
	SharePreviews Act = "previews.share"
	ReadImages    Act = "images.read"
	EditImages    Act = "images.edit"
	ReadCatalogue Act = "catalogue.read"
	EditCatalogue Act = "catalogue.edit"
	EditPrices    Act = "prices.edit"
	ReadSites     Act = "sites.read"
	EditSites     Act = "sites.edit"
	ReadReviews   Act = "reviews.read"
	DecideReviews Act = "reviews.decide"
	// Orders hold names, addresses and what people bought.
	ReadOrders   Act = "orders.read"
	HandleOrders Act = "orders.handle"
	GiveRefunds  Act = "refunds.give"
	// Customers are found by their email alone. Points and promo codes are given with GiveRefunds.
	ReadCustomers   Act = "customers.read"
	HandleCustomers Act = "customers.handle"
	ManageStaff     Act = "staff.manage"
	ReadLog         Act = "log.read"
)

// reads are what every role may look at: what is no person's.
var reads = []Act{ReadTexts, ReadImages, ReadCatalogue, ReadSites, ReadReviews}

// handles is what whoever works for single customers may do.
var handles = []Act{ReadOrders, HandleOrders, GiveRefunds, ReadCustomers, HandleCustomers}

// may is the one table of what each role may do.
var may = map[Role][]Act{
	Support:      slices.Concat(reads, handles, []Act{DecideReviews}),
	Editor:       slices.Concat(reads, []Act{EditTexts, SharePreviews, EditImages}),
	Publisher:    slices.Concat(reads, []Act{EditTexts, SharePreviews, EditImages, PublishTexts, EditSites, DecideReviews}),
	Merchandiser: slices.Concat(reads, []Act{SharePreviews, EditImages, EditCatalogue, EditPrices}),
	Admin:        Acts(),
}

// Acts are all acts.
func Acts() []Act {
	return slices.Concat(reads, handles, []Act{
		EditTexts, PublishTexts, SharePreviews, EditImages, EditCatalogue, EditPrices, EditSites, DecideReviews, ManageStaff, ReadLog,
	})
}

// May reports whether a role may do something. A role that there is not may do nothing.
func (r Role) May(a Act) bool { return slices.Contains(may[r], a) }

// Acts are what a role may do, never nil.
func (r Role) Acts() []Act { return slices.Concat([]Act{}, may[r]) }

// Known reports whether there is such a role.
func (r Role) Known() bool { return slices.Contains(Roles(), r) }
