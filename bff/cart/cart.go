package cart

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/clock"
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

// customer returns the id of a customer, 0 for a browser.
func (o Owner) customer() int64 {
	id, _ := strconv.ParseInt(strings.TrimPrefix(string(o), "u:"), 10, 64)
	return id
}

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
	// StartDate is the day on which the plan begins, YYYY-MM-DD; "" for a plan that begins otherwise. StartProblem is why the
	// line cannot be ordered with it now, a key of the errors: the day may have passed since.
	StartDate    string
	StartProblem string
	// Number is the picked number, nil when none was picked or it is gone; Held says that it is still held for this cart.
	Number *offer.Number
	Held   bool
	// TransferPhone is the number that the shopper brings along, TransferNote a remark about it.
	TransferPhone string
	TransferNote  string
	// Device is the result of the device check when the line came in, nil for nothing.
	Device *device.Check
	// Offer is nil when the product is no longer sold; such a line can only be removed.
	Offer *offer.Offer
}

// Available reports whether the line can be ordered as it stands.
func (i Item) Available() bool {
	return i.Offer != nil && i.Offer.Sells(i.SimType) && i.Free() >= int64(i.Quantity) && !i.NumberLost() && i.StartProblem == ""
}

// Free returns how many of the line's goods can still be promised; the goods are offered.
func (i Item) Free() int64 {
	return i.Offer.Free(i.SimType, i.NumberID != 0 || i.TransferPhone != "")
}

// NumberLost reports whether the picked number is not held for this cart any more.
func (i Item) NumberLost() bool { return i.NumberID != 0 && !i.Held }

// NumberFee returns what the picked number costs on top.
func (i Item) NumberFee() int64 {
	if i.Number == nil {
		return 0
	}
	return i.Number.Fee
}

// Total returns the price of the line with its number.
func (i Item) Total() int64 { return i.UnitPrice()*int64(i.Quantity) + i.NumberFee() }

// Deposit returns the contract's deposit for all units of the line, which is due with the order.
func (i Item) Deposit() int64 {
	if i.Offer == nil {
		return 0
	}
	return i.Offer.Deposit * int64(i.Quantity)
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
			sum += i.Total()
		}
	}
	return sum
}

// Deposit returns the deposits of the selected lines that can be bought, in minor units.
func (c Cart) Deposit() int64 {
	var sum int64
	for _, i := range c.Items {
		if i.Selected && i.Available() {
			sum += i.Deposit()
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

// Customers locks the rows of customers, so that none is deleted while something is written for them.
type Customers interface {
	// Lock locks a customer until the transaction ends. Fault: login_required, when the account is gone.
	Lock(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) error
}

// Service works on carts.
type Service struct {
	db        *pg.DB
	clock     clock.Clock
	customers Customers
	zones     offer.Zones
	holds     offer.Holds
}

// NewService returns a service; holds bounds the numbers that carts hold.
func NewService(db *pg.DB, c clock.Clock, customers Customers, zones offer.Zones, holds offer.Holds) *Service {
	return &Service{db: db, clock: c, customers: customers, zones: zones, holds: holds}
}

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

// row is a line as the database has it, with the number that was picked.
type row struct {
	ID                     int64
	GoodsID, SimType       string
	NumberID               int64
	Quantity               int
	Selected               bool
	CompatibilityConfirmed bool
	TransferPhone          string
	TransferNote           string
	StartDate              string
	Number                 string
	Fee                    int64
	Device                 pg.JSON[*device.Check]
	offer.Holding
}

// item is the line without its offer.
func (r row) item(owner Owner, now time.Time) Item {
	i := Item{
		ID: r.ID, GoodsID: r.GoodsID, SimType: r.SimType, NumberID: r.NumberID, Quantity: r.Quantity, Selected: r.Selected,
		CompatibilityConfirmed: r.CompatibilityConfirmed, TransferPhone: r.TransferPhone, TransferNote: r.TransferNote,
		StartDate: r.StartDate, Device: r.Device.V, Held: r.IsHeld(string(owner), now),
	}
	if r.Number != "" {
		i.Number = &offer.Number{ID: r.NumberID, Number: r.Number, Fee: r.Fee, Holding: r.Holding}
	}
	return i
}

// read takes offers that are known already, so that adding to the cart does not read the same product twice.
func (s *Service) read(ctx context.Context, tenantID int64, owner Owner, known map[string]offer.Offer) (Cart, error) {
	rows, err := pg.List[row](s.db.Conn(ctx), "read cart", `
		select i.id, i.goods_id, i.sim_type, i.number_id, i.quantity, i.selected, i.compatibility_confirmed, i.transfer_phone,
		       i.transfer_note, i.start_date, i.device, coalesce(n.number, '') as number, coalesce(n.fee, 0) as fee, coalesce(n.state, '') as state,
		       coalesce(n.held_by, '') as held_by, n.held_until, n.order_id
		from cart_item i left join phone_number n on n.tenant_id = i.tenant_id and n.goods_id = i.goods_id and n.id = i.number_id
		where i.tenant_id = ? and i.owner = ? order by i.id`, tenantID, owner)
	if err != nil {
		return Cart{}, err
	}
	var missing []string
	now := s.clock.Now()
	items := make([]Item, len(rows))
	for n, i := range rows {
		items[n] = i.item(owner, now)
		if _, ok := known[i.GoodsID]; !ok {
			missing = append(missing, i.GoodsID)
		}
	}
	offers, err := offer.Load(ctx, s.db.Conn(ctx), s.zones, tenantID, missing)
	if err != nil {
		return Cart{}, err
	}
	for n := range items {
		if o, ok := known[items[n].GoodsID]; ok {
			items[n].Offer = &o
		} else if o, ok := offers[items[n].GoodsID]; ok {
			items[n].Offer = &o
		}
		if o := items[n].Offer; o != nil {
			items[n].StartProblem = o.StartProblem(items[n].StartDate, now)
		}
	}
	return Cart{Items: items}, nil
}
