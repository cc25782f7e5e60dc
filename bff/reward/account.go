package reward

import (
	"context"
	_ "embed"

	"github.com/roamcart/roamcart/bff/platform/crockford"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Customer is somebody who is logged in.
type Customer struct {
	TenantID int64
	UserID   int64
	// Emails and Browser are what is known of the customer; each may be empty.
	Emails  []string
	Browser string
}

// Open makes sure that the customer has a referral code and the promo codes that a new customer is given, and remembers
// how to recognise the customer. It may be called any number of times. Fault: login_required, when the customer is gone.
func (s *Service) Open(ctx context.Context, c Customer) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := s.people.Lock(ctx, tx, c.TenantID, c.UserID); err != nil {
			return err
		}
		return s.open(tx, c)
	})
}

// open is Open in a transaction in which the customer cannot leave: it holds the customer, or an order of the customer's.
func (s *Service) open(tx *pg.Tx, c Customer) error {
	return pg.Exec(tx, "open reward account", openSQL+`select 1`, s.opening(c))
}

// openLocked is open, and lock for somebody who has points to spend. An account that this very statement opens is not among
// those it locks; it has neither points nor debts, and nobody else sees it yet.
func (s *Service) openLocked(tx *pg.Tx, c Customer) error {
	held, err := pg.List[locked](tx, "open and lock reward account", openSQL+`
		select tenant_id, user_id, owed from reward_account where tenant_id = @tenant and user_id = @user for update`, s.opening(c))
	if err != nil {
		return err
	}
	return s.settleAll(tx, held)
}

//go:embed open.sql
var openSQL string

func (s *Service) opening(c Customer) map[string]any {
	keep, _ := s.marks(c)
	return map[string]any{"tenant": c.TenantID, "user": c.UserID, "code": newCode(), "now": s.clock.Now(), "marks": pg.AsJSON(keep)}
}

// Erase erases how a customer is recognised, and the referral code; the ledger stays, with a number that stands for
// nobody any more.
func (s *Service) Erase(_ context.Context, tx *pg.Tx, tenantID, userID int64) error {
	return pg.Exec(tx, "erase a customer's rewards", `
		with unmarked as (
		    delete from reward_mark where tenant_id = @tenant and user_id = @user
		), emptied as (
		    delete from promo_grant where tenant_id = @tenant and user_id = @user
		)
		update reward_account set referral_code = @code where tenant_id = @tenant and user_id = @user`,
		map[string]any{"tenant": tenantID, "user": userID, "code": "closed-" + newCode()})
}

// locked is a customer whose points the running transaction holds.
type locked struct {
	TenantID int64
	UserID   int64
	Owed     int64
}

// lock takes the reward accounts of the customer and of everybody whose points an order earned or spent. What a customer owes is
// paid first from the points that can be spent.
func (s *Service) lock(tx *pg.Tx, tenantID, userID, orderID int64) error {
	held, err := pg.List[locked](tx, "lock reward accounts", `
		select tenant_id, user_id, owed from reward_account
		where tenant_id = @tenant and (user_id = @user or user_id in (
		    select user_id from point_lot where order_id = @order union all select user_id from point_redemption where order_id = @order))
		order by user_id for update`,
		map[string]any{"tenant": tenantID, "user": userID, "order": orderID})
	if err != nil {
		return err
	}
	return s.settleAll(tx, held)
}

func (s *Service) settleAll(tx *pg.Tx, held []locked) error {
	for _, a := range held {
		if err := s.settle(tx, a); err != nil {
			return err
		}
	}
	return nil
}

// settle pays what is owed from lots that have become spendable, also from those that have just expired.
func (s *Service) settle(tx *pg.Tx, a locked) error {
	if a.Owed == 0 {
		return nil
	}
	return pg.Exec(tx, "settle owed points", `
		with `+taken(`tenant_id = @tenant and user_id = @user and remaining > 0 and frozen_at is null and available_at <= @now`)+`
		update reward_account set owed = owed - coalesce((select sum(points) from taken), 0)
		where tenant_id = @tenant and user_id = @user`,
		map[string]any{"tenant": a.TenantID, "user": a.UserID, "points": a.Owed, "now": s.clock.Now()})
}

// newCode returns a referral code of ten characters, 50 random bits.
func newCode() string { return crockford.Random(10) }
