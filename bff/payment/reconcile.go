package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Kinds of a difference.
const (
	// DiffMissingHere is money that moved at the provider and is not in our books.
	DiffMissingHere = "missing_here"
	// DiffMissingThere is money in our books that the provider knows nothing of.
	DiffMissingThere = "missing_there"
	DiffAmount       = "amount"
	DiffCurrency     = "currency"
	DiffStatus       = "status"
)

// Objects of a difference.
const (
	ObjectCharge = "charge"
	ObjectRefund = "refund"
)

// Difference is one thing about which our books and the provider do not agree. Ours and Theirs are what each says, "" for
// nothing.
type Difference struct {
	Kind       string `json:"kind"`
	Object     string `json:"object"`
	ProviderID string `json:"providerId"`
	OrderNo    string `json:"orderNo,omitempty"`
	Ours       string `json:"ours"`
	Theirs     string `json:"theirs"`
}

// Reconciliation is what comparing a day came to.
type Reconciliation struct {
	// Day is the day in UTC, as 2026-03-01.
	Day         string       `json:"day"`
	Charges     int          `json:"charges"`
	Refunds     int          `json:"refunds"`
	Differences []Difference `json:"differences"`
}

// Reconcile compares a day (UTC) with the provider: every charge and refund made there that day with our books, and what
// our books say came in or went out that day with the provider. What it finds is stored in place of what an earlier run of
// the day found, and told.
func (s *Service) Reconcile(ctx context.Context, day time.Time) (Reconciliation, error) {
	from := day.UTC().Truncate(24 * time.Hour)
	run := &comparison{Service: s, from: from, before: from.Add(24 * time.Hour)}
	run.Day, run.Differences = from.Format(time.DateOnly), []Difference{}
	for _, step := range []func(context.Context) error{run.theirCharges, run.ourCharges, run.theirRefunds, run.ourRefunds} {
		if err := step(ctx); err != nil {
			return Reconciliation{}, fmt.Errorf("reconcile %s: %w", run.Day, err)
		}
	}
	if err := s.storeReconciliation(ctx, run.Reconciliation); err != nil {
		return Reconciliation{}, err
	}
	for _, d := range run.Differences {
		s.log.ErrorContext(ctx, "books and provider differ", "day", run.Day, "kind", d.Kind, "object", d.Object,
			"provider", d.ProviderID, "order", d.OrderNo, "ours", d.Ours, "theirs", d.Theirs)
	}
	return run.Reconciliation, nil
}

// ReconcileYesterday is the daily job. It waits until the day is an hour over, for the last webhooks to arrive.
func (s *Service) ReconcileYesterday(ctx context.Context) error {
	day := s.clock.Now().UTC().Add(-time.Hour).AddDate(0, 0, -1)
	var done int
	err := s.db.Conn(ctx).Raw(`select count(*) from reconciliation where day = ?`, day.Format(time.DateOnly)).Scan(&done).Error
	if err != nil {
		return fmt.Errorf("look for reconciliation: %w", err)
	}
	if done > 0 {
		return nil
	}
	_, err = s.Reconcile(ctx, day)
	return err
}

type comparison struct {
	*Service
	Reconciliation
	from, before time.Time
	// seen are the provider's ids that were compared.
	seen map[string]bool
}

func (c *comparison) differ(kind, object, providerID, orderNo, ours, theirs string) {
	c.Differences = append(c.Differences, Difference{kind, object, providerID, orderNo, ours, theirs})
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
	IntentID, OrderNo, Status, ReceivedCurrency string
	Received                                    int64
}

func (c *comparison) bookedCharges(ctx context.Context, where string, args ...any) ([]bookedCharge, error) {
	var list []bookedCharge
	err := c.db.Conn(ctx).Raw(`
		select a.intent_id, o.order_no, a.status, a.received_currency, a.received
		from payment_attempt a join orders o on o.id = a.order_id where `+where, args...).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("read booked charges: %w", err)
	}
	return list, nil
}

func (c *comparison) theirCharges(ctx context.Context) error {
	list, err := c.provider.Charges(ctx, c.from, c.before)
	if err != nil {
		return err
	}
	c.Charges, c.seen = len(list), map[string]bool{}
	ids := make([]string, len(list))
	for i, ch := range list {
		c.seen[ch.IntentID], ids[i] = true, ch.IntentID
	}
	ours, err := c.bookedCharges(ctx, `a.intent_id in (select jsonb_array_elements_text(cast(? as jsonb)))`, pg.AsJSON(ids))
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

// ourCharges looks for what we booked that day and the provider did not list: it may have been charged the day before.
func (c *comparison) ourCharges(ctx context.Context) error {
	list, err := c.bookedCharges(ctx, `a.received_at >= ? and a.received_at < ?`, c.from, c.before)
	if err != nil {
		return err
	}
	for _, b := range list {
		if c.seen[b.IntentID] {
			continue
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
	var list []bookedRefund
	err := c.db.Conn(ctx).Raw(`
		select r.id, r.amount, r.currency, r.state, r.provider_id, o.order_no, a.intent_id
		from refund r join orders o on o.id = r.order_id join payment_attempt a on a.id = r.attempt_id where `+where, args...).
		Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("read booked refunds: %w", err)
	}
	return list, nil
}

func (c *comparison) theirRefunds(ctx context.Context) error {
	list, err := c.provider.Refunds(ctx, c.from, c.before)
	if err != nil {
		return err
	}
	c.Reconciliation.Refunds = len(list)
	known, asked := make([]string, len(list)), make([]int64, len(list))
	for i, pr := range list {
		c.seen[pr.ID] = true
		known[i], asked[i] = pr.ID, pr.RefundID
	}
	ours, err := c.bookedRefunds(ctx, `
		r.provider_id <> '' and r.provider_id in (select jsonb_array_elements_text(cast(? as jsonb)))
		or r.provider_id = '' and r.id in (select cast(jsonb_array_elements(cast(? as jsonb)) as bigint))`, pg.AsJSON(known), pg.AsJSON(asked))
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

// is reports whether a refund is the provider's: by its id there, or, until we have heard that, by the one that we asked with.
func (b bookedRefund) is(pr ProviderRefund) bool {
	return b.Row.ProviderID == pr.ID || (b.Row.ProviderID == "" && b.Row.ID == pr.RefundID && b.IntentID == pr.IntentID)
}

func (c *comparison) compareRefund(b bookedRefund, pr ProviderRefund) {
	c.compare(ObjectRefund, pr.ID, b.OrderNo, b.Row.Amount, pr.Amount, b.Row.Currency, pr.Currency)
	if state := map[string]string{"succeeded": RefundSucceeded, "failed": RefundFailed, "pending": RefundPending}[pr.State]; b.Row.State != state {
		c.differ(DiffStatus, ObjectRefund, pr.ID, b.OrderNo, b.Row.State, pr.State)
	}
}

// ourRefunds looks for what we booked that day and the provider did not list. Money lost to a dispute is no refund there.
func (c *comparison) ourRefunds(ctx context.Context) error {
	list, err := c.bookedRefunds(ctx, `
		r.state = 'succeeded' and r.updated_at >= ? and r.updated_at < ? and r.source not like 'dispute:%'`, c.from, c.before)
	if err != nil {
		return err
	}
	for _, b := range list {
		if c.seen[b.Row.ProviderID] {
			continue
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

func (s *Service) storeReconciliation(ctx context.Context, r Reconciliation) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		err := tx.Exec(`
			insert into reconciliation (day, ran_at, charges, refunds, differences) values (?, ?, ?, ?, ?)
			on conflict (day) do update set ran_at = excluded.ran_at, charges = excluded.charges, refunds = excluded.refunds,
			    differences = excluded.differences`, r.Day, s.clock.Now(), r.Charges, r.Refunds, len(r.Differences)).Error
		if err == nil {
			err = tx.Exec(`delete from reconciliation_difference where day = ?`, r.Day).Error
		}
		for _, d := range r.Differences {
			if err == nil {
				err = tx.Exec(`
					insert into reconciliation_difference (day, kind, object, provider_id, order_no, ours, theirs)
					values (?, ?, ?, ?, ?, ?, ?)`, r.Day, d.Kind, d.Object, d.ProviderID, d.OrderNo, d.Ours, d.Theirs).Error
			}
		}
		if err != nil {
			return fmt.Errorf("store reconciliation: %w", err)
		}
		return nil
	})
}
