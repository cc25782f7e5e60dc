package notify

import "time"

// Order is what every mail about an order shows. All amounts are minor units of Currency.
type Order struct {
	OrderNo   string  `json:"orderNo"`
	FirstName string  `json:"firstName,omitempty"`
	Currency  string  `json:"currency"`
	Lines     []Line  `json:"lines"`
	Amounts   Amounts `json:"amounts"`
}

// TopUp is the SIM type of a plan that goes on a SIM which the buyer has.
const TopUp = "topup"

// Line is a product of an order; Amount is that of all its units. SimType is esim, physical or TopUp. Starts is the day on which
// the plan begins, YYYY-MM-DD, where its shopper chose it.
type Line struct {
	Name     string `json:"name"`
	SimType  string `json:"simType"`
	Quantity int    `json:"quantity"`
	Amount   int64  `json:"amount"`
	Starts   string `json:"starts,omitempty"`
}

// Amounts are the sums of an order. Those that are zero are not shown, but for Subtotal and Total. Prepaid is the part of
// Total that a monthly contract charges ahead.
type Amounts struct {
	Subtotal           int64      `json:"subtotal"`
	Discounts          []Discount `json:"discounts,omitempty"`
	Shipping           int64      `json:"shipping,omitempty"`
	Tax                int64      `json:"tax,omitempty"`
	NumberSelectionFee int64      `json:"numberSelectionFee,omitempty"`
	Prepaid            int64      `json:"prepaid,omitempty"`
	Total              int64      `json:"total"`
}

// deposit is what a monthly contract keeps until it ends: part of the total and of no other amount, but for Prepaid.
func (a Amounts) deposit() int64 {
	named := a.Subtotal + a.Shipping + a.Tax + a.NumberSelectionFee
	for _, d := range a.Discounts {
		named -= d.Amount
	}
	return a.Total - named
}

// Discount takes a positive Amount off. Kind is promo, referral or points.
type Discount struct {
	Kind   string `json:"kind"`
	Amount int64  `json:"amount"`
}

// OrderPlaced asks for the payment of a new order. PaymentMethod is card, wechat_pay or alipay.
type OrderPlaced struct {
	Order         Order     `json:"order"`
	PayBefore     time.Time `json:"payBefore"`
	PaymentMethod string    `json:"paymentMethod"`
}

// OrderReminder asks once more for the payment of an order, shortly before its window ends.
type OrderReminder struct {
	Order         Order     `json:"order"`
	PayBefore     time.Time `json:"payBefore"`
	PaymentMethod string    `json:"paymentMethod"`
}

func (d OrderReminder) expired(now time.Time) bool { return !now.Before(d.PayBefore) }

// OrderPaid confirms a payment.
type OrderPaid struct {
	Order         Order     `json:"order"`
	PaidAt        time.Time `json:"paidAt"`
	PaymentMethod string    `json:"paymentMethod"`
}

// OrderDelayed says that a delivery takes long; what is not there at RefundAt is paid back.
type OrderDelayed struct {
	Order    Order     `json:"order"`
	RefundAt time.Time `json:"refundAt"`
}

func (d OrderDelayed) expired(now time.Time) bool { return !now.Before(d.RefundAt) }

// ESIMDelivered hands over the eSIMs of an order; the QR codes come from Secrets when the mail is rendered.
type ESIMDelivered struct {
	Order Order `json:"order"`
	// Register says that a SIM has to be registered before it can be used, as in OrderShipped.
	Register bool `json:"register,omitempty"`
}

// Why an order was cancelled.
const (
	CancelExpired    = "expired"
	CancelByCustomer = "by_customer"
	CancelByShop     = "by_shop"
)

// ESIMReissued says that one eSIM of an order, the unit of a line, has a new code. Its picture is not in the data (see Secrets).
type ESIMReissued struct {
	Order  Order `json:"order"`
	LineID int64 `json:"lineId"`
	Unit   int   `json:"unit"`
}

// ESIMNotReissued says that no new code was made for an eSIM of an order, which is as it was.
type ESIMNotReissued struct {
	Order Order `json:"order"`
}

// OrderCancelled notifies of the end of an unpaid order; Reason is one of the Cancel constants.
type OrderCancelled struct {
	Order       Order     `json:"order"`
	Reason      string    `json:"reason"`
	CancelledAt time.Time `json:"cancelledAt"`
}

// Why money was sent back.
const (
	RefundRequested     = "requested"
	RefundLatePayment   = "late_payment"
	RefundUndeliverable = "undeliverable"
	RefundMismatch      = "mismatch"
	RefundByUs          = "by_us"
)

// OrderRefunded notifies of money sent back; Amount is in minor units of the order's currency, Reason one of the Refund
// constants.
type OrderRefunded struct {
	Order         Order     `json:"order"`
	Amount        int64     `json:"amount"`
	Reason        string    `json:"reason"`
	PaymentMethod string    `json:"paymentMethod"`
	RefundedAt    time.Time `json:"refundedAt"`
}

// OrderGivenBack notifies of what has ended of an order although no money goes back, because none was paid for it; Reason is
// RefundUndeliverable or RefundByUs.
type OrderGivenBack struct {
	Order  Order  `json:"order"`
	Reason string `json:"reason"`
	// Goods end, of Parts some units do.
	Goods []string `json:"goods,omitempty"`
	Parts []string `json:"parts,omitempty"`
	// Points of the order are back, and Code says that its promo code can be used again.
	Points int64 `json:"points,omitempty"`
	Code   bool  `json:"code,omitempty"`
}

// RefundAsked confirms that somebody looks at a request for money back.
type RefundAsked struct {
	Order  Order `json:"order"`
	Amount int64 `json:"amount"`
}

// RefundRefused notifies that a request for money back was not granted.
type RefundRefused struct {
	Order  Order `json:"order"`
	Amount int64 `json:"amount"`
}

// OrderShipped notifies that the parcel is on its way. Method and Address may be empty; Address has one entry per line.
type OrderShipped struct {
	Order          Order    `json:"order"`
	Method         string   `json:"method,omitempty"`
	TrackingNumber string   `json:"trackingNumber"`
	Address        []string `json:"address,omitempty"`
	Register       bool     `json:"register,omitempty"`
}

// OrderEmailChanged notifies the former address of an order that its mails go to another one.
type OrderEmailChanged struct {
	Order Order `json:"order"`
}

func (OrderPlaced) template() string       { return "order_placed" }
func (OrderReminder) template() string     { return "order_reminder" }
func (OrderPaid) template() string         { return "order_paid" }
func (OrderDelayed) template() string      { return "order_delayed" }
func (ESIMDelivered) template() string     { return "esim_delivered" }
func (ESIMNotReissued) template() string   { return "esim_not_reissued" }
func (ESIMReissued) template() string      { return "esim_reissued" }
func (OrderCancelled) template() string    { return "order_cancelled" }
func (OrderRefunded) template() string     { return "order_refunded" }
func (OrderGivenBack) template() string    { return "order_given_back" }
func (OrderShipped) template() string      { return "order_shipped" }
func (RefundAsked) template() string       { return "refund_asked" }
func (RefundRefused) template() string     { return "refund_refused" }
func (OrderEmailChanged) template() string { return "order_email_changed" }
