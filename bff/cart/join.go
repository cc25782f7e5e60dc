package cart

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Join moves a browser's lines into a customer's cart, in one statement, so that they move once however often it is
// asked. Picked numbers stay held. The same product adds up, up to MaxQuantity; what does not fit into MaxLines is left
// out, the newest first. Only a browser's cart joins: never another customer's.
func (s *Service) Join(ctx context.Context, tenantID int64, from, to Owner) error {
	if !from.IsVisitor() || to.IsVisitor() {
		return nil
	}
	err := s.fill(ctx, tenantID, to, func(db *gorm.DB) error {
		return db.Exec(`
			with moved as (
			    delete from cart_item where tenant_id = @tenant and owner = @from
			    returning id, goods_id, sim_type, number_id, transfer_phone, transfer_note, start_date, quantity, selected,
			        compatibility_confirmed, device, created_at
			), kept as (
			    update phone_number set held_by = @to
			    where tenant_id = @tenant and held_by = @from and state = 'held' and id in (select number_id from moved)
			), placed as (
			    select m.*, old.id is not null as known, row_number() over (partition by old.id is null order by m.id) as nth
			    from moved m
			    left join cart_item old on old.tenant_id = @tenant and old.owner = @to
			        and (old.goods_id, old.sim_type, old.number_id, old.transfer_phone, old.start_date)
			            = (m.goods_id, m.sim_type, m.number_id, m.transfer_phone, m.start_date)
			)
			insert into cart_item (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, transfer_note, start_date, quantity, selected,
			    compatibility_confirmed, device, created_at, updated_at)
			select @tenant, @to, goods_id, sim_type, number_id, transfer_phone, transfer_note, start_date, quantity, selected,
			    compatibility_confirmed, device, created_at, @now
			from placed
			where known or nth <= @lines - (select count(*) from cart_item where tenant_id = @tenant and owner = @to)
			order by id
			on conflict (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, start_date) do update
			set quantity = least(cart_item.quantity + excluded.quantity,
			        case when excluded.number_id = 0 and excluded.transfer_phone = '' then @max else 1 end), selected = cart_item.selected or excluded.selected,
			    updated_at = excluded.updated_at, device = coalesce(excluded.device, cart_item.device),
			    compatibility_confirmed = cart_item.compatibility_confirmed or excluded.compatibility_confirmed`,
			map[string]any{"tenant": tenantID, "from": from, "to": to, "now": s.clock.Now(), "lines": MaxLines, "max": MaxQuantity}).Error
	})
	if err != nil {
		return fmt.Errorf("join carts: %w", err)
	}
	return nil
}

// Forget empties the cart of a customer who leaves.
func (s *Service) Forget(tx *pg.Tx, tenantID int64, owner Owner) error {
	if err := tx.Exec(`delete from cart_item where tenant_id = ? and owner = ?`, tenantID, owner).Error; err != nil {
		return fmt.Errorf("forget cart: %w", err)
	}
	return nil
}
