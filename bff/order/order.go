package order

import (
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// Status is where an order stands.
type Status string

// The eight statuses.
const (
	WaitingPayment    Status = "waiting_payment"
	Processing        Status = "processing"
	Shipped           Status = "shipped"
	Completed         Status = "completed"
	Cancelled         Status = "cancelled"
	PendingRefund     Status = "pending_refund"
	PartiallyRefunded Status = "partially_refunded"
	Refunded          Status = "refunded"
)

// Reasons an order was cancelled for.
const (
	ReasonExpired  = "expired"
	ReasonCustomer = "customer"
	ReasonStaff    = "staff"
	// ReasonPayment is money that did not match and goes back.
	ReasonPayment = "payment"
)

// Line states.
const (
	LinePreparing = "preparing"
	LineReady     = "ready_to_install"
	LineShipped   = "shipped"
	LineRefunded  = "refunded"
	LinePacked    = "packed"
)

// Address is where a parcel goes.
type Address = address.Address

// Contact is who the order's mails go to.
type Contact struct {
	FirstName string
	LastName  string
	Email     string
	Phone     string
}

// Line is one frozen line of an order.
type Line struct {
	ID            int64
	LineNo        int
	GoodsID       string
	SKU           string
	SimType       string
	NameEn        string
	NameZh        string
	GroupCode     string
	Quantity      int
	UnitPrice     int64
	DiscountShare int64
	SimCardNumber string
	State         string
	// NumberID is the number that was picked for the line, 0 for none.
	NumberID int64
	// Number is the line's phone number, or those of its units with ", " between them; NumberFee is what picking it cost.
	Number    string
	NumberFee int64
	// TransferPhone is the number that is brought along, TransferNote what the shopper wrote about it.
	TransferPhone string
	TransferNote  string
	// StartDate is the day on which the plan begins, YYYY-MM-DD, "" for a plan that begins otherwise; StartAt its first instant
	// at the site. A plan that is delivered later begins when it is delivered.
	StartDate      string
	StartAt        *time.Time
	Deposit        int64
	ContractPeriod string
	// RefundPolicy is what the goods promised when they were bought: unused_{n}_days, or none.
	RefundPolicy string
	// SIMID is the SIM that the plan was added to; nil for a plan with a SIM of its own.
	SIMID *int64 `gorm:"column:sim_line_id"`
	// Compatibility is the result of the check of the device before the line was bought.
	Compatibility pg.JSON[Compatibility]
}

// Compatibility is the shopper's word that the device takes an eSIM and the shop's own, as they are kept with a line.
type Compatibility struct {
	Confirmed bool          `json:"confirmed"`
	Device    *device.Check `json:"device,omitempty"`
}

// Device returns the result of the check of a device, nil when none was made.
func (l Line) Device() *device.Check { return l.Compatibility.V.Device }

// Total returns what was charged for the line before discounts, its number apart.
func (l Line) Total() int64 { return l.UnitPrice * int64(l.Quantity) }

// Prepaid returns what of the line a monthly contract charged ahead: the first month and the deposit.
func (l Line) Prepaid() int64 {
	if l.ContractPeriod == "" {
		return 0
	}
	return l.Total() + l.Deposit*int64(l.Quantity)
}

// Name returns the product's name as it was sold, in the language.
func (l Line) Name(locale string) string {
	return shared.In(locale, l.NameEn, l.NameZh)
}

// Discount is one discount of an order or a budget.
type Discount struct {
	Kind    string `json:"kind"` // promo, referral or points
	Code    string `json:"code,omitempty"`
	Amount  int64  `json:"amount"`
	Points  int64  `json:"points,omitempty"`
	Applied bool   `json:"applied"`
	Reason  string `json:"reason,omitempty"` // message key when it was not applied
}

// Amounts are the sums of an order, in minor units of its currency.
type Amounts struct {
	Currency           string
	Subtotal           int64
	Discounts          []Discount `gorm:"serializer:json"`
	DiscountAmount     int64
	FreightAmount      int64
	Tax                int64
	NumberSelectionFee int64
	PrepaidAmount      int64
	OrderTotal         int64
}

// Order is an order with its lines.
type Order struct {
	ID             int64
	TenantID       int64
	OrderNo        string
	Owner          cart.Owner
	UserID         *int64
	Locale         string
	Status         Status
	CancelReason   string
	HoldReason     string
	Amounts        Amounts `gorm:"embedded"`
	RefundedAmount int64
	PaymentMethod  string
	Contact        Contact  `gorm:"embedded"`
	Address        *Address `gorm:"serializer:json"`
	ShippingMethod string
	TrackingNumber string
	CreatedAt      time.Time
	ExpiresAt      time.Time
	PaidAt         *time.Time
	ReviewedAt     *time.Time
	ShippedAt      *time.Time
	CompletedAt    *time.Time
	CancelledAt    *time.Time
	// DelayedAt and RefundDueAt are those of its Delay, which says whether they still matter.
	DelayedAt   *time.Time
	RefundDueAt *time.Time
	Lines       []Line `gorm:"-"`
	// emailPrint stands for the e-mail of an order that was detached.
	emailPrint string
}

// Cancellable reports whether the shopper may still cancel.
func (o Order) Cancellable() bool { return o.Status == WaitingPayment }

// Step is one of the five steps an order goes through.
type Step struct {
	Step string
	At   *time.Time
}

// Stepper returns the five steps; a step that has not happened has no time.
func (o Order) Stepper() []Step {
	created := o.CreatedAt
	return []Step{
		{"submit", &created}, {"paid", o.PaidAt}, {"reviewed", o.ReviewedAt}, {"shipped", o.ShippedAt}, {"completed", o.CompletedAt},
	}
}

// TopUp reports whether the line is more for a SIM that the buyer has.
func (l Line) TopUp() bool { return l.SIMID != nil }

// ToSend reports whether cards of the line are to be put into a parcel.
func (l Line) ToSend() bool { return l.SimType == "physical" && !l.TopUp() && l.State == LinePreparing }

// BoughtESIM reports whether the order held an eSIM when it was placed.
func (o Order) BoughtESIM() bool { return slices.ContainsFunc(o.Lines, Line.isESIM) }

// HasESIM reports whether the order holds an eSIM that was not refunded.
func (o Order) HasESIM() bool {
	return slices.ContainsFunc(o.Lines, func(l Line) bool { return l.isESIM() && l.State != LineRefunded })
}

func (l Line) isESIM() bool { return l.SimType == "esim" && !l.TopUp() }

// HasCard reports whether the order holds a card that was not refunded.
func (o Order) HasCard() bool {
	return slices.ContainsFunc(o.Lines, func(l Line) bool { return l.SimType == "physical" && l.State != LineRefunded })
}
