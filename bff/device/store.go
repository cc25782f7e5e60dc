package device

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// KeepFor is how long a check stands for its owner: people change their phones.
const KeepFor = 30 * 24 * time.Hour

// Service answers about devices.
type Service struct {
	db    *pg.DB
	clock clock.Clock
}

// NewService returns a service.
func NewService(db *pg.DB, c clock.Clock) *Service { return &Service{db: db, clock: c} }

// Store remembers an owner's newest check.
func (s *Service) Store(ctx context.Context, tenantID int64, owner string, c Check) error {
	return pg.Exec(s.db.Conn(ctx), "keep device check", `
		insert into device_check (tenant_id, owner, body, checked_at) values (@tenant, @owner, @body, @at)
		on conflict (tenant_id, owner) do update set body = excluded.body, checked_at = excluded.checked_at`,
		map[string]any{"tenant": tenantID, "owner": owner, "body": pg.AsJSON(c), "at": c.At})
}

// Latest returns the newest check of these owners, nil without one.
func (s *Service) Latest(ctx context.Context, tenantID int64, owners ...string) (*Check, error) {
	rows, err := pg.List[struct{ Body pg.JSON[Check] }](s.db.Conn(ctx), "read device check", `
		select body from device_check
		where tenant_id = ? and owner = any(cast(? as text[])) and checked_at >= ?
		order by checked_at desc limit 1`, tenantID, pg.Array(owners), s.clock.Now().Add(-KeepFor))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0].Body.V, nil
}

// Purge deletes checks that stand for nobody any more.
func (s *Service) Purge(ctx context.Context) error {
	return s.db.DeleteOld(ctx, "device_check", "tenant_id, owner", `checked_at < $1`, s.clock.Now().Add(-KeepFor))
}

// Erase drops the check of an owner who leaves.
func (s *Service) Erase(tx *pg.Tx, tenantID int64, owner string) error {
	return pg.Exec(tx, "erase device check", `delete from device_check where tenant_id = ? and owner = ?`, tenantID, owner)
}
