package staff

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// LogEntry is something that staff did, in the Studio or on the command line.
type LogEntry struct {
	ID    int64
	At    time.Time
	Actor string
	// Site is the shop that it concerns, 0 for all.
	Site             int64 `gorm:"column:tenant_id"`
	Entity, EntityID string
	// Name is the number of an order, "" for anything else.
	Name               string
	Action             string
	FromState, ToState string
	Detail             pg.JSON[map[string]any]
}

// Log lists what staff did, the newest first: at most limit entries, those with ids below before; 0 begins at the newest.
func (s *Service) Log(ctx context.Context, before int64, limit int) ([]LogEntry, error) {
	return pg.List[LogEntry](s.DB.Conn(ctx), "list the log", `
		select id, at, actor, tenant_id, entity, entity_id, action, from_state, to_state, detail,
		    coalesce(case when entity = 'order' then (select order_no from orders where orders.id = entity_id::bigint) end, '') as name
		from audit_log
		where actor like 'staff:%' and (? = 0 or id < ?) order by id desc limit ?`, before, before, limit)
}

// Purge deletes ceremonies, codes and sessions that are over, and invitations that nobody accepted in time.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	for _, old := range []struct {
		table, key, where string
		args              []any
	}{
		{"staff_ceremony", "id_hash", `expires_at < $1`, []any{now}},
		{"staff_code", "id", `sent_at < $1`, []any{now.Add(-48 * time.Hour)}},
		{"staff_session", "id", `seen_at < $1 or created_at < $2`, []any{now.Add(-SessionIdle), now.Add(-SessionMax)}},
		{"staff_invitation", "id", `expires_at < $1`, []any{now.Add(-30 * 24 * time.Hour)}},
	} {
		if err := s.DB.DeleteOld(ctx, old.table, old.key, old.where, old.args...); err != nil {
			return err
		}
	}
	return nil
}
