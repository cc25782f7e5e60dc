package offer

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// Number is a phone number of a plan's pool as it can be picked right now.
type Number struct {
	ID      int64
	GoodsID string
	Number  string // international, +852...
	Fee     int64  // minor units
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

// Kept reports whether the number is held for the owner's cart.
func (h Holding) Kept(owner string, now time.Time) bool {
	return h.State == "held" && h.OrderID == nil && h.HeldBy == owner && h.HeldUntil.After(now)
}

// HoldFor is how long a picked number is kept for a cart.
func HoldFor() time.Duration {
	return time.Duration(shared.Constants().NumberHoldSeconds) * time.Second
}

// LoadNumber reads one number of a plan, nil when the plan has no such number.
func LoadNumber(ctx context.Context, db *gorm.DB, tenantID int64, goodsID string, id int64) (*Number, error) {
	var found []Number
	err := db.WithContext(ctx).Raw(`
		select id, goods_id, number, fee, state, coalesce(held_by, '') as held_by, held_until, order_id
		from phone_number where tenant_id = ? and goods_id = ? and id = ?`, tenantID, goodsID, id).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("read number: %w", err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

// Claim is a number that an order takes.
type Claim struct {
	ID      int64  `json:"id"`
	GoodsID string `json:"goods_id"`
}

// ClaimNumbers gives numbers to an order until its window ends and returns those it got; the rows are locked in ascending
// id. A number that somebody else has is not among them.
func ClaimNumbers(tx *pg.Tx, tenantID int64, owner string, orderID int64, claims []Claim, now, until time.Time) ([]int64, error) {
	var got []int64
	err := tx.Raw(`
		with wanted as (
		    select n.id from phone_number n join jsonb_to_recordset(cast(@claims as jsonb)) as w(id bigint, goods_id text)
		        on w.id = n.id and w.goods_id = n.goods_id
		    where n.tenant_id = @tenant order by n.id for update of n
		)
		update phone_number n set state = 'held', held_by = @owner, held_until = @until, order_id = @order
		from wanted where n.id = wanted.id and n.order_id is null
		  and (n.state = 'free' or (n.state = 'held' and (n.held_by = @owner or n.held_until <= @now)))
		returning n.id`,
		map[string]any{"tenant": tenantID, "owner": owner, "order": orderID, "claims": pg.AsJSON(claims), "now": now, "until": until}).Scan(&got).Error
	if err != nil {
		return nil, fmt.Errorf("claim numbers: %w", err)
	}
	return got, nil
}

var international = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// OwnNumber reads an international phone number as a person types it; ok is false when it is none.
func OwnNumber(s string) (number string, ok bool) {
	s = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "").Replace(strings.TrimSpace(s))
	return s, international.MatchString(s)
}
