package cart

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// VisitorsKeptFor is how long something stays in the cart of a browser that does not come back: as long as its cookie lives.
const VisitorsKeptFor = 365 * 24 * time.Hour

// Purge empties the carts of browsers that have forgotten them, and frees numbers whose hold has run out, so that nobody keeps
// who held them from where.
func (s *Service) Purge(ctx context.Context) error {
	forgotten := s.db.DeleteOld(ctx, "cart_item", "id", `updated_at < $1 and owner like 'v:%'`, s.clock.Now().Add(-VisitorsKeptFor))
	err := s.db.Conn(ctx).Exec(`
		update phone_number set state = 'free', held_by = null, held_until = null, network_print = '', wide_print = ''
		where id in (select id from phone_number where state = 'held' and order_id is null and held_until <= ?
		             order by id for no key update skip locked)`, s.clock.Now()).Error
	if err != nil {
		err = fmt.Errorf("free numbers: %w", err)
	}
	return errors.Join(forgotten, err)
}

// CountWithGoods counts the carts of a site that hold a product.
func (s *Service) CountWithGoods(ctx context.Context, tenantID int64, goodsID string) (int64, error) {
	list, err := pg.List[int64](s.db.Conn(ctx), "count carts", `select count(distinct owner) from cart_item where tenant_id = ? and goods_id = ?`,
		tenantID, goodsID)
	if err != nil {
		return 0, err
	}
	return list[0], nil
}
