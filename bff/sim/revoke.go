package sim

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Revoke takes back the profiles of lines whose money went back. A profile whose code was shown is dead; one that was only
// set aside goes back into the pool.
func (s *Service) Revoke(ctx context.Context, tx *pg.Tx, lineIDs []int64) error {
	if len(lineIDs) == 0 {
		return nil
	}
	err := tx.WithContext(ctx).Exec(`
		update esim_profile set
		    state = case state when 'allocated' then 'available' else 'revoked' end,
		    order_line_id = case state when 'allocated' then null else order_line_id end,
		    unit = case state when 'allocated' then null else unit end
		where state in ('allocated', 'delivered')
		  and order_line_id in (select jsonb_array_elements_text(cast(? as jsonb))::bigint)`, pg.AsJSON(lineIDs)).Error
	if err != nil {
		return fmt.Errorf("revoke eSIM profiles: %w", err)
	}
	return nil
}
