package account

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// slot is one of the tries that an address or number has until the next midnight.
type slot struct {
	subject string
	// used counts this one.
	used     int
	clearsAt time.Time
}

// takeSlot counts a failure before anything is compared, so that parallel guesses are never more than the limit.
// Fault: account_locked.
func (s *Service) takeSlot(ctx context.Context, v Visit, target string) (slot, error) {
	now := s.Clock.Now()
	t := slot{subject: s.subject(v.TenantID, target), clearsAt: midnightAfter(now, v.Zone)}
	var taken []struct {
		Failures int
		ClearsAt time.Time
	}
	err := s.DB.Conn(ctx).Raw(`
		insert into login_failure as f (tenant_id, subject, failures, clears_at) values (@tenant, @subject, 1, @midnight)
		on conflict (tenant_id, subject) do update
		set failures = case when f.clears_at <= @now then 1 else f.failures + 1 end,
		    clears_at = case when f.clears_at <= @now then excluded.clears_at else f.clears_at end
		where f.clears_at <= @now or f.failures < @max
		returning failures, clears_at`,
		map[string]any{"tenant": v.TenantID, "subject": t.subject, "midnight": t.clearsAt, "now": now, "max": shared.Constants().LoginMaxFailures}).
		Scan(&taken).Error
	if err != nil {
		return t, fmt.Errorf("count login: %w", err)
	}
	if len(taken) == 0 {
		return t, locked(t.clearsAt)
	}
	t.used, t.clearsAt = taken[0].Failures, taken[0].ClearsAt
	return t, nil
}

// giveBack returns a slot whose try did not happen.
func (s *Service) giveBack(ctx context.Context, v Visit, t slot) error {
	err := s.DB.Conn(context.WithoutCancel(ctx)).Exec(`
		update login_failure set failures = failures - 1 where tenant_id = ? and subject = ? and clears_at = ? and failures > 0`,
		v.TenantID, t.subject, t.clearsAt).Error
	if err != nil {
		return fmt.Errorf("give back login: %w", err)
	}
	return nil
}

// failed turns a used slot into its refusal. The last one locks, and its owner is told, if there is one: whether there
// is, is found out by a job, so that it takes the caller no time.
func (s *Service) failed(ctx context.Context, v Visit, t slot, c *row, otherwise *fault.Error) error {
	remaining := shared.Constants().LoginMaxFailures - t.used
	if remaining > 0 {
		return otherwise.WithData(map[string]any{"attemptsRemaining": remaining})
	}
	warning := LockedArgs{LockedUntil: t.clearsAt}
	if c != nil {
		warning.CustomerID = c.ID
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error { return s.Queue.Enqueue(ctx, tx, jobs.Job{Args: warning}) })
	return firstOf(err, locked(t.clearsAt))
}

func locked(until time.Time) *fault.Error {
	return fault.New("account_locked").WithData(map[string]any{"lockedUntil": until.UTC().Format(time.RFC3339), "attemptsRemaining": 0})
}

// LockedArgs asks to warn the owner of a locked account; without a customer there is nobody to warn.
type LockedArgs struct {
	CustomerID  int64     `json:"customerId"`
	LockedUntil time.Time `json:"lockedUntil"`
}

// Kind names the worker.
func (LockedArgs) Kind() string { return "account_locked" }

// Warn mails the owner of a locked account, once per lock.
func (s *Service) Warn(ctx context.Context, a LockedArgs) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		c, err := s.customer(tx.DB, `id = ? for key share`, a.CustomerID)
		if err != nil || c == nil {
			return err
		}
		return s.tell(ctx, tx, notify.Note{
			TenantID: c.TenantID, Key: fmt.Sprintf("%slocked:%d", customerKey(c.ID), a.LockedUntil.Unix()), To: c.Email, Locale: c.Locale,
			At: s.Clock.Now(), Data: notify.AccountLocked{LockedUntil: a.LockedUntil},
		})
	})
}

// forgive forgets the failures of an address or number whose owner has come in.
func (s *Service) forgive(tx *pg.Tx, tenantID int64, targets ...string) error {
	for _, target := range targets {
		if target == "" {
			continue
		}
		err := tx.Exec(`delete from login_failure where tenant_id = ? and subject = ?`, tenantID, s.subject(tenantID, target)).Error
		if err != nil {
			return fmt.Errorf("forgive failures: %w", err)
		}
	}
	return nil
}

// Purge forgets what no longer counts: failed logins, quotas and codes of the past.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	err := s.DB.Conn(ctx).Exec(`
		with failures as (delete from login_failure where clears_at <= @now), quotas as (delete from code_quota where clears_at <= @now)
		delete from verification_code where expires_at <= @before`, map[string]any{"now": now, "before": now.Add(-quotaPeriod)}).Error
	if err != nil {
		return fmt.Errorf("purge accounts: %w", err)
	}
	return nil
}

func (s *Service) subject(tenantID int64, target string) string {
	return s.Prints.Of("login", tenantID, target)
}

// midnightAfter is when the next day begins in a zone.
func midnightAfter(now time.Time, zone *time.Location) time.Time {
	y, m, d := now.In(zone).Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, zone).UTC()
}
