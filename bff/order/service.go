package order

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Carts is what an order needs of carts.
type Carts interface {
	Get(ctx context.Context, tenantID int64, owner cart.Owner) (cart.Cart, error)
}

// Queue takes jobs in the transaction that needs them.
type Queue interface {
	Enqueue(ctx context.Context, tx *pg.Tx, jobs ...jobs.Job) error
}

// Service takes orders and moves them on.
type Service struct {
	db      *pg.DB
	clock   clock.Clock
	carts   Carts
	queue   Queue
	rewards Rewards
	window  time.Duration
	privacy Privacy
	zones   offer.Zones
	// SIMs says for which SIMs top-ups can be bought; nil sells none.
	SIMs SIMs
	// Unpaid bounds what waits for payment; the zero value does not.
	Unpaid Unpaid
	// Holds bounds the numbers that carts and unpaid orders hold.
	Holds offer.Holds
}

// Deps are what a Service works with. SIMs, Unpaid and Holds may be left out.
type Deps struct {
	DB      *pg.DB
	Clock   clock.Clock
	Carts   Carts
	Queue   Queue
	Rewards Rewards
	// Window is how long an order waits for payment.
	Window  time.Duration
	Privacy Privacy
	Zones   offer.Zones
	SIMs    SIMs
	Unpaid  Unpaid
	Holds   offer.Holds
}

// NewService returns a service.
func NewService(d Deps) *Service {
	return &Service{
		db: d.DB, clock: d.Clock, carts: d.Carts, queue: d.Queue, rewards: d.Rewards, window: d.Window, privacy: d.Privacy, zones: d.Zones,
		SIMs: d.SIMs, Unpaid: d.Unpaid, Holds: d.Holds,
	}
}

// ExpireArgs asks to close an order whose payment window has ended.
type ExpireArgs struct {
	OrderID int64 `json:"orderId"`
}

// Kind names the worker.
func (ExpireArgs) Kind() string { return "order_expire" }

// FulfilArgs asks to deliver what a paid order holds.
type FulfilArgs struct {
	OrderID int64 `json:"orderId"`
}

// Kind names the worker.
func (FulfilArgs) Kind() string { return "order_fulfil" }

// MailArgs asks for one of an order's mails; each template goes out once per order and subject.
type MailArgs struct {
	OrderID  int64  `json:"orderId"`
	Template string `json:"template"`
	// Subject tells several mails of one template apart, for example the refund it is about.
	Subject string `json:"subject,omitempty"`
}

// Kind names the worker.
func (MailArgs) Kind() string { return "order_mail" }

// Mail templates of an order.
const (
	MailPlaced   = "order_placed"
	MailReminder = "order_reminder"
	MailPaid     = "order_paid"
	MailESIM     = "esim_delivered"
	MailReissued = "esim_reissued"
	// MailNotReissued says that an eSIM that was to be issued again was not.
	MailNotReissued = "esim_not_reissued"
	MailDelayed     = "order_delayed"
	MailShipped     = "order_shipped"
	MailCancelled   = "order_cancelled"
	MailRefunded    = "order_refunded"
	// MailRefundAsked and MailRefundRefused are about a request that staff look at.
	MailRefundAsked   = "refund_asked"
	MailRefundRefused = "refund_refused"
)
