package offer

import (
	"context"
	"regexp"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// Number is a phone number of a plan's pool as it can be picked right now.
type Number struct {
	ID     int64
	Number string // international, +852...
	Fee    int64  // minor units
	Holding
}

// Holding is who has a number, and until when. A number on an order belongs to it until the order gives it back.
type Holding struct {
	State     string // free, held or sold
	HeldBy    string
	HeldUntil *time.Time
	OrderID   *int64
}

// Free reports whether the owner may pick the number: nobody has it, the hold has run out, or it is the owner's own.
func (h Holding) Free(owner string, now time.Time) bool {
	return h.State == "free" || (h.State == "held" && h.OrderID == nil && (h.HeldBy == owner || !h.HeldUntil.After(now)))
}

// IsHeld reports whether the number is held for the owner's cart.
func (h Holding) IsHeld(owner string, now time.Time) bool {
	return h.State == "held" && h.OrderID == nil && h.HeldBy == owner && h.HeldUntil.After(now)
}

// HoldFor is how long a picked number is kept for a cart.
func HoldFor() time.Duration {
	return time.Duration(shared.Constants().NumberHoldSeconds) * time.Second
}

// LoadNumber reads one number of a plan, nil when the plan has no such number.
func LoadNumber(ctx context.Context, db *gorm.DB, tenantID int64, goodsID string, id int64) (*Number, error) {
	found, err := pg.List[Number](db.WithContext(ctx), "read number", `
		select id, number, fee, state, coalesce(held_by, '') as held_by, held_until, order_id
		from phone_number where tenant_id = ? and goods_id = ? and id = ?`, tenantID, goodsID, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

var international = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// OwnNumber reads an international phone number as a person types it; ok is false when it is none.
func OwnNumber(s string) (number string, ok bool) {
	s = input.Joined(s)
	return s, international.MatchString(s)
}
