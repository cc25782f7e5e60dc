package sim

import (
	"context"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Revoke takes back what was delivered on lines whose money went back. A profile whose code was shown is dead; one that was
// only set aside goes back into the pool; what a carrier issued, a line or a plan for one, is cancelled there.
func (s *Service) Revoke(ctx context.Context, tx *pg.Tx, lineIDs []int64) error {
	if len(lineIDs) == 0 {
		return nil
	}
	args := map[string]any{"lines": pg.AsJSON(lineIDs), "now": s.clock.Now()}
	err := pg.Exec(tx.WithContext(ctx), "revoke eSIMs", `
		with lines as (select jsonb_array_elements_text(cast(@lines as jsonb))::bigint as id), dead as (
		    update sim_line s set revoked_at = @now, erase_at = @now, sync_at = null from lines where s.order_line_id = lines.id and s.revoked_at is null
		)
		update esim_profile set
		    state = case state when 'allocated' then 'available' else 'revoked' end,
		    order_line_id = case state when 'allocated' then null else order_line_id end,
		    unit = case state when 'allocated' then null else unit end
		where state in ('allocated', 'delivered') and order_line_id in (select id from lines)`, args)
	if err != nil {
		return err
	}
	ids, err := pg.List[int64](tx.WithContext(ctx), "find what carriers issued", `
		select c.id from carrier_order c
		where c.state = 'issued' and c.order_line_id in (select jsonb_array_elements_text(cast(@lines as jsonb))::bigint)
		  and not exists (select 1 from sim_reissue r join sim_line s on s.id = r.line_id
		      where s.order_line_id = c.order_line_id and s.unit = c.unit and r.state = 'issued')`, args)
	if err != nil {
		return err
	}
	if err := s.queue.Enqueue(ctx, tx, jobsFor(ids, func(id int64) jobs.Job { return jobs.Job{Args: CancelArgs{id}} })...); err != nil {
		return err
	}
	return s.revokeReissues(ctx, tx, lineIDs)
}
