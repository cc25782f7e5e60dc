package reward

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// MaxAdjustment bounds what staff give or take at once, in points.
const MaxAdjustment = 1_000_000

// Adjustment is points that staff give or, below 0, take, and why.
type Adjustment struct {
	TenantID int64
	UserID   int64
	Points   int64
	// Last is the adjustment that whoever decides has seen as the last one, as LastAdjustment returns it; nil does not ask.
	Last      *int64
	Actor     string
	RequestID string
	Reason    string
}

// Adjust gives points that can be spent at once, or takes points: those that can be spent, the first to expire first, and
// what is missing is owed. Faults: validation_failed, login_required (the account is gone), points_overtaken (there was an adjustment
// after the last one that was seen, such as this one sent twice).
func (s *Service) Adjust(ctx context.Context, a Adjustment) error {
	if a.Points == 0 || a.Points > MaxAdjustment || a.Points < -MaxAdjustment {
		return fault.Fields(map[string]string{"points": "points_invalid"})
	}
	return s.byStaff(ctx, a.TenantID, a.UserID, func(tx *pg.Tx) error {
		if err := s.lock(tx, a.TenantID, a.UserID, 0); err != nil {
			return err
		}
		if a.Last != nil {
			last, err := lastAdjustment(tx.DB, a.TenantID, a.UserID)
			if err != nil {
				return err
			}
			if last != *a.Last {
				return fault.New("points_overtaken")
			}
		}
		rules, err := rules(tx.DB, a.TenantID)
		if err != nil {
			return err
		}
		source, err := s.audit(tx, entry{a.TenantID, a.UserID, a.Actor, a.RequestID, "adjust points"}, map[string]any{
			"points": a.Points, "reason": a.Reason,
		})
		if err != nil {
			return err
		}
		now, sql, points := s.clock.Now(), giveSQL, a.Points
		if points < 0 {
			sql, points = takeSQL, -points
		}
		err = tx.Exec(sql, map[string]any{
			"tenant": a.TenantID, "user": a.UserID, "points": points, "source": source, "now": now, "expires": now.AddDate(0, 0, rules.PointDays),
		}).Error
		if err != nil {
			return fmt.Errorf("adjust points: %w", err)
		}
		return nil
	})
}

// LastAdjustment returns the entry of the ledger by which staff gave a customer points or took some last, 0 for none.
func (s *Service) LastAdjustment(ctx context.Context, tenantID, userID int64) (int64, error) {
	return lastAdjustment(s.db.Conn(ctx), tenantID, userID)
}

func lastAdjustment(db *gorm.DB, tenantID, userID int64) (last int64, err error) {
	err = db.Raw(`
		select coalesce(max(id), 0) from point_entry where tenant_id = ? and user_id = ? and source_type = 'staff'`,
		tenantID, userID).Scan(&last).Error
	if err != nil {
		return 0, fmt.Errorf("read last adjustment: %w", err)
	}
	return last, nil
}

const giveSQL = `
	with came as (
	    insert into point_lot (tenant_id, user_id, kind, source_type, source_id, points, remaining, created_at, available_at, expires_at)
	    values (@tenant, @user, 'adjust', 'staff', @source, @points, @points, @now, @now, @expires)
	    returning id
	)
	insert into point_entry (tenant_id, user_id, at, kind, points, source_type, source_id, lot_id)
	select @tenant, @user, @now, 'adjust', @points, 'staff', @source, id from came`

var takeSQL = `
	with ` + taken(spendable) + `, owing as (
	    update reward_account set owed = owed + @points - coalesce((select sum(points) from taken), 0)
	    where tenant_id = @tenant and user_id = @user
	)
	insert into point_entry (tenant_id, user_id, at, kind, points, source_type, source_id)
	values (@tenant, @user, @now, 'adjust', -cast(@points as bigint), 'staff', @source)`

// Gift is a promo code that staff put into a customer's wallet, and why.
type Gift struct {
	TenantID  int64
	UserID    int64
	Code      string
	Actor     string
	RequestID string
	Reason    string
}

// Grant lets a customer use a promo code, also one that is only for those who were given it. Whoever has it keeps it.
// Faults: promo_unknown, login_required (the account is gone).
func (s *Service) Grant(ctx context.Context, g Gift) error {
	return s.byStaff(ctx, g.TenantID, g.UserID, func(tx *pg.Tx) error {
		var found []struct {
			ID   int64
			Code string
		}
		err := tx.Raw(`select id, code from promo_code where tenant_id = ? and code = upper(btrim(?))`, g.TenantID, g.Code).Scan(&found).Error
		if err != nil {
			return fmt.Errorf("find promo code: %w", err)
		}
		if len(found) == 0 {
			return fault.New("promo_unknown")
		}
		changed, err := pg.Changed(tx, "grant promo code",
			`insert into promo_grant (tenant_id, user_id, promo_id, granted_at) values (?, ?, ?, ?) on conflict do nothing`,
			g.TenantID, g.UserID, found[0].ID, s.clock.Now())
		if err != nil || !changed {
			return err
		}
		_, err = s.audit(tx, entry{g.TenantID, g.UserID, g.Actor, g.RequestID, "grant promo"}, map[string]any{
			"code": found[0].Code, "reason": g.Reason,
		})
		return err
	})
}

// byStaff changes what a customer has, who may never have looked at it.
func (s *Service) byStaff(ctx context.Context, tenantID, userID int64, change func(tx *pg.Tx) error) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := s.people.Lock(ctx, tx, tenantID, userID); err != nil {
			return err
		}
		if err := s.open(tx, Customer{TenantID: tenantID, UserID: userID}); err != nil {
			return err
		}
		return change(tx)
	})
}

// entry is a row of the audit log: who did what to a customer's rewards, by which request.
type entry struct {
	TenantID  int64
	UserID    int64
	Actor     string
	RequestID string
	Action    string
}

// audit writes what staff did and returns the entry's id, by which the ledger names it.
func (s *Service) audit(tx *pg.Tx, e entry, detail map[string]any) (id string, err error) {
	err = tx.Raw(`
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, detail, request_id) values (?, ?, ?, 'customer', ?, ?, ?, ?)
		returning cast(id as text)`,
		e.TenantID, s.clock.Now(), e.Actor, fmt.Sprint(e.UserID), e.Action, pg.AsJSON(detail), e.RequestID).Scan(&id).Error
	if err != nil {
		return "", fmt.Errorf("audit %s: %w", e.Action, err)
	}
	return id, nil
}
