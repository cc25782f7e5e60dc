package ops

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/catalog/naming"
	"github.com/roamcart/roamcart/bff/ledger"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/review"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/stock"
)

// Payments is what the commands about one order need of payments.
type Payments interface {
	StaffCancel(ctx context.Context, o order.Order, actor string) error
	Refunds(ctx context.Context, orderID int64) ([]payment.Refund, error)
	Disputes(ctx context.Context, orderID int64) ([]payment.Dispute, error)
	Latest(ctx context.Context, orderID int64) (*payment.Attempt, error)
}

// Refunds is what the commands that give money back need of payments.
type Refunds interface {
	GiveRefund(ctx context.Context, in payment.StaffRefund) (payment.Refund, error)
	DecideRefund(ctx context.Context, refundID int64, approve bool, actor, note string) (payment.Refund, error)
	GiveBackHeld(ctx context.Context, orderID int64, actor, note string) error
	SettleRefund(ctx context.Context, in payment.Settlement) error
}

// Provider is what the commands about the payment provider need: what is open there, its messages and the comparison with it.
type Provider interface {
	OpenCases(ctx context.Context, limit int) ([]payment.OpenCase, error)
	Replay(ctx context.Context, eventID string) (outcome string, err error)
	Reconcile(ctx context.Context, day time.Time) (payment.Reconciliation, error)
}

// Parcels sends SIM cards.
type Parcels interface {
	Ship(ctx context.Context, p sim.Parcel) error
}

// Carriers is what the back office needs of those who make SIMs.
type Carriers interface {
	Unreconciled(ctx context.Context, limit int) ([]sim.Case, error)
	Replay(ctx context.Context, messageID int64) (outcome string, err error)
	Erase(ctx context.Context) error
}

// Notes is what the back office needs of mails and text messages.
type Notes interface {
	Undelivered(ctx context.Context, limit int) ([]notify.UndeliveredNote, error)
}

// Jobs is what the back office needs of the job queue.
type Jobs interface {
	GivenUp(ctx context.Context, limit int) ([]jobs.GivenUp, error)
	Retry(ctx context.Context, id int64) error
}

// Stock takes deliveries in.
type Stock interface {
	Cards(ctx context.Context, d stock.Delivery) (stock.Taken, error)
	NumberedCards(ctx context.Context, d stock.Delivery) (stock.Taken, error)
	Profiles(ctx context.Context, d stock.Delivery) (stock.Taken, error)
	Numbers(ctx context.Context, d stock.Delivery) (stock.Taken, error)
}

// Customers finds customers, and those who have left.
type Customers interface {
	ByEmail(ctx context.Context, tenantID int64, email string) (c account.Customer, ok bool, err error)
	Deletions(ctx context.Context, since time.Time) ([]account.Deletion, error)
	DeleteAgain(ctx context.Context, d account.Deletion, actor string) (gone bool, err error)
}

// Rewards is what the back office needs of points and promo codes.
type Rewards interface {
	Adjust(ctx context.Context, a reward.Adjustment) error
	Grant(ctx context.Context, g reward.Gift) error
	Summary(ctx context.Context, tenantID, userID int64) (reward.Summary, error)
	Wallet(ctx context.Context, tenantID, userID int64) ([]reward.Promo, error)
}

// Reviews is what the back office needs of what buyers say.
type Reviews interface {
	Find(ctx context.Context, tenantID int64, state string, limit int) ([]review.Review, error)
	Decide(ctx context.Context, id int64, approve bool, actor, reason string) (review.Review, error)
}

// Names is what the back office needs of what sites call destinations.
type Names interface {
	List(ctx context.Context, tenantID int64) ([]naming.Override, error)
	Set(ctx context.Context, c naming.Change) (naming.Done, error)
}

// CLI is the modules that the commands work on.
type CLI struct {
	Clock     clock.Clock
	Orders    *order.Service
	Payments  Payments
	Refunds   Refunds
	Provider  Provider
	Parcels   Parcels
	Carriers  Carriers
	Stock     Stock
	Notes     Notes
	Jobs      Jobs
	Customers Customers
	Rewards   Rewards
	Reviews   Reviews
	Names     Names
	// Audit looks for what does not add up.
	Audit func(ctx context.Context) ([]ledger.Finding, error)
	// Open fills in the modules before the first command that needs them; nil when they are there.
	Open func(ctx context.Context, d *CLI) error
}

// Commands are all that can be done by staff, in the order of the help.
func (d *CLI) Commands() []Command {
	return []Command{
		{Name: "list", Help: "orders, oldest first", Prepare: d.list},
		{Name: "show", Args: "ORDER", Help: "an order with its payment, refunds and history", Prepare: d.show},
		{Name: "review", Args: "[ORDER]", Help: "what waits for a person; with an order: lift its hold and go on", Writes: true, Prepare: d.review},
		{Name: "hold", Args: "ORDER", Help: "keep an order from being delivered", Writes: true, Reasoned: true, Prepare: d.hold},
		{Name: "lift", Args: "ORDER", Help: "end a hold", Writes: true, Reasoned: true, Prepare: d.lift},
		{Name: "ship", Args: "ORDER", Help: "send the SIM cards of an order", Writes: true, Prepare: d.ship},
		{Name: "complete", Args: "ORDER", Help: "note that a parcel has arrived", Writes: true, Prepare: d.complete},
		{
			Name:     "cancel",
			Args:     "ORDER",
			Help:     "cancel an unpaid order, at the payment provider first",
			Writes:   true,
			Reasoned: true,
			Prepare:  d.cancel,
		},
		{
			Name:     "refund",
			Args:     "ORDER | approve ID | refuse ID | mismatch ORDER | again ID | elsewhere ID | nothing ID",
			Help:     "give money back, decide about a request, or settle a refund that failed",
			Writes:   true,
			Reasoned: true,
			Prepare:  d.refund,
		},
		{Name: "points", Args: "EMAIL", Help: "give a customer points, or take some", Writes: true, Reasoned: true, Prepare: d.points},
		{Name: "grant", Args: "EMAIL CODE", Help: "let a customer use a promo code", Writes: true, Reasoned: true, Prepare: d.grant},
		{
			Name:    "reviews",
			Args:    "[approve ID | reject ID]",
			Help:    "what buyers say and nobody has looked at; show a review, or do not",
			Writes:  true,
			Prepare: d.reviews,
		},
		{
			Name:    "names",
			Args:    "[set CODE | reset CODE]",
			Help:    "what sites call destinations and show them by, where that is not as on all sites; change it for a site and a language",
			Writes:  true,
			Prepare: d.names,
		},
		{
			Name:    "replay",
			Args:    "EVENT",
			Help:    "work a message of the provider, or one of a carrier by its number, again",
			Writes:  true,
			Prepare: d.replay,
		},
		{Name: "retry", Args: "JOB", Help: "try a job once more that was given up, by its number", Writes: true, Prepare: d.retry},
		{Name: "reconcile", Help: "compare a day with the provider", Prepare: d.reconcile},
		{Name: "audit", Help: "check that money, stock, codes and points add up; ends with 1 when they do not", Prepare: d.audit},
		{Name: "erase", Help: "erase now what is due of SIMs whose plans have ended, as happens every hour", Prepare: d.erase},
		{Name: "departures", Help: "accounts that were erased, by number; --json is what leave-again reads", Prepare: d.listDeletions},
		{Name: "leave-again", Args: "FILE", Help: "erase accounts again that a restored copy still has", Writes: true, Prepare: d.deleteAgain},
		{Name: "import-stock", Args: "FILE", Help: "count SIM cards in: sku,quantity", Writes: true, Reasoned: true, Prepare: d.deliver(Stock.Cards)},
		{
			Name:     "import-cards",
			Args:     "FILE",
			Help:     "count SIM cards in by number: sku,iccid",
			Writes:   true,
			Reasoned: true,
			Prepare:  d.deliver(Stock.NumberedCards),
		},
		{
			Name:     "import-profiles",
			Args:     "FILE",
			Help:     "count eSIM profiles in: sku,iccid,activation[,apn]",
			Writes:   true,
			Reasoned: true,
			Prepare:  d.deliver(Stock.Profiles),
		},
		{
			Name:     "import-numbers",
			Args:     "FILE",
			Help:     "add phone numbers to pick: goodsId,number,fee",
			Writes:   true,
			Reasoned: true,
			Prepare:  d.deliver(Stock.Numbers),
		},
	}
}

// one reads the order that a command is about.
func (d *CLI) one(ctx context.Context, c Call) (order.Order, error) {
	if len(c.Args) != 1 {
		return order.Order{}, UsageErrorf("name one order number")
	}
	return d.Orders.ByNumber(ctx, c.Tenant, c.Args[0])
}
