package payment

import (
	"context"
	"fmt"
	"time"
)

// Case is something about money that a person has to look at.
type Case struct {
	// Kind is refund (the provider refused it), payment (the money does not match) or event (it names nothing we know).
	Kind    string    `json:"kind"`
	OrderNo string    `json:"orderNo,omitempty"`
	Since   time.Time `json:"since"`
	What    string    `json:"what"`
}

// Open lists the cases, oldest first.
func (s *Service) Open(ctx context.Context, limit int) ([]Case, error) {
	list := []Case{}
	err := s.db.Conn(ctx).Raw(`
		select 'refund' as kind, o.order_no, r.updated_at as since, 'refund ' || r.id || ' of ' || r.amount || ' failed' as what
		from refund r join orders o on o.id = r.order_id where r.state = 'failed'
		union all
		select 'payment', o.order_no, a.updated_at, 'attempt ' || a.id || ' does not match what came in'
		from payment_attempt a join orders o on o.id = a.order_id where a.status = 'review'
		union all
		select 'event', '', e.received_at, e.type || ' ' || e.id from payment_event e where e.outcome = ?
		order by since limit ?`, OutcomeUnknown, limit).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("list open cases: %w", err)
	}
	return list, nil
}
