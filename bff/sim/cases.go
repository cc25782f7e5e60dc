package sim

import (
	"context"
	"fmt"
	"time"
)

// Case is something about a carrier that people should look at: a request of which nobody knows whether the carrier took it, or
// which it refuses for a reason that only people can mend, or a message about nothing of ours.
type Case struct {
	Kind string `json:"kind"` // request, reissue or message
	// ID is that of the request, the reissue or the message; a message can be worked again by it.
	ID      int64     `json:"id,string"`
	OrderNo string    `json:"orderNo,omitempty"`
	Carrier string    `json:"carrier"`
	What    string    `json:"what"`
	Since   time.Time `json:"since"`
	// RefundAt is when the shop gives up; a request that may have been taken is not given up before it could be looked up.
	RefundAt *time.Time `json:"refundAt,omitempty"`
}

// Unreconciled lists what people should look at, oldest first.
func (s *Service) Unreconciled(ctx context.Context, limit int) ([]Case, error) {
	list := []Case{}
	err := s.db.Conn(ctx).Raw(`
		select * from (
		    select 'request' as kind, c.id, o.order_no, c.carrier, c.created_at as since, c.sla_at as refund_at,
		        'reference ' || c.client_ref || ' is ' || c.state || ' after ' || c.attempts || ' tries: ' || c.error_class as what
		    from carrier_order c join orders o on o.id = c.order_id
		    where c.state = 'unknown' or (c.state in ('sent', 'pending') and c.sla_at <= @now)
		       or (c.state = 'intended' and c.error_class in ('invalid', 'auth', 'blocked', 'not_supported', 'insufficient_funds'))
		    union all
		    select 'reissue', r.id, o.order_no, r.carrier, r.created_at, null,
		        'reference ' || r.client_ref || ' is ' || r.state || ' after ' || r.attempts || ' tries: ' || r.error_class
		    from sim_reissue r join orders o on o.id = r.order_id
		    where r.state = 'unknown' or (r.state in ('sent', 'pending') and r.sla_at <= @now)
		       or (r.state = 'intended' and r.error_class in ('auth', 'blocked', 'insufficient_funds'))
		    union all
		    select 'message', id, '', carrier, received_at, null, type || ' about nothing we know'
		    from carrier_event where outcome = 'unknown' or (handled_at is null and received_at < @late)
		) found order by since, id limit @limit`, map[string]any{"now": s.clock.Now(), "late": s.clock.Now().Add(-parkFor), "limit": limit}).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("list cases of carriers: %w", err)
	}
	return list, nil
}
