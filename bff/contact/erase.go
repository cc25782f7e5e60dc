package contact

import "github.com/roamcart/roamcart/bff/platform/pg"

// Erase deletes what was written under addresses, in their normal form, and returns the tickets.
func (s *Service) Erase(tx *pg.Tx, tenantID int64, emails []string) ([]string, error) {
	return pg.List[string](tx, "delete messages", `
		delete from contact_message
		where tenant_id = ? and email in (select jsonb_array_elements_text(cast(? as jsonb))) returning ticket`,
		tenantID, pg.AsJSON(emails))
}
