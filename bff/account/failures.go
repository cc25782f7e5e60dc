package account

import (
	"context"
	_ "embed"
	"errors"
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
	tenantID int64
	subject  string
	// row is the count that the slot was taken from; one that begins after a success is another.
	row      int64
	clearsAt time.Time
}

const (
	// slotPause is how often somebody who waits for a slot looks again.
	slotPause = 25 * time.Millisecond
	// slotLife is how long a try can be under way; one that is older went down with its replica and counts no longer.
	slotLife = time.Minute
)

// takeSlot takes a slot before anything is compared, so that parallel guesses are never more than the limit. Slots that are
// only being tried refuse nobody, because those who try may be right: then it waits for what becomes of them, as long as
// for a hash. Faults: account_locked, unavailable.
func (s *Service) takeSlot(ctx context.Context, req Request, target string) (slot, error) {
	patience := time.NewTimer(s.Hasher.wait)
	defer patience.Stop()
	t := slot{tenantID: req.TenantID, subject: s.subjects(req.TenantID, target)[0]}
	if err := s.rehashFailures(ctx, req.TenantID, target); err != nil {
		return t, err
	}
	for {
		taken, err := s.trySlot(ctx, req, &t)
		if err != nil || taken {
			return t, err
		}
		select {
		case <-time.After(slotPause):
		case <-ctx.Done():
			return t, fmt.Errorf("wait to try a password: %w", ctx.Err())
		case <-patience.C:
			return t, fmt.Errorf("wait to try a password: %w", fault.New("unavailable"))
		}
	}
}

//go:embed slot.sql
var slotSQL string

// trySlot reports whether it got a slot; false says that all are being tried right now. Fault: account_locked.
func (s *Service) trySlot(ctx context.Context, req Request, t *slot) (bool, error) {
	now := s.Clock.Now()
	var found []struct {
		ID       int64
		ClearsAt time.Time
		Taken    bool
		Failures int
	}
	err := s.DB.Conn(ctx).Raw(slotSQL,
		map[string]any{
			"tenant": t.tenantID, "subject": t.subject, "now": now, "lost": now.Add(-slotLife), "midnight": midnightAfter(now, req.Zone),
			"max": shared.Constants().LoginMaxFailures,
		}).Scan(&found).Error
	if err != nil {
		return false, fmt.Errorf("count login: %w", err)
	}
	if len(found) == 0 { // it began or ended beside this statement
		return false, nil
	}
	t.row, t.clearsAt = found[0].ID, found[0].ClearsAt
	if !found[0].Taken && found[0].Failures >= shared.Constants().LoginMaxFailures {
		return false, locked(t.clearsAt)
	}
	return found[0].Taken, nil
}

// giveBack returns a slot whose try did not happen.
func (s *Service) giveBack(ctx context.Context, t slot) error {
	ctx, cancel := pg.Detached(ctx)
	defer cancel()
	return pg.Exec(s.DB.Conn(ctx), "give back login", `
		update login_failure set trying = trying - 1
		where tenant_id = ? and subject = ? and id = ? and clears_at = ? and trying > 0`, t.tenantID, t.subject, t.row, t.clearsAt)
}

// failed counts the try of a slot as a failure and returns its refusal, which otherwise makes of the tries that are left. The
// last one locks, and its owner is notified, if there is one: whether there is, is found out by a job, so that it takes the
// caller no time. A caller who went away has tried all the same.
func (s *Service) failed(ctx context.Context, t slot, c *row, otherwise func(left int) *fault.Error) error {
	failures := 1 // when somebody came in meanwhile and the count began anew
	most := shared.Constants().LoginMaxFailures
	ctx, cancel := pg.Detached(ctx)
	defer cancel()
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		counted, err := pg.List[int](tx, "count failed login", `
			update login_failure set failures = failures + 1, trying = greatest(trying - 1, 0)
			where tenant_id = ? and subject = ? and id = ? and clears_at = ?
			returning failures`, t.tenantID, t.subject, t.row, t.clearsAt)
		if err != nil {
			return err
		}
		if len(counted) > 0 {
			failures = counted[0]
		}
		if failures != most {
			return nil
		}
		warning := LockedArgs{Lock: t.row, LockedUntil: t.clearsAt}
		if c != nil {
			warning.CustomerID = c.ID
		}
		return s.Queue.Enqueue(ctx, tx, jobs.Job{Args: warning})
	})
	if err != nil {
		return err
	}
	if left := most - failures; left > 0 {
		return otherwise(left).WithData(map[string]any{"attemptsRemaining": left})
	}
	return locked(t.clearsAt)
}

func locked(until time.Time) *fault.Error {
	return fault.New("account_locked").WithData(map[string]any{"lockedUntil": until.UTC().Format(time.RFC3339), "attemptsRemaining": 0})
}

// LockedArgs asks to warn the owner of a locked account; without a customer there is nobody to warn.
type LockedArgs struct {
	CustomerID int64 `json:"customerId"`
	// Lock is the count of failures that locks: there can be several a day, when somebody comes in or staff lift one.
	Lock        int64     `json:"lock"`
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
		return notify.Send(ctx, tx, s.Queue, notify.Note{
			TenantID: c.TenantID, Key: fmt.Sprintf("%slocked:%d:%d", customerKey(c.ID), a.LockedUntil.Unix(), a.Lock), To: c.Email, Locale: c.Locale,
			At: s.Clock.Now(), Data: notify.AccountLocked{LockedUntil: a.LockedUntil},
		})
	})
}

// clearFailures deletes the failures of an address or number whose owner has come in.
func (s *Service) clearFailures(tx *pg.Tx, tenantID int64, targets ...string) error {
	for _, target := range targets {
		if target == "" {
			continue
		}
		err := pg.Exec(tx, "clear failures",
			`delete from login_failure where tenant_id = ? and subject in ?`, tenantID, s.subjects(tenantID, target))
		if err != nil {
			return err
		}
	}
	return nil
}

// Purge deletes what no longer counts: failed logins, quotas and codes of the past.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.DB.DeleteOld(ctx, "login_failure", "tenant_id, subject", `clears_at <= $1`, now),
		s.DB.DeleteOld(ctx, "code_quota", "tenant_id, kind, subject", `clears_at <= $1`, now),
		s.DB.DeleteOld(ctx, "verification_code", "id", `expires_at <= $1`, now.Add(-quotaPeriod)),
	)
}

// midnightAfter is when the next day begins in a zone.
func midnightAfter(now time.Time, zone *time.Location) time.Time {
	y, m, d := now.In(zone).Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, zone).UTC()
}
