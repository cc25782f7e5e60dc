package cart

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Limits of a cart.
const (
	MaxQuantity = 99
	MaxLines    = 50
)

// Owner is whose cart it is: "v:<visitor id>" or "u:<user id>".
type Owner string

// Visitor returns the owner for a browser.
func Visitor(id string) Owner { return Owner("v:" + id) }

// User returns the owner for a customer.
func User(id int64) Owner { return Owner("u:" + strconv.FormatInt(id, 10)) }

// IsVisitor reports whether the owner is a browser rather than a customer.
func (o Owner) IsVisitor() bool { return strings.HasPrefix(string(o), "v:") }

// Item is a line of the cart with what it costs now.
type Item struct {
	ID                     int64
	GoodsID                string
	SimType                string
	NumberID               int64
	Quantity               int
	Selected               bool
	CompatibilityConfirmed bool
	// Offer is nil when the product is no longer sold; such a line can only be removed.
	Offer *offer.Offer
}

// Available reports whether the line can be ordered as it stands.
func (i Item) Available() bool {
	return i.Offer != nil && i.Offer.Sells(i.SimType) && i.Offer.Free(i.SimType) >= int64(i.Quantity)
}

// UnitPrice returns the price of one, 0 when it is not sold any more.
func (i Item) UnitPrice() int64 {
	if i.Offer == nil {
		return 0
	}
	return i.Offer.Price
}

// Cart is a snapshot of an owner's cart.
type Cart struct {
	Items []Item
}

// Count returns how many pieces are in the cart.
func (c Cart) Count() int {
	n := 0
	for _, i := range c.Items {
		n += i.Quantity
	}
	return n
}

// Subtotal returns the price of the selected lines that can be bought, in minor units.
func (c Cart) Subtotal() int64 {
	var sum int64
	for _, i := range c.Items {
		if i.Selected && i.Available() {
			sum += i.UnitPrice() * int64(i.Quantity)
		}
	}
	return sum
}

// Selected returns the lines that checkout would take.
func (c Cart) Selected() []Item {
	var items []Item
	for _, i := range c.Items {
		if i.Selected {
			items = append(items, i)
		}
	}
	return items
}

// Service works on carts.
type Service struct {
	db    *pg.DB
	clock clock.Clock
}

// NewService returns a service.
func NewService(db *pg.DB, c clock.Clock) *Service { return &Service{db: db, clock: c} }

// Get reads the cart in two statements.
func (s *Service) Get(ctx context.Context, tenantID int64, owner Owner) (Cart, error) {
	return s.read(ctx, tenantID, owner, nil)
}

// Count returns the number of pieces in one statement, for the badge.
func (s *Service) Count(ctx context.Context, tenantID int64, owner Owner) (int, error) {
	var n int
	err := s.db.Conn(ctx).Raw(`select coalesce(sum(quantity), 0) from cart_item where tenant_id = ? and owner = ?`,
		tenantID, owner).Scan(&n).Error
	if err != nil {
		return 0, fmt.Errorf("count cart: %w", err)
	}
	return n, nil
}

// read takes offers that are known already, so that adding to the cart does not read the same product twice.
func (s *Service) read(ctx context.Context, tenantID int64, owner Owner, known map[string]offer.Offer) (Cart, error) {
	var rows []struct {
		ID                     int64
		GoodsID, SimType       string
		NumberID               int64
		Quantity               int
		Selected               bool
		CompatibilityConfirmed bool
	}
	err := s.db.Conn(ctx).Raw(`
		select id, goods_id, sim_type, number_id, quantity, selected, compatibility_confirmed
		from cart_item where tenant_id = ? and owner = ? order by id`, tenantID, owner).Scan(&rows).Error
	if err != nil {
		return Cart{}, fmt.Errorf("read cart: %w", err)
	}
	var missing []string
	items := make([]Item, len(rows))
	for n, i := range rows {
		items[n] = Item{
			ID: i.ID, GoodsID: i.GoodsID, SimType: i.SimType, NumberID: i.NumberID, Quantity: i.Quantity, Selected: i.Selected,
			CompatibilityConfirmed: i.CompatibilityConfirmed,
		}
		if _, ok := known[i.GoodsID]; !ok {
			missing = append(missing, i.GoodsID)
		}
	}
	offers, err := offer.Load(ctx, s.db.Gorm, tenantID, missing)
	if err != nil {
		return Cart{}, err
	}
	for n := range items {
		if o, ok := known[items[n].GoodsID]; ok {
			items[n].Offer = &o
		} else if o, ok := offers[items[n].GoodsID]; ok {
			items[n].Offer = &o
		}
	}
	return Cart{Items: items}, nil
}

// CheckItem says whether this product can be put in a cart or bought now in this form. It is the one place that holds
// these rules, so the product page, the cart and "buy now" cannot differ.
func CheckItem(o offer.Offer, known bool, simType string, quantity int, compatibilityConfirmed bool) error {
	fields := map[string]string{}
	if !known {
		return fault.New("goods_not_found")
	}
	if !o.Sells(simType) {
		fields["simType"] = "sim_type_invalid"
	}
	if quantity < 1 || quantity > MaxQuantity {
		fields["quantity"] = "quantity_invalid"
	}
	if simType == offer.ESIM && !compatibilityConfirmed {
		fields["compatibilityConfirmed"] = "compatibility_required"
	}
	if len(fields) > 0 {
		return fault.Fields(fields).WithParams(map[string]any{"max": MaxQuantity})
	}
	switch free := o.Free(simType); {
	case free <= 0:
		return fault.New("sold_out")
	case free < int64(quantity):
		return fault.New("stock_unavailable").WithParams(map[string]any{"available": free})
	}
	return nil
}
