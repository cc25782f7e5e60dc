package cart

import (
	"context"
	_ "embed"
	"fmt"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

//go:embed start.sql
var startSQL string

// ChangeStartDate lets the plan of a line begin on another date. A line with that date takes the pieces in, up to MaxQuantity.
// Faults: cart_item_not_found, validation_failed (startDate), goods_not_found (it is no longer sold), login_required (the
// account was deleted meanwhile).
func (s *Service) ChangeStartDate(ctx context.Context, tenantID int64, owner Owner, itemID int64, date string) (Cart, error) {
	c, err := s.Get(ctx, tenantID, owner)
	if err != nil {
		return Cart{}, err
	}
	item, known := c.item(itemID)
	switch {
	case !known:
		return Cart{}, fault.New("cart_item_not_found")
	case item.Offer == nil:
		return Cart{}, fault.New("goods_not_found")
	}
	date, now := input.Plain(date), s.clock.Now()
	if problem := item.Offer.StartProblem(date, now); problem != "" {
		return Cart{}, fault.Fields(map[string]string{"startDate": problem})
	}
	err = s.fill(ctx, tenantID, owner, func(db *gorm.DB) error {
		return db.Exec(startSQL, map[string]any{
			"tenant": tenantID, "owner": owner, "id": itemID, "date": date, "now": now, "max": MaxQuantity,
		}).Error
	})
	if err != nil {
		return Cart{}, fmt.Errorf("change start date: %w", err)
	}
	return s.Get(ctx, tenantID, owner)
}

func (c Cart) item(id int64) (Item, bool) {
	for _, i := range c.Items {
		if i.ID == id {
			return i, true
		}
	}
	return Item{}, false
}
