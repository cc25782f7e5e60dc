package contact

import (
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Forget deletes what was written under addresses, in their normal form, and returns the tickets.
func (s *Service) Forget(tx *pg.Tx, tenantID int64, emails []string) ([]string, error) {
	var tickets []string
	err := tx.Raw(`
		delete from contact_message
		where tenant_id = ? and email in (select jsonb_array_elements_text(cast(? as jsonb))) returning ticket`,
		tenantID, pg.AsJSON(emails)).Scan(&tickets).Error
	if err != nil {
		return nil, fmt.Errorf("forget messages: %w", err)
	}
	return tickets, nil
}
