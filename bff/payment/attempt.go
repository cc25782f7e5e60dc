package payment

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Attempt statuses.
const (
	AttemptOpen       = "open"
	AttemptProcessing = "processing"
	AttemptSucceeded  = "succeeded"
	AttemptFailed     = "failed"
	AttemptCancelled  = "cancelled"
	AttemptLatePaid   = "late_paid"
	AttemptReview     = "review"
)

// Channels of an attempt.
const (
	ChannelIntent = "intent"
	ChannelHosted = "hosted"
)

// Attempt is one try to pay an order.
type Attempt struct {
	ID           int64
	TenantID     int64
	OrderID      int64
	Method       string
	Channel      string
	Status       string
	Amount       int64
	Currency     string
	IntentID     *string
	SessionID    *string
	ClientSecret []byte // sealed
	HostedURL    string
	QRData       string
	QRExpiresAt  *time.Time
	LastError    string
	// Received and ReceivedCurrency are what came in, which is not always what was asked for.
	Received         int64
	ReceivedCurrency string
	CreatedAt        time.Time
}

// settled reports whether nothing can happen to the attempt any more.
func (a Attempt) settled() bool {
	return a.Status == AttemptSucceeded || a.Status == AttemptLatePaid || a.Status == AttemptReview || a.Status == AttemptCancelled
}

const attemptColumns = `id, tenant_id, order_id, method, channel, status, amount, currency, intent_id, session_id,
	client_secret, hosted_url, qr_data, qr_expires_at, last_error, received, received_currency, created_at`

func attempts(ctx context.Context, db *gorm.DB, where string, args ...any) ([]Attempt, error) {
	return pg.List[Attempt](db.WithContext(ctx), "read payment attempts",
		`select `+attemptColumns+` from payment_attempt where `+where, args...)
}

// Latest returns the order's newest attempt, nil when nobody has tried to pay yet.
func (s *Service) Latest(ctx context.Context, orderID int64) (*Attempt, error) {
	list, err := attempts(ctx, s.db.Conn(ctx), `order_id = ? order by id desc limit 1`, orderID)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// unsettled returns the order's attempts that the provider may still turn into money.
func (s *Service) unsettled(ctx context.Context, orderID int64) ([]Attempt, error) {
	return attempts(ctx, s.db.Conn(ctx), `order_id = ? and status in ('open', 'processing', 'failed') order by id`, orderID)
}

// setStatus moves the attempt from the status it is known to have.
func (s *Service) setStatus(tx *pg.Tx, a Attempt, to, lastError string) error {
	moved, err := pg.Changed(tx, "move payment attempt to "+to,
		`update payment_attempt set status = ?, last_error = ?, updated_at = ? where id = ? and status = ?`,
		to, lastError, s.clock.Now(), a.ID, a.Status)
	if err == nil && !moved {
		err = fmt.Errorf("payment attempt %d left %s under a lock", a.ID, a.Status)
	}
	return err
}

// receive moves the attempt to where its money leaves it, and notes what came in. An event that reported a payment, "" for none, is noted
// as worked in the same statement.
func (s *Service) receive(tx *pg.Tx, a Attempt, to string, in Intent, eventID string) error {
	received, err := pg.List[int64](tx, "receive payment as "+to, `
		with noted as (
		    update payment_event set processed_at = @now, outcome = @outcome where id = @event
		)
		update payment_attempt set status = @to, last_error = '', received = @amount, received_currency = @currency, received_at = @now,
		    updated_at = @now
		where id = @attempt and status = @from returning id`, map[string]any{
		"event": eventID, "outcome": OutcomePaid, "to": to, "amount": in.AmountReceived, "currency": in.Currency, "now": s.clock.Now(),
		"attempt": a.ID, "from": a.Status})
	if err != nil {
		return err
	}
	if len(received) == 0 {
		return fmt.Errorf("payment attempt %d left %s under a lock", a.ID, a.Status)
	}
	return nil
}
