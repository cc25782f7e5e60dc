package merchandise

import (
	"context"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Queue takes jobs in the transaction that needs them.
type Queue interface {
	Enqueue(ctx context.Context, tx *pg.Tx, jobs ...jobs.Job) error
}

// Service reads and changes what staff decide about products. It is safe for concurrent use.
type Service struct {
	db    *pg.DB
	clock clock.Clock
	queue Queue
}

// New returns a service on db; c dates changes, and queue takes the jobs of scheduled prices.
func New(db *pg.DB, c clock.Clock, queue Queue) *Service { return &Service{db, c, queue} }

// audit notes what somebody did with a product, in the transaction that does it.
func (s *Service) audit(tx *pg.Tx, p Product, by audit.By, action, from, to string, detail map[string]any) error {
	return pg.Exec(tx, "note in the audit log", `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail, request_id)
		values (?, ?, ?, 'product', ?, ?, ?, ?, ?, ?)`,
		p.TenantID, s.clock.Now(), by.Actor, p.GoodsID, action, from, to, pg.AsJSON(detail), by.RequestID)
}
