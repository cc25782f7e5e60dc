package order

import (
	"context"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// giveNumbers chooses numbers for plans that need one and have none: an order is promised its numbers when it is placed, unless it is
// older than that promise. They are ordinary ones, of the plan's own pool. When the pool is too small the order is held for staff,
// who fill it; it reports whether delivery may go on.
func (s *Service) giveNumbers(ctx context.Context, tx *pg.Tx, o Locked, lines []Line) (bool, error) {
	for _, l := range lines {
		numbers, err := pg.List[string](tx, "choose numbers", `
			with free as (
			    select id from phone_number
			    where tenant_id = @tenant and goods_id = @goods and fee = 0 and order_id is null
			      and (state = 'free' or (state = 'held' and held_until <= @now))
			    order by id limit @quantity for no key update skip locked
			)
			update phone_number n set state = 'sold', held_by = null, held_until = null, order_id = @order,
			    network_print = '', wide_print = ''
			from free where n.id = free.id and (select count(*) from free) = @quantity returning n.number`,
			map[string]any{"tenant": o.TenantID, "goods": l.GoodsID, "quantity": l.Quantity, "order": o.ID, "now": s.clock.Now()})
		if err != nil {
			return false, err
		}
		if len(numbers) < l.Quantity {
			return false, s.hold(ctx, tx, o, BySystem, "no number left for "+l.GoodsID)
		}
		err = pg.Exec(tx, "note numbers", `update order_line set number = ? where id = ?`, strings.Join(numbers, ", "), l.ID)
		if err != nil {
			return false, err
		}
	}
	return true, nil
}
