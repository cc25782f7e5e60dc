package account

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Deletion is an account that was erased. It holds nothing about the person.
type Deletion struct {
	TenantID   int64     `json:"tenant"`
	CustomerID int64     `json:"customer"`
	At         time.Time `json:"at"`
}

// Deletions lists the accounts that were deleted since a moment, the oldest first.
func (s *Service) Deletions(ctx context.Context, since time.Time) ([]Deletion, error) {
	return pg.List[Deletion](s.DB.Conn(ctx), "read deletions", `
		select tenant_id, entity_id::bigint as customer_id, at from audit_log
		where entity = 'customer' and action = 'leave' and at >= ? order by at, id`, since)
}

// DeleteAgain erases an account that was erased before, in a copy of the database that was restored to an earlier moment; gone is false
// where it is not there. Its sessions ended when it was erased first. An account that was made after the deletion is somebody else's, who
// got the number in the copy.
func (s *Service) DeleteAgain(ctx context.Context, d Deletion, actor string) (gone bool, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		c, err := s.customer(tx.DB, `tenant_id = ? and id = ? and created_at <= ? for update`, d.TenantID, d.CustomerID, d.At)
		if gone = err == nil && c != nil; !gone {
			return err
		}
		return s.erase(ctx, tx, c, actor, "")
	})
	return gone && err == nil, err
}
