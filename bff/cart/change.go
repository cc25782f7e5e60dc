package cart

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Add is what goes into a cart.
type Add struct {
	GoodsID                string
	SimType                string
	Quantity               int
	CompatibilityConfirmed bool
	NumberID               int64
}

// Add puts a product into the cart; the same product and SIM type again adds to its quantity, up to MaxQuantity. Four
// statements at most. Faults: goods_not_found, validation_failed, sold_out, stock_unavailable, cart_full.
func (s *Service) Add(ctx context.Context, tenantID int64, owner Owner, a Add) (Cart, error) {
	offers, err := offer.Load(ctx, s.db.Gorm, tenantID, []string{a.GoodsID})
	if err != nil {
		return Cart{}, err
	}
	o, known := offers[a.GoodsID]
	if err := CheckItem(o, known, a.SimType, a.Quantity, a.CompatibilityConfirmed); err != nil {
		return Cart{}, err
	}
	now := s.clock.Now()
	res := s.db.Conn(ctx).Exec(`
		insert into cart_item (tenant_id, owner, goods_id, sim_type, number_id, quantity, compatibility_confirmed, created_at, updated_at)
		select @tenant, @owner, @goods, @sim, @number, @quantity, @confirmed, @now, @now
		where (select count(*) from cart_item where tenant_id = @tenant and owner = @owner
		       and (goods_id, sim_type, number_id) <> (@goods, @sim, @number)) < @lines
		on conflict (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone) do update
		set quantity = least(cart_item.quantity + excluded.quantity, @max), selected = true, updated_at = excluded.updated_at,
		    compatibility_confirmed = cart_item.compatibility_confirmed or excluded.compatibility_confirmed`,
		map[string]any{"tenant": tenantID, "owner": owner, "goods": a.GoodsID, "sim": a.SimType, "number": a.NumberID,
			"quantity": a.Quantity, "confirmed": a.CompatibilityConfirmed, "now": now, "lines": MaxLines, "max": MaxQuantity})
	if res.Error != nil {
		return Cart{}, fmt.Errorf("add to cart: %w", res.Error)
	}
	if res.RowsAffected == 0 {
		return Cart{}, fault.New("cart_full").WithParams(map[string]any{"max": MaxLines})
	}
	return s.read(ctx, tenantID, owner, offers)
}

// Change is what may be changed about a line; nil leaves it as it is.
type Change struct {
	Quantity *int
	Selected *bool
}

// Update changes one line. Faults: cart_item_not_found, validation_failed.
func (s *Service) Update(ctx context.Context, tenantID int64, owner Owner, itemID int64, c Change) (Cart, error) {
	if c.Quantity != nil && (*c.Quantity < 1 || *c.Quantity > MaxQuantity) {
		return Cart{}, fault.Fields(map[string]string{"quantity": "quantity_invalid"}).WithParams(map[string]any{"max": MaxQuantity})
	}
	res := s.db.Conn(ctx).Exec(`
		update cart_item set quantity = coalesce(?::int, quantity), selected = coalesce(?::bool, selected), updated_at = ?
		where tenant_id = ? and owner = ? and id = ?`, c.Quantity, c.Selected, s.clock.Now(), tenantID, owner, itemID)
	if res.Error != nil {
		return Cart{}, fmt.Errorf("update cart: %w", res.Error)
	}
	if res.RowsAffected == 0 {
		return Cart{}, fault.New("cart_item_not_found")
	}
	return s.Get(ctx, tenantID, owner)
}

// SelectAll selects or unselects every line.
func (s *Service) SelectAll(ctx context.Context, tenantID int64, owner Owner, selected bool) (Cart, error) {
	err := s.db.Conn(ctx).Exec(`update cart_item set selected = ?, updated_at = ? where tenant_id = ? and owner = ?`,
		selected, s.clock.Now(), tenantID, owner).Error
	if err != nil {
		return Cart{}, fmt.Errorf("select all: %w", err)
	}
	return s.Get(ctx, tenantID, owner)
}

// Remove takes lines out; a line that is gone already is no error.
func (s *Service) Remove(ctx context.Context, tenantID int64, owner Owner, itemIDs []int64) (Cart, error) {
	err := s.db.Conn(ctx).Exec(`
		delete from cart_item where tenant_id = ? and owner = ? and id in (select jsonb_array_elements_text(?::jsonb)::bigint)`,
		tenantID, owner, pg.AsJSON(itemIDs)).Error
	if err != nil {
		return Cart{}, fmt.Errorf("remove from cart: %w", err)
	}
	return s.Get(ctx, tenantID, owner)
}
