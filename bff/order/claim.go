package order

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// ClaimAtOnce is how many orders are offered, and taken into an account, at a time.
const ClaimAtOnce = 50

// unclaimed are the orders that a customer @user of site @tenant, who has proved the address @email, may take into the account:
// what a guest ordered under it and paid for, unless it is held, or another account has its points. An order that was detached
// has no address.
const unclaimed = `tenant_id = @tenant and email_normal = @email and email_normal <> '' and user_id is null
	and (earner_id is null or earner_id = @user) and status not in ('waiting_payment', 'cancelled') and hold_reason = ''`

// Unclaimed returns the orders that a customer may take into the account, the newest first and no more than ClaimAtOnce; email is
// the address that the customer has proved. Two statements, however many orders there are, and one where there are none.
func (s *Service) Unclaimed(ctx context.Context, tenantID, userID int64, email string) ([]Order, error) {
	return several(ctx, s.db.Conn(ctx), unclaimed+` order by created_at desc, id desc limit @most`,
		map[string]any{"tenant": tenantID, "user": userID, "email": NormalEmail(email), "most": ClaimAtOnce})
}

// Claim takes orders that were placed as a guest under the customer's proved address into the account, and returns the ids of
// those among orderNos that are in it then; so the same call sent twice returns the same. An order that the customer may not
// have is left out. With an order come its receipt and the points that nobody has yet; its SIMs follow it, but for those that
// another account has linked. Faults: order_not_found, when nothing is left; login_required, when the account is gone.
func (s *Service) Claim(ctx context.Context, tenantID, userID int64, orderNos []string) ([]int64, error) {
	numbers := []string{}
	for _, no := range orderNos[:min(len(orderNos), ClaimAtOnce)] {
		if normal, ok := NormalNumber(no); ok {
			numbers = append(numbers, normal)
		}
	}
	var mine []int64
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		email, err := s.privacy.Customers.HoldMailbox(ctx, tx, tenantID, userID)
		if err != nil {
			return err
		}
		args := map[string]any{
			"tenant": tenantID, "user": userID, "email": NormalEmail(email), "numbers": pg.AsJSON(numbers), "now": s.clock.Now(),
		}
		if err := s.claim(ctx, tx, args); err != nil {
			return err
		}
		if err := tx.Raw(`select id from orders where tenant_id = @tenant and user_id = @user and `+numbered+` order by id`, args).Scan(&mine).Error; err != nil {
			return fmt.Errorf("read claimed orders: %w", err)
		}
		return nil
	})
	if err == nil && len(mine) == 0 {
		err = fault.New("order_not_found").WithText("claim_gone")
	}
	return mine, err
}

// numbered are the orders with one of @numbers.
const numbered = `order_no in (select jsonb_array_elements_text(cast(@numbers as jsonb)))`

func (s *Service) claim(ctx context.Context, tx *pg.Tx, args map[string]any) error {
	// The points of an order that had an earner have been counted; the lines of the others are counted now.
	var lines []int64
	err := tx.Raw(`
		with found as (
		    select id, earner_id from orders where `+unclaimed+` and `+numbered+` order by id for no key update
		), claimed as (
		    update orders o set user_id = @user, earner_id = null from found f where o.id = f.id
		    returning o.id, o.status, f.earner_id as earner
		), audited as (
		    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state)
		    select @tenant, @now, 'u:' || cast(@user as bigint), 'order', cast(id as text), 'claim', status, status from claimed
		)
		select l.id from order_line l join claimed c on c.id = l.order_id where c.earner is null`, args).Scan(&lines).Error
	if err != nil {
		return fmt.Errorf("claim orders: %w", err)
	}
	if len(lines) == 0 {
		return nil
	}
	return s.rewardLines(ctx, tx, lines)
}
