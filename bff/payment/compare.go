package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// comparison is the next part of a day's: a page of the provider's list, or some of our ledger that are in none.
type comparison struct {
	*Service
	// Day is the day in UTC, as 2026-03-01; from and before are its ends.
	Day          string
	from, before time.Time
	// was is where the part begins, to is where the next one does.
	was, to progress
	// seen are the provider's ids that were listed, of objects; found is what does not agree.
	object string
	seen   []string
	found  []Difference
}

// ownPage is how much of our ledger is looked at in one part.
const ownPage = 100

func (c *comparison) differ(kind, object, providerID, orderNo, ours, theirs string) {
	c.found = append(c.found, Difference{kind, object, providerID, orderNo, ours, theirs})
}

func (c *comparison) compare(object, providerID, orderNo string, ours, theirs int64, ourCurrency, theirCurrency string) {
	if ours != theirs {
		c.differ(DiffAmount, object, providerID, orderNo, fmt.Sprint(ours), fmt.Sprint(theirs))
	}
	if ourCurrency != theirCurrency {
		c.differ(DiffCurrency, object, providerID, orderNo, ourCurrency, theirCurrency)
	}
}

type bookedCharge struct {
	ID, Received                                int64
	IntentID, OrderNo, Status, ReceivedCurrency string
}

func (c *comparison) bookedCharges(ctx context.Context, where string, args ...any) ([]bookedCharge, error) {
	return pg.List[bookedCharge](c.db.Conn(ctx), "read booked charges", `
		select a.id, a.intent_id, o.order_no, a.status, a.received_currency, a.received
		from payment_attempt a join orders o on o.id = a.order_id where `+where, args...)
}

func (c *comparison) theirCharges(ctx context.Context) error {
	list, next, err := c.provider.Charges(ctx, c.from, c.before, c.to.Cursor)
	if err != nil {
		return err
	}
	c.to.Charges, c.to.Cursor, c.object, c.seen = c.to.Charges+len(list), next, ObjectCharge, make([]string, len(list))
	for i, ch := range list {
		c.seen[i] = ch.IntentID
	}
	ours, err := c.bookedCharges(ctx, `a.intent_id in (select jsonb_array_elements_text(cast(? as jsonb)))`, pg.AsJSON(c.seen))
	if err != nil {
		return err
	}
	booked := map[string]bookedCharge{}
	for _, b := range ours {
		booked[b.IntentID] = b
	}
	for _, ch := range list {
		b, ok := booked[ch.IntentID]
		switch {
		case !ok:
			c.differ(DiffMissingHere, ObjectCharge, ch.IntentID, "", "", fmt.Sprintf("%d %s", ch.Amount, ch.Currency))
		case b.Received == 0:
			c.differ(DiffStatus, ObjectCharge, ch.IntentID, b.OrderNo, b.Status, "succeeded")
		default:
			c.compare(ObjectCharge, ch.IntentID, b.OrderNo, b.Received, ch.Amount, b.ReceivedCurrency, ch.Currency)
		}
	}
	return nil
}

// unlisted is a condition on a column: the provider did not list it that day. Its arguments are the day and the kind of object.
func (c *comparison) unlisted(column string) string {
	// Not as "not exists": where nobody has counted the rows, that is planned as one loop within another.
	return `(select s.provider_id from reconciliation_seen s where s.day = ? and s.object = ? and s.provider_id = ` + column + `) is null`
}

// number is the id in our ledger after which the part begins.
func (c *comparison) number() int64 {
	n, _ := strconv.ParseInt(c.to.Cursor, 10, 64)
	return n
}

// ourCharges looks for what we booked that day and the provider did not list: it may have been charged the day before.
func (c *comparison) ourCharges(ctx context.Context) error {
	list, err := c.bookedCharges(ctx, `a.received_at >= ? and a.received_at < ? and a.id > ? and `+c.unlisted("a.intent_id")+` order by a.id limit ?`,
		c.from, c.before, c.number(), c.Day, ObjectCharge, ownPage)
	if err != nil {
		return err
	}
	c.to.Cursor = ""
	for n, b := range list {
		if n == ownPage-1 {
			c.to.Cursor = strconv.FormatInt(b.ID, 10)
		}
		in, err := c.provider.Intent(ctx, b.IntentID)
		switch {
		case errors.Is(err, ErrUnknown):
			c.differ(DiffMissingThere, ObjectCharge, b.IntentID, b.OrderNo, fmt.Sprintf("%d %s", b.Received, b.ReceivedCurrency), "")
		case err != nil: // no answer, or a key that it does not take, says nothing about the money
			return err
		case in.Status != IntentSucceeded:
			c.differ(DiffStatus, ObjectCharge, b.IntentID, b.OrderNo, b.Status, string(in.Status))
		default:
			c.compare(ObjectCharge, b.IntentID, b.OrderNo, b.Received, in.AmountReceived, b.ReceivedCurrency, in.Currency)
		}
	}
	return nil
}

type bookedRefund struct {
	Row               refundRow `gorm:"embedded"`
	OrderNo, IntentID string
}

func (c *comparison) bookedRefunds(ctx context.Context, where string, args ...any) ([]bookedRefund, error) {
	return pg.List[bookedRefund](c.db.Conn(ctx), "read booked refunds", `
		select r.id, r.amount, r.currency, r.state, r.provider_id, o.order_no, a.intent_id
		from refund r join orders o on o.id = r.order_id join payment_attempt a on a.id = r.attempt_id where `+where, args...)
}

func (c *comparison) theirRefunds(ctx context.Context) error {
	list, next, err := c.provider.Refunds(ctx, c.from, c.before, c.to.Cursor)
	if err != nil {
		return err
	}
	known, ids := make([]string, len(list)), make([]int64, len(list))
	for i, pr := range list {
		known[i], ids[i] = pr.ID, pr.RefundID
	}
	c.to.Refunds, c.to.Cursor, c.object, c.seen = c.to.Refunds+len(list), next, ObjectRefund, known
	ours, err := c.bookedRefunds(ctx, `
		r.provider_id <> '' and r.provider_id in (select jsonb_array_elements_text(cast(? as jsonb)))
		or r.provider_id = '' and r.id in (select cast(jsonb_array_elements(cast(? as jsonb)) as bigint))`, pg.AsJSON(known), pg.AsJSON(ids))
	if err != nil {
		return err
	}
	for _, pr := range list {
		at := slices.IndexFunc(ours, func(b bookedRefund) bool { return b.is(pr) })
		if at < 0 {
			c.differ(DiffMissingHere, ObjectRefund, pr.ID, "", "", fmt.Sprintf("%d %s", pr.Amount, pr.Currency))
			continue
		}
		c.compareRefund(ours[at], pr)
	}
	return nil
}

// is reports whether a refund is the provider's: by its id there, or, until we know that, by the one that we asked for.
func (b bookedRefund) is(pr ProviderRefund) bool {
	return b.Row.ProviderID == pr.ID || (b.Row.ProviderID == "" && b.Row.ID == pr.RefundID && b.IntentID == pr.IntentID)
}

func (c *comparison) compareRefund(b bookedRefund, pr ProviderRefund) {
	c.compare(ObjectRefund, pr.ID, b.OrderNo, b.Row.Amount, pr.Amount, b.Row.Currency, pr.Currency)
	if state := map[string]string{"succeeded": RefundSucceeded, "failed": RefundFailed, "pending": RefundPending}[pr.State]; b.Row.State != state {
		c.differ(DiffStatus, ObjectRefund, pr.ID, b.OrderNo, b.Row.State, pr.State)
	}
}

// ourRefunds looks for what we booked that day and the provider did not list. Money lost to a dispute, or given back another way, is no
// refund there.
func (c *comparison) ourRefunds(ctx context.Context) error {
	list, err := c.bookedRefunds(ctx, `
		r.state = 'succeeded' and r.updated_at >= ? and r.updated_at < ? and r.source not like 'dispute:%' and r.source not like 'elsewhere:%' and r.id > ?
		and `+c.unlisted("r.provider_id")+` order by r.id limit ?`, c.from, c.before, c.number(), c.Day, ObjectRefund, ownPage)
	if err != nil {
		return err
	}
	c.to.Cursor = ""
	for n, b := range list {
		if n == ownPage-1 {
			c.to.Cursor = strconv.FormatInt(b.Row.ID, 10)
		}
		pr, err := c.provider.GetRefund(ctx, b.Row.ProviderID)
		switch {
		case errors.Is(err, ErrUnknown):
			c.differ(DiffMissingThere, ObjectRefund, b.Row.ProviderID, b.OrderNo, fmt.Sprintf("%d %s", b.Row.Amount, b.Row.Currency), "")
		case err != nil:
			return err
		default:
			c.compareRefund(b, pr)
		}
	}
	return nil
}
