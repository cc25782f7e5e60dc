package order

import (
	"context"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// Where a selection comes from.
const (
	FromCart   = "cart"
	FromBuyNow = "buyNow"
)

// maxCode bounds a promo or referral code, in characters.
const maxCode = 64

// Selection is what somebody means to order and how.
type Selection struct {
	TenantID int64
	Currency string
	Owner    cart.Owner
	// UserID is the customer, 0 for a guest, AccountEmail his or her address; Browser is where the customer sits, if it is
	// known.
	UserID       int64
	AccountEmail string
	Browser      cart.Owner
	// Network is where the order comes from, "" where nobody knows.
	Network string
	// TrackedOrderNo is the order that a verified tracking session may read; its SIMs can be topped up.
	TrackedOrderNo string
	// Source is FromCart (the selected lines) or FromBuyNow (Item).
	Source string
	Item   *cart.Add
	// Device is the result of the check of a device, for eSIMs in the cart that came in before; ForOther is whether the
	// eSIMs are confirmed to be for another one, nil when nobody asked.
	Device   *device.Check
	ForOther *bool

	ShippingMethod string
	Country        string
	State          string

	Coupon   string
	Referral string
	Points   int64
	// Email is where the order is written to; empty while it is not known yet.
	Email string
}

// BudgetLine is one line of a budget.
type BudgetLine struct {
	GoodsID   string
	SKU       string
	SimType   string
	NameEn    string
	NameZh    string
	Image     string
	GroupCode string
	Quantity  int
	// UnitPrice is the price of one, DiscountShare what of the discounts falls on the line.
	UnitPrice     int64
	DiscountShare int64
	NumberID      int64
	// Number is the picked number, with what picking it costs.
	Number    string
	NumberFee int64
	// TransferPhone is the number that is brought along.
	TransferPhone string
	TransferNote  string
	// StartDate is the day on which the plan begins, YYYY-MM-DD, "" for a plan that begins otherwise; StartAt its first
	// instant. StartProblem is why the line cannot be had with that day, a key of the errors.
	StartDate    string
	StartAt      *time.Time
	StartProblem string
	// Activation is what starts the plan, "" for a top-up.
	Activation string
	// ContractPeriod is "" for a prepaid plan, else "30d", "12m" ...
	ContractPeriod string
	Available      bool
	// NumberLost says that the line cannot be had because its number is not held any more.
	NumberLost bool
	Confirmed  bool
	// SIM is the SIM that a top-up is for, zero for a plan with a SIM of its own.
	SIM ToppedUp
	// Device is the result of the check of a device.
	Device  *device.Check
	deposit int64
	// localNumber says that the plan comes with a number.
	localNumber bool
}

// Total returns the price of the line before discounts.
func (l BudgetLine) Total() int64 { return l.UnitPrice * int64(l.Quantity) }

// Name returns the line's product name in the language.
func (l BudgetLine) Name(locale string) string {
	return shared.In(locale, l.NameEn, l.NameZh)
}

// Prepaid returns what of the line a monthly contract charges ahead: the first month and the deposit; 0 for prepaid plans.
func (l BudgetLine) Prepaid() int64 {
	if l.ContractPeriod == "" {
		return 0
	}
	return l.Total() + l.deposit*int64(l.Quantity)
}

// Budget is what an order would cost.
type Budget struct {
	Amounts
	Lines []BudgetLine
	// Missing are lines that cannot be had any more. They count nowhere, and as long as there is one nothing can be ordered.
	Missing      []BudgetLine
	NeedsAddress bool
	// FreightEstimated says that no country is known yet: the freight is that of the rest of the world.
	FreightEstimated bool
	PlansOrder       bool
	ShippingMethods  []ShippingMethod
	// ShippingMethod is the code of the method that was counted.
	ShippingMethod string
	promo          *promo
	taxPpm         int64
	points         int64
	referred       bool
	cartItemIDs    []int64
}

// Budget prices a selection without promising anything. Lines that cannot be had any more are set apart, not refused, so
// that the page can show them. Faults: cart_empty, goods_not_found, validation_failed, shipping_unavailable,
// number_not_allowed, number_taken, amount_too_small, and those of a top-up: login_required, sim_not_found,
// topup_not_allowed, carrier_unavailable.
func (s *Service) Budget(ctx context.Context, sel Selection) (Budget, error) {
	return s.budget(ctx, s.db.Conn(ctx), sel, s.clock.Now())
}

func (s *Service) budget(ctx context.Context, db *gorm.DB, sel Selection, now time.Time) (Budget, error) {
	bad := fault.Form{}
	bad.Limited("coupon", sel.Coupon, maxCode)
	bad.Limited("referral", sel.Referral, maxCode)
	if sel.Points < 0 {
		bad["points"] = "points_invalid"
	}
	if len(bad) > 0 {
		return Budget{}, fault.Fields(bad)
	}
	sel.Country, sel.State = address.Destination(sel.Country, sel.State)
	b := Budget{Amounts: Amounts{Currency: sel.Currency}}
	var err error
	switch sel.Source {
	case FromCart:
		err = s.fromCart(ctx, sel, &b)
	case FromBuyNow:
		err = s.fromBuyNow(ctx, db, sel, &b, now)
	default:
		err = fault.Fields(map[string]string{"source": "source_invalid"})
	}
	if err != nil {
		return Budget{}, err
	}
	if err := b.sum(); err != nil {
		return Budget{}, err
	}
	if err := b.ship(ctx, db, sel); err != nil {
		return Budget{}, err
	}
	if err := s.discount(ctx, db, sel, &b, now); err != nil {
		return Budget{}, err
	}
	if err := b.tax(); err != nil {
		return Budget{}, err
	}
	return b, b.chargeable()
}

func (s *Service) fromCart(ctx context.Context, sel Selection, b *Budget) error {
	c, err := s.carts.Get(ctx, sel.TenantID, sel.Owner)
	if err != nil {
		return err
	}
	for _, i := range c.Selected() {
		if i.Offer == nil {
			b.Missing = append(b.Missing, BudgetLine{GoodsID: i.GoodsID, SimType: i.SimType, Quantity: i.Quantity})
			continue
		}
		l := line(*i.Offer, cart.Add{
			SimType: i.SimType, Quantity: i.Quantity, CompatibilityConfirmed: i.CompatibilityConfirmed, TransferPhone: i.TransferPhone,
			TransferNote: i.TransferNote, StartDate: i.StartDate, Device: i.Device,
		}, i.Number)
		l.NumberID, l.Available, l.NumberLost = i.NumberID, i.Available(), i.NumberLost()
		l.StartProblem = i.StartProblem
		if l.SimType == offer.ESIM && l.Device == nil {
			l.Device = sel.Device
		}
		l.Device = l.Device.With(sel.ForOther != nil && *sel.ForOther)
		if !l.Available {
			b.Missing = append(b.Missing, l)
			continue
		}
		b.cartItemIDs = append(b.cartItemIDs, i.ID)
		b.Lines = append(b.Lines, l)
	}
	if len(b.Lines)+len(b.Missing) == 0 {
		return fault.New("cart_empty")
	}
	return nil
}

func (s *Service) fromBuyNow(ctx context.Context, db *gorm.DB, sel Selection, b *Budget, now time.Time) error {
	if sel.Item == nil {
		return fault.Fields(map[string]string{"item": "goods_required"})
	}
	offers, err := offer.Load(ctx, db, s.zones, sel.TenantID, []string{sel.Item.GoodsID})
	if err != nil {
		return err
	}
	item := *sel.Item
	o, known := offers[item.GoodsID]
	if item.SIM != "" {
		l, err := s.topUp(ctx, sel, o, known)
		b.Lines = []BudgetLine{l}
		return err
	}
	if err := item.Check(o, known, now); err != nil {
		return err
	}
	var number *offer.Number
	if item.NumberID != 0 {
		if number, err = offer.LoadNumber(ctx, db, sel.TenantID, item.GoodsID, item.NumberID); err != nil {
			return err
		}
		switch {
		case number == nil:
			return fault.New("number_not_allowed")
		case !number.Free(string(sel.Owner), now):
			return fault.New("number_taken")
		}
	}
	b.Lines = []BudgetLine{line(o, item, number)}
	return nil
}

func line(o offer.Offer, a cart.Add, number *offer.Number) BudgetLine {
	l := BudgetLine{
		GoodsID: o.GoodsID, SKU: offer.SKU(o.GoodsID, a.SimType), SimType: a.SimType, NameEn: o.NameEn, NameZh: o.NameZh,
		Image: o.Image, GroupCode: o.GroupCode, Quantity: a.Quantity, UnitPrice: o.Price, TransferPhone: a.TransferPhone,
		TransferNote: a.TransferNote, StartDate: a.StartDate, StartAt: o.StartAt(a.StartDate), Activation: o.Activation, ContractPeriod: o.ContractPeriod, Available: true, Confirmed: a.CompatibilityConfirmed,
		Device: a.Device, localNumber: o.LocalNumber,
	}
	if o.Monthly() {
		l.deposit = o.Deposit
	}
	if number != nil {
		l.NumberID, l.Number, l.NumberFee = number.ID, number.Number, number.Fee
	}
	return l
}
