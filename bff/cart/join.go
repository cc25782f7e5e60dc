package cart

import (
	"context"
	_ "embed"
	"fmt"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

//go:embed join.sql
var joinSQL string

// Merge moves a browser's lines into a customer's cart, in one statement, so that they move once however often it is
// asked. Picked numbers stay held. The same product adds up, up to MaxQuantity; what does not fit into MaxLines is left
// out, the newest first. Only a browser's cart joins: never another customer's.
func (s *Service) Merge(ctx context.Context, tenantID int64, from, to Owner) error {
	if !from.IsVisitor() || to.IsVisitor() {
		return nil
	}
	err := s.fill(ctx, tenantID, to, func(db *gorm.DB) error {
		return db.Exec(joinSQL,
			map[string]any{"tenant": tenantID, "from": from, "to": to, "now": s.clock.Now(), "lines": MaxLines, "max": MaxQuantity}).Error
	})
	if err != nil {
		return fmt.Errorf("join carts: %w", err)
	}
	return nil
}

// Erase empties the cart of a customer who leaves.
func (s *Service) Erase(tx *pg.Tx, tenantID int64, owner Owner) error {
	return pg.Exec(tx, "erase cart", `delete from cart_item where tenant_id = ? and owner = ?`, tenantID, owner)
}
