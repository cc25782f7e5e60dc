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

// Deps are what a Service works with.
type Deps struct {
	DB       *pg.DB
	Clock    clock.Clock
	Carts    Carts
	Queue    *jobs.Queue
	Spending RewardSpending
	Earnings RewardEarning
	Privacy  Privacy
	Zones    offer.Zones
	// SIMs says for which SIMs top-ups can be bought; nil sells none.
	SIMs SIMs
	// Window is how long an order waits for payment.
	Window time.Duration
	// Unpaid bounds what waits for payment; the zero value does not.
	Unpaid Unpaid
	// Holds bounds the numbers that carts and unpaid orders hold.
	Holds offer.Holds
	// Count receives each step of an order after the commit; nil counts nothing.
	Count func(Milestone)
}

// Service takes orders and moves them on.
type Service struct {
	db       *pg.DB
	clock    clock.Clock
	carts    Carts
	queue    *jobs.Queue
	spending RewardSpending
	earnings RewardEarning
	privacy  Privacy
	zones    offer.Zones
	sims     SIMs
	window   time.Duration
	unpaid   Unpaid
	holds    offer.Holds
	counted  func(Milestone)
}

// New returns a service.
func New(d Deps) *Service {
	return &Service{
		db: d.DB, clock: d.Clock, carts: d.Carts, queue: d.Queue, spending: d.Spending, earnings: d.Earnings, privacy: d.Privacy,
		zones: d.Zones, sims: d.SIMs, window: d.Window, unpaid: d.Unpaid, holds: d.Holds,
		counted: d.Count,
	}
}

// ExpireArgs asks to close an order whose payment window has ended, as earlier versions did with each order.
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
	// Subject distinguishes several mails of one template, for example the refund it is about.
	Subject string `json:"subject,omitempty"`
}

// Kind names the worker.
func (MailArgs) Kind() string { return "order_mail" }

// MailsArgs asks for several of an order's mails, which are due at once and sent in their order.
type MailsArgs struct {
	OrderID int64      `json:"orderId"`
	Mails   []MailArgs `json:"mails"`
}

// Kind names the worker.
func (MailsArgs) Kind() string { return "order_mails" }

// MailJob returns the job that sends mails of one order; there is at least one.
func MailJob(mails ...MailArgs) jobs.Job {
	if len(mails) == 1 {
		return jobs.Job{Args: mails[0]}
	}
	return jobs.Job{Args: MailsArgs{OrderID: mails[0].OrderID, Mails: mails}}
}

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
	// MailGivenBack says that what cost no money has ended; its subject is a FreeEnd.
	MailGivenBack = "order_given_back"
	// MailRefundAsked and MailRefundRefused are about a request that staff look at.
	MailRefundAsked   = "refund_asked"
	MailRefundRefused = "refund_refused"
)
