package order

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// ClaimAtOnce is how many orders are offered, and taken into an account, at a time.
const ClaimAtOnce = 50

// unclaimed are the orders that a customer @user of site @tenant, who has proved the address @email, may take into the account:
// what a guest ordered and paid for, unless it is held. Whose points an order has may take it, and as long as nobody has them, who
// has its address now. An order that was detached has neither. Each way to an order has an index of its own.
const unclaimed = `tenant_id = @tenant and user_id is null
	and (earner_id = @user or (earner_id is null and email_normal = @email and email_normal <> ''))
	and status not in ('waiting_payment', 'cancelled') and hold_reason = ''`

// Unclaimed returns the orders that a customer may take into the account, the newest first and no more than ClaimAtOnce; email is
// the address that the customer has proved. Two statements, however many orders there are, and one where there are none.
func (s *Service) Unclaimed(ctx context.Context, tenantID, userID int64, email string) ([]Order, error) {
	return readOrders(ctx, s.db.Conn(ctx), unclaimed+` order by created_at desc, id desc limit @most`,
		map[string]any{"tenant": tenantID, "user": userID, "email": NormalEmail(email), "most": ClaimAtOnce})
}

// OfferedSince is since when an order could be offered to the account of whoever has its address.
func (o Order) OfferedSince() time.Time {
	if o.PaidAt != nil {
		return *o.PaidAt
	}
	return o.CreatedAt
}

// LatestUnclaimed returns the latest OfferedSince of those among orderNos that a customer may take into the account; nil for none.
func (s *Service) LatestUnclaimed(ctx context.Context, tenantID, userID int64, email string, orderNos []string) (*time.Time, error) {
	var latest struct{ At *time.Time }
	err := s.db.Conn(ctx).Raw(`select max(coalesce(paid_at, created_at)) as at from orders where `+unclaimed+` and `+numbered,
		map[string]any{"tenant": tenantID, "user": userID, "email": NormalEmail(email), "numbers": numbers(orderNos)}).Scan(&latest).Error
	if err != nil {
		return nil, fmt.Errorf("look for the latest of a guest's orders: %w", err)
	}
	return latest.At, nil
}

// Claim takes orders that were placed as a guest into the account of whoever may have them, and returns the ids of those among
// orderNos that are in it then; so the same call sent twice returns the same. An order that the customer may not have is left out.
// With an order come its receipt and the points that nobody has yet; its SIMs follow it, but for those that another account has
// linked. Faults: order_not_found, when nothing is left; login_required, when the account is gone.
func (s *Service) Claim(ctx context.Context, tenantID, userID int64, orderNos []string) ([]int64, error) {
	var mine []int64
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		email, err := s.privacy.Customers.LockMailbox(ctx, tx, tenantID, userID)
		if err != nil {
			return err
		}
		args := map[string]any{
			"tenant": tenantID, "user": userID, "email": NormalEmail(email), "numbers": numbers(orderNos), "now": s.clock.Now(),
		}
		if err := s.claim(ctx, tx, args); err != nil {
			return err
		}
		mine, err = pg.List[int64](tx, "read claimed orders",
			`select id from orders where tenant_id = @tenant and user_id = @user and `+numbered+` order by id`, args)
		return err
	})
	if err == nil && len(mine) == 0 {
		err = fault.New("order_not_found").WithText("claim_gone")
	}
	return mine, err
}

// numbers returns the numbers of orders as numbered takes them, ClaimAtOnce at most; what cannot be one is left out.
func numbers(orderNos []string) any {
	list := []string{}
	for _, no := range orderNos[:min(len(orderNos), ClaimAtOnce)] {
		if normal, ok := NormalNumber(no); ok {
			list = append(list, normal)
		}
	}
	return pg.AsJSON(list)
}

// numbered are the orders with one of @numbers.
const numbered = `order_no in (select jsonb_array_elements_text(cast(@numbers as jsonb)))`

//go:embed claim.sql
var claimSQL string

// claim makes orders exactly what they would be had the customer placed them. What the browser's key was is forgotten: a key of the
// customer's may be the same. The one in its place has a blank, which no request's has.
func (s *Service) claim(ctx context.Context, tx *pg.Tx, args map[string]any) error {
	var rows []struct {
		OrderID, LineID int64
		// Uncounted says that nobody has the points of the order yet.
		Uncounted bool
	}
	err := tx.Raw(fmt.Sprintf(claimSQL, unclaimed, numbered), args).Scan(&rows).Error
	if err != nil {
		return fmt.Errorf("claim orders: %w", err)
	}
	var orders, lines []int64
	for _, r := range rows {
		if len(orders) == 0 || orders[len(orders)-1] != r.OrderID {
			orders = append(orders, r.OrderID)
		}
		if r.Uncounted {
			lines = append(lines, r.LineID)
		}
	}
	if len(orders) > 0 && s.sims != nil {
		if err := s.sims.Relist(ctx, tx, orders); err != nil {
			return err
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return s.rewardLines(ctx, tx, lines)
}
