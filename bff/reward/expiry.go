package reward

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// batch is how many customers one run of a daily step looks at before it asks for more.
const batch = 200

// DailyArgs asks for what has to be done once a day.
type DailyArgs struct{}

// Kind names the worker.
func (DailyArgs) Kind() string { return "reward_daily" }

// Daily records points whose time is over and announces those whose time is nearly over. It may run any number of times.
func (s *Service) Daily(ctx context.Context) error {
	errs := []error{s.expire(ctx)}
	// The shortest notice first: a customer who is notified seven days ahead needs no notice of thirty.
	days := shared.Constants().PointsNoticeDays
	for i := len(days) - 1; i >= 0; i-- {
		errs = append(errs, s.announce(ctx, days[i]))
	}
	return errors.Join(errs...)
}

type owner struct{ TenantID, UserID int64 }

// each runs fn for the owners of lots that meet a condition, until none is left.
func (s *Service) each(ctx context.Context, condition string, params map[string]any, fn func(context.Context, *pg.Tx, owner) error) error {
	last := owner{}
	for {
		var found []owner
		all := map[string]any{"tenant": last.TenantID, "user": last.UserID, "batch": batch}
		maps.Copy(all, params)
		err := s.db.Conn(ctx).Raw(`
			select distinct tenant_id, user_id from point_lot
			where remaining > 0 and frozen_at is null and (tenant_id, user_id) > (@tenant, @user) and `+condition+`
			order by tenant_id, user_id limit @batch`, all).Scan(&found).Error
		if err != nil {
			return fmt.Errorf("find customers with points: %w", err)
		}
		for _, o := range found {
			if err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error { return fn(ctx, tx, o) }); err != nil {
				return err
			}
			last = o
		}
		if len(found) < batch {
			return nil
		}
	}
}

// expire writes an entry for every lot whose time is over.
func (s *Service) expire(ctx context.Context) error {
	now := s.clock.Now()
	return s.each(ctx, `expires_at <= @now`, map[string]any{"now": now}, func(_ context.Context, tx *pg.Tx, o owner) error {
		if err := s.lock(tx, o.TenantID, o.UserID, 0); err != nil {
			return err
		}
		return pg.Exec(tx, "expire points", `
			with over as (
			    select id, remaining from point_lot
			    where tenant_id = @tenant and user_id = @user and remaining > 0 and frozen_at is null and expires_at <= @now
			), emptied as (
			    update point_lot l set remaining = 0 from over where l.id = over.id
			)
			insert into point_entry (tenant_id, user_id, at, kind, points, source_type, source_id, lot_id)
			select @tenant, @user, @now, 'expire', -remaining, 'lot', cast(id as text), id from over`,
			map[string]any{"tenant": o.TenantID, "user": o.UserID, "now": now})
	})
}

// announce writes one mail per customer about all points that expire within days and were not announced so late before.
func (s *Service) announce(ctx context.Context, days int) error {
	now := s.clock.Now()
	params := map[string]any{"now": now, "until": now.AddDate(0, 0, days), "days": days}
	const due = `expires_at > @now and expires_at <= @until and available_at <= @now and (noticed_days is null or noticed_days > @days)`
	return s.each(ctx, due, params, func(ctx context.Context, tx *pg.Tx, o owner) error {
		if err := s.people.Lock(ctx, tx, o.TenantID, o.UserID); fault.Code(err) == "login_required" {
			return nil // nobody is left to be notified
		} else if err != nil {
			return err
		}
		var lots struct {
			Points int64
			At     time.Time
			Lot    int64
		}
		err := tx.Raw(`
			with lots as (
			    update point_lot set noticed_days = @days where remaining > 0 and frozen_at is null and tenant_id = @tenant and user_id = @user and `+due+`
			    returning id, remaining, expires_at
			)
			select coalesce(sum(remaining), 0) as points, coalesce(min(expires_at), @now) as at, coalesce(min(id), 0) as lot from lots`,
			map[string]any{"tenant": o.TenantID, "user": o.UserID, "now": now, "until": params["until"], "days": days}).Scan(&lots).Error
		if err != nil {
			return fmt.Errorf("note expiring points: %w", err)
		}
		if lots.Points == 0 {
			return nil
		}
		p, ok, err := s.people.Person(ctx, o.TenantID, o.UserID)
		if err != nil || !ok {
			return err
		}
		return notify.Send(ctx, tx, s.queue, notify.Note{
			TenantID: o.TenantID, Key: fmt.Sprintf("points:%d:%d:%d", o.UserID, days, lots.Lot), To: p.Email, Locale: p.Locale, At: now,
			Data: notify.PointsExpiring{FirstName: p.FirstName, Points: lots.Points, ExpiresAt: lots.At},
		})
	})
}
