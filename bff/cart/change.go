package cart

import (
	"context"
	_ "embed"
	"fmt"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

//go:embed add.sql
var addSQL string

// Add puts a product into the cart; the same product, SIM type and start date again adds to its quantity, which is refused beyond
// MaxQuantity. A picked number is held for the cart's owner, 15 minutes from now. Three statements, one more to hold a
// customer, and one where the cart has what is not sold any more. Faults: goods_not_found, validation_failed, sold_out,
// stock_unavailable, cart_full, number_not_allowed, number_taken, too_many_numbers, login_required (the account was deleted
// meanwhile).
func (s *Service) Add(ctx context.Context, tenantID int64, owner Owner, a Add) (Cart, error) {
	// With what is in the cart already, which is shown afterwards.
	offers, err := offer.LoadWhere(ctx, s.db.Conn(ctx), s.zones, tenantID,
		`p.goods_id = ? or p.goods_id in (select goods_id from cart_item where tenant_id = ? and owner = ?)`, a.GoodsID, tenantID, owner)
	if err != nil {
		return Cart{}, err
	}
	o, known := offers[a.GoodsID]
	now, most := s.clock.Now(), MaxQuantity
	if err := a.Check(o, known, now); err != nil {
		return Cart{}, err
	}
	if a.NumberID != 0 || a.TransferPhone != "" {
		most = 1
	}
	var done struct {
		Known, TooMany, Held, Added bool
		InCart                      int
	}
	args := map[string]any{"tenant": tenantID, "owner": owner, "goods": a.GoodsID, "sim": a.SimType, "number": a.NumberID,
		"phone": a.TransferPhone, "start": a.StartDate, "note": a.TransferNote, "quantity": a.Quantity, "confirmed": a.CompatibilityConfirmed,
		"device":   pg.AsJSON(a.Device),
		"only":     a.Only,
		"at_least": a.AtLeast,
		"now":      now,
		"until":    now.Add(offer.HoldFor()),
		"lines":    MaxLines,
		"max":      most,
	}
	s.holds.Bind(args, tenantID, a.Network)
	err = s.fill(ctx, tenantID, owner, func(db *gorm.DB) error { return db.Raw(addSQL, args).Scan(&done).Error })
	switch {
	case err != nil:
		return Cart{}, fmt.Errorf("add to cart: %w", err)
	case !done.Known:
		return Cart{}, fault.New("number_not_allowed")
	case done.TooMany:
		return Cart{}, fault.New("too_many_numbers")
	case !done.Held:
		return Cart{}, fault.New("number_taken")
	case !done.Added && done.InCart > 0:
		return Cart{}, fault.Fields(map[string]string{"quantity": "quantity_in_cart"}).WithParams(map[string]any{"max": most, "count": done.InCart})
	case !done.Added:
		return Cart{}, fault.New("cart_full").WithParams(map[string]any{"max": MaxLines})
	}
	return s.read(ctx, tenantID, owner, offers)
}

// fill puts something into a cart; into a customer's only while the account is there, because a line may name a number
// that is brought along.
func (s *Service) fill(ctx context.Context, tenantID int64, owner Owner, put func(db *gorm.DB) error) error {
	if owner.IsVisitor() {
		return put(s.db.Conn(ctx))
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := s.customers.Lock(ctx, tx, tenantID, owner.customer()); err != nil {
			return err
		}
		return put(tx.DB)
	})
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
	changed, err := pg.Changed(s.db.Conn(ctx), "update cart", `
		update cart_item set quantity = coalesce(?::int, quantity), selected = coalesce(?::bool, selected), updated_at = ?
		where tenant_id = ? and owner = ? and id = ? and (coalesce(?::int, 1) = 1 or (number_id = 0 and transfer_phone = ''))`,
		c.Quantity, c.Selected, s.clock.Now(), tenantID, owner, itemID, c.Quantity)
	if err != nil {
		return Cart{}, err
	}
	if !changed {
		return Cart{}, s.unchanged(ctx, tenantID, owner, itemID)
	}
	return s.Get(ctx, tenantID, owner)
}

// unchanged says why a line could not be changed: it is not there, or it has a number and is one.
func (s *Service) unchanged(ctx context.Context, tenantID int64, owner Owner, itemID int64) error {
	var n int
	err := s.db.Conn(ctx).Raw(`select count(*) from cart_item where tenant_id = ? and owner = ? and id = ?`, tenantID, owner, itemID).Scan(&n).Error
	switch {
	case err != nil:
		return fmt.Errorf("look up cart line: %w", err)
	case n == 0:
		return fault.New("cart_item_not_found")
	}
	return fault.Fields(map[string]string{"quantity": "number_quantity"})
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

// Remove takes lines out and lets their numbers go; a line that is gone already is no error.
func (s *Service) Remove(ctx context.Context, tenantID int64, owner Owner, itemIDs []int64) (Cart, error) {
	err := s.db.Conn(ctx).Exec(`
		with gone as (
		    delete from cart_item
		    where tenant_id = @tenant and owner = @owner and id in (select jsonb_array_elements_text(cast(@ids as jsonb))::bigint)
		    returning number_id
		)
		update phone_number set state = 'free', held_by = null, held_until = null, network_print = '', wide_print = ''
		where tenant_id = @tenant and id in (select number_id from gone) and state = 'held' and held_by = @owner and order_id is null`,
		map[string]any{"tenant": tenantID, "owner": owner, "ids": pg.AsJSON(itemIDs)}).Error
	if err != nil {
		return Cart{}, fmt.Errorf("remove from cart: %w", err)
	}
	return s.Get(ctx, tenantID, owner)
}
