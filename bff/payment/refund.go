package payment

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Refund states.
const (
	// RefundRequested waits for staff to decide.
	RefundRequested = "requested"
	// RefundPending is on its way to the provider, or back.
	RefundPending   = "pending_refund"
	RefundSucceeded = "succeeded"
	RefundFailed    = "failed"
	// RefundRefused is staff's no.
	RefundRefused = "refused"
)

// Reasons of refunds that nobody asked for.
const (
	// ReasonLate is why money goes back that arrived for an order that could not take it any more.
	ReasonLate = "late"
	// ReasonMismatch is why money goes back that was not what its attempt asked for.
	ReasonMismatch = "mismatch"
	// ReasonOutside marks a refund that was made at the provider, not here.
	ReasonOutside = "outside"
	// ReasonStaff marks a refund that staff gave; why is in its notes.
	ReasonStaff = "staff"
	// ReasonUndelivered is why money goes back for what no carrier delivered in time.
	ReasonUndelivered = "undelivered"
	// ReasonElsewhere marks a refund that staff gave another way, such as a bank transfer, because the provider could not.
	ReasonElsewhere = "elsewhere"
	// ReasonDispute marks money that the payer's bank took back.
	ReasonDispute = "dispute"
)

// Refund is one refund of an order.
type Refund struct {
	ID        int64
	OrderID   int64
	Amount    int64
	Currency  string
	State     string
	Reason    string
	Notes     string
	Actor     string
	LineIDs   []int64
	CreatedAt time.Time
	UpdatedAt time.Time
	// SettledAt is when staff dealt with a refund that had failed.
	SettledAt *time.Time
}

// Unsettled reports whether the refund failed and staff have to deal with it.
func (r Refund) Unsettled() bool { return r.State == RefundFailed && r.SettledAt == nil }

// UnderWay reports whether the refund may still end either way.
func (r Refund) UnderWay() bool { return r.State == RefundRequested || r.State == RefundPending }

// given reports whether the refund stands for money that has left or may leave.
func (r Refund) given() bool { return r.UnderWay() || r.State == RefundSucceeded }

const refundColumns = `id, tenant_id, order_id, attempt_id, source, amount, currency, reason, notes, actor, lines, parts, state, provider_id,
	key_no, created_at, updated_at, settled_at`

type refundRow struct {
	ID        int64
	TenantID  int64
	OrderID   int64
	AttemptID int64
	Source    string
	Amount    int64
	Currency  string
	Reason    string
	Notes     string
	Actor     string
	Lines     pg.JSON[[]int64]
	// Parts is what comes back of lines that do not end with the refund, in minor units by line id.
	Parts      pg.JSON[map[int64]int64]
	State      string
	ProviderID string
	// KeyNo is the number of the idempotency key to ask with; each failure of the provider's spends one.
	KeyNo     int
	CreatedAt time.Time
	UpdatedAt time.Time
	SettledAt *time.Time
}

func (r refundRow) refund() Refund {
	return Refund{
		ID: r.ID, OrderID: r.OrderID, Amount: r.Amount, Currency: r.Currency, State: r.State, Reason: r.Reason, Notes: r.Notes,
		Actor: r.Actor, LineIDs: r.Lines.V, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, SettledAt: r.SettledAt,
	}
}

// isMade reports whether a refund of the row's payment at the provider is the row's: one for the same thing, or, of the version before, one
// with the same number. Numbers alone do not identify it, because a restored database gives them out again.
func (r refundRow) isMade(p ProviderRefund) bool {
	if p.Source != "" {
		return p.Source == r.Source && p.Amount == r.Amount
	}
	return p.RefundID == r.ID && p.Amount == r.Amount
}

// RefundByID reads one refund.
func (s *Service) RefundByID(ctx context.Context, id int64) (Refund, error) {
	list, err := s.refunds(ctx, s.db.Conn(ctx), `id = ?`, id)
	if err != nil {
		return Refund{}, err
	}
	if len(list) == 0 {
		return Refund{}, fmt.Errorf("no refund %d", id)
	}
	return list[0].refund(), nil
}

// Refunds lists an order's refunds, oldest first.
func (s *Service) Refunds(ctx context.Context, orderID int64) ([]Refund, error) {
	rows, err := s.refunds(ctx, s.db.Conn(ctx), `order_id = ? order by id`, orderID)
	if err != nil {
		return nil, err
	}
	list := make([]Refund, len(rows))
	for n, r := range rows {
		list[n] = r.refund()
	}
	return list, nil
}

func (s *Service) refunds(ctx context.Context, db *gorm.DB, where string, args ...any) ([]refundRow, error) {
	return pg.List[refundRow](db.WithContext(ctx), "read refunds", `select `+refundColumns+` from refund where `+where, args...)
}

// firstKey is what refunds begin with. The version before begins with 0, and looks for what was made before from 1 on: so it looks for
// refunds of this version, too.
const firstKey = 1

// insertRefund writes the refund, and its job when it is to go to the provider, under the order's lock. It returns 0 when
// nothing was written: the source has its refund already, or refunds of the attempt would exceed what it brought in.
func (s *Service) insertRefund(ctx context.Context, tx *pg.Tx, r *refundRow) (int64, error) {
	r.CreatedAt = s.clock.Now()
	r.UpdatedAt = r.CreatedAt
	if r.Lines.V == nil {
		r.Lines.V = []int64{}
	}
	if r.Parts.V == nil {
		r.Parts.V = map[int64]int64{}
	}
	var id int64
	err := tx.Raw(`
		insert into refund (tenant_id, order_id, attempt_id, source, amount, currency, reason, notes, actor, lines, parts, state,
		    provider_id, key_no, created_at, updated_at)
		select @tenant, @order, @attempt, @source, @amount, @currency, @reason, @notes, @actor, @lines, @parts, @state, @provider, @key, @now, @now
		where @amount + (select coalesce(sum(amount), 0) from refund where attempt_id = @attempt and state not in ('failed', 'refused'))
		      <= (select received from payment_attempt where id = @attempt)
		on conflict (tenant_id, source) do nothing
		returning id`, map[string]any{
		"tenant": r.TenantID, "order": r.OrderID, "attempt": r.AttemptID, "source": r.Source, "amount": r.Amount,
		"currency": r.Currency, "reason": r.Reason, "notes": r.Notes, "actor": r.Actor, "lines": r.Lines, "parts": r.Parts, "state": r.State,
		"provider": r.ProviderID, "key": firstKey, "now": r.CreatedAt,
	}).Scan(&id).Error
	if err != nil {
		return 0, fmt.Errorf("insert refund: %w", err)
	}
	if id == 0 || r.State != RefundPending || r.ProviderID != "" {
		return id, nil
	}
	return id, s.queue.Enqueue(ctx, tx, jobs.Job{Args: RefundArgs{id}})
}
