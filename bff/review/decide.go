package review

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const columns = `r.id, r.tenant_id, o.order_no, r.goods_id, l.name_en, l.name_zh, r.stars, r.body as text, r.author,
	r.locale, r.state, r.created_at as at, r.decided_at`

const joined = ` from review r join order_line l on l.id = r.order_line_id join orders o on o.id = l.order_id`

// Find returns the reviews of a state, oldest first, those of all sites where tenantID is 0. Never nil.
func (s *Service) Find(ctx context.Context, tenantID int64, state string, limit int) ([]Review, error) {
	return pg.List[Review](s.db.Conn(ctx), "find reviews",
		`select `+columns+joined+` where r.state = ? and cast(? as bigint) in (0, r.tenant_id) order by r.created_at, r.id limit ?`,
		state, tenantID, limit)
}

// Decide approves or rejects a review, for good: one that was approved can still be rejected, nothing else is changed. The order
// is locked first, as everywhere. Faults: review_not_found, review_decided.
func (s *Service) Decide(ctx context.Context, id int64, approve bool, actor, reason string) (Review, error) {
	to, from := Rejected, []string{Waiting, Approved}
	if approve {
		to, from = Approved, []string{Waiting}
	}
	var out Review
	now := s.clock.Now()
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		var orderID []int64
		err := tx.Raw(`select o.id`+joined+` where r.id = ? for no key update of o`, id).Scan(&orderID).Error
		if err == nil && len(orderID) == 1 {
			err = tx.Raw(`select `+columns+joined+` where r.id = ?`, id).Scan(&out).Error
		}
		if err != nil {
			return fmt.Errorf("read review: %w", err)
		}
		if out.ID == 0 { // never there, or erased meanwhile
			return fault.New("review_not_found")
		}
		changed, err := pg.Changed(tx, "decide about a review",
			`update review set state = @to, decided_at = @now where id = @id and state in (select jsonb_array_elements_text(cast(@from as jsonb)))`,
			map[string]any{"to": to, "now": now, "id": id, "from": pg.AsJSON(from)})
		if err != nil {
			return err
		}
		if !changed {
			return fault.New("review_decided")
		}
		err = s.audit.Audit(tx, order.Locked{ID: orderID[0], TenantID: out.TenantID}, actor, "review_"+to, out.State, to,
			map[string]any{"review": id, "reason": reason})
		out.State, out.DecidedAt = to, &now
		return err
	})
	return out, err
}
