package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Kinds of a difference.
const (
	// DiffMissingHere is money that moved at the provider and is not in our ledger.
	DiffMissingHere = "missing_here"
	// DiffMissingThere is money in our ledger that the provider knows nothing of.
	DiffMissingThere = "missing_there"
	DiffAmount       = "amount"
	DiffCurrency     = "currency"
	DiffStatus       = "status"
)

// Objects of a difference.
const (
	ObjectCharge = "charge"
	ObjectRefund = "refund"
)

// Difference is one thing about which our ledger and the provider do not agree. Ours and Theirs are what each says, "" for
// nothing.
type Difference struct {
	Kind       string `json:"kind"`
	Object     string `json:"object"`
	ProviderID string `json:"providerId"`
	OrderNo    string `json:"orderNo,omitempty"`
	Ours       string `json:"ours"`
	Theirs     string `json:"theirs"`
}

// Reconciliation is what comparing a day came to.
type Reconciliation struct {
	// Day is the day in UTC, as 2026-03-01.
	Day         string       `json:"day"`
	Charges     int          `json:"charges"`
	Refunds     int          `json:"refunds"`
	Differences []Difference `json:"differences"`
}

// Reconcile compares a day (UTC) with the provider: every charge and refund made there that day with our ledger, and what
// our ledger says came in or went out that day with the provider. What it finds is stored in place of what an earlier run of
// the day found, and reported. Fault: in_progress when somebody else compares the same day.
func (s *Service) Reconcile(ctx context.Context, day time.Time) (Reconciliation, error) {
	from := day.UTC().Truncate(24 * time.Hour)
	err := pg.Exec(s.db.Conn(ctx), "begin reconciliation", `delete from reconciliation_run where day = ?`, from.Format(time.DateOnly))
	if err != nil {
		return Reconciliation{}, err
	}
	for {
		r, done, err := s.reconcileOn(ctx, from)
		if done || err != nil {
			return r, err
		}
	}
}

// timeLeft is what a job leaves of its time when it stops, to go on in another.
const timeLeft = 30 * time.Second

// ReconcileDue compares every day that was never compared, from the first attempt on, the oldest first. A day is compared when
// it has been over for an hour, so that the last webhooks have arrived. It goes on where it, or one before it that was stopped,
// has come to; when its time is nearly over it asks to be called again.
func (s *Service) ReconcileDue(ctx context.Context) error {
	days, err := s.daysToReconcile(ctx)
	if err != nil {
		return err
	}
	for _, day := range days {
		for done := false; !done; {
			if end, limited := ctx.Deadline(); limited && time.Until(end) < timeLeft {
				return jobs.Snooze(time.Second)
			}
			if _, done, err = s.reconcileOn(ctx, day); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) daysToReconcile(ctx context.Context) ([]time.Time, error) {
	last := s.clock.Now().UTC().Add(-time.Hour).AddDate(0, 0, -1).Format(time.DateOnly)
	days, err := pg.List[time.Time](s.db.Conn(ctx), "look for days to reconcile", `
		select d at time zone 'UTC' from generate_series(
		    least(cast(@last as timestamp), coalesce(
		        (select date_trunc('day', created_at at time zone 'UTC') from payment_attempt order by id limit 1), cast(@last as timestamp))),
		    cast(@last as timestamp), interval '1 day') as d
		where not exists (select 1 from reconciliation r where r.day = cast(d as date)) order by d`, map[string]any{"last": last})
	if err != nil {
		return nil, err
	}
	for i := range days {
		days[i] = days[i].UTC()
	}
	return days, nil
}

// reconcileOn compares the next part of a day, and reports what the day came to when that was the last.
func (s *Service) reconcileOn(ctx context.Context, from time.Time) (r Reconciliation, done bool, err error) {
	c := &comparison{Service: s, from: from, before: from.Add(24 * time.Hour), Day: from.Format(time.DateOnly),
		seen: []string{}, found: []Difference{}}
	if err := c.load(ctx); err != nil {
		return r, false, err
	}
	steps := []func(context.Context) error{c.theirCharges, c.ourCharges, c.theirRefunds, c.ourRefunds}
	if c.to.Step < len(steps) {
		if err := steps[c.to.Step](ctx); err != nil {
			return r, false, fmt.Errorf("reconcile %s: %w", c.Day, err)
		}
		return r, false, c.save(ctx)
	}
	s.at("day compared")
	if r, err = c.finish(ctx); err != nil {
		return r, false, err
	}
	for _, d := range r.Differences {
		s.log.ErrorContext(ctx, "ledger and provider differ", "day", r.Day, "kind", d.Kind, "object", d.Object,
			"provider", d.ProviderID, "order", d.OrderNo, "ours", d.Ours, "theirs", d.Theirs)
	}
	return r, true, nil
}

// progress is the row of a comparison under way.
type progress struct {
	Step             int
	Cursor           string
	Charges, Refunds int
}

// load reads how far the day has come, and begins it where it was not begun.
func (c *comparison) load(ctx context.Context) error {
	err := c.db.Conn(ctx).Raw(`
		with begun as (insert into reconciliation_run (day) values (@day) on conflict do nothing returning step, cursor, charges, refunds)
		select step, cursor, charges, refunds from begun union all
		select step, cursor, charges, refunds from reconciliation_run where day = @day limit 1`, map[string]any{"day": c.Day}).Scan(&c.to).Error
	if err != nil {
		return fmt.Errorf("read reconciliation: %w", err)
	}
	c.was = c.to
	return nil
}

// save notes what the part came to. Nothing is noted when somebody else has compared the same part meanwhile.
func (c *comparison) save(ctx context.Context) error {
	if c.to.Cursor == "" {
		c.to.Step++
	}
	return c.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		changed, err := pg.Changed(tx, "note reconciliation", `
			update reconciliation_run set step = ?, cursor = ?, charges = ?, refunds = ? where day = ? and step = ? and cursor = ?`,
			c.to.Step, c.to.Cursor, c.to.Charges, c.to.Refunds, c.Day, c.was.Step, c.was.Cursor)
		if err != nil {
			return err
		}
		if !changed {
			return fault.New("in_progress")
		}
		err = tx.Exec(`
			insert into reconciliation_seen (day, object, provider_id)
			select ?, ?, jsonb_array_elements_text(cast(? as jsonb)) on conflict do nothing`, c.Day, c.object, pg.AsJSON(c.seen)).Error
		if err == nil {
			err = tx.Exec(`
				insert into reconciliation_found (day, kind, object, provider_id, order_no, ours, theirs)
				select ?, f.kind, f.object, f."providerId", coalesce(f."orderNo", ''), f.ours, f.theirs
				from jsonb_to_recordset(cast(? as jsonb)) as f(kind text, object text, "providerId" text, "orderNo" text, ours text, theirs text)
				on conflict do nothing`, c.Day, pg.AsJSON(c.found)).Error
		}
		if err != nil {
			return fmt.Errorf("note reconciliation: %w", err)
		}
		return nil
	})
}

// finish puts what was found in place of what an earlier comparison of the day found. Fault: in_progress when somebody else was
// faster.
func (c *comparison) finish(ctx context.Context) (Reconciliation, error) {
	r := Reconciliation{Day: c.Day, Charges: c.to.Charges, Refunds: c.to.Refunds, Differences: []Difference{}}
	err := c.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		var mine []int
		err := tx.Raw(`select step from reconciliation_run where day = ? and step = ? for update`, c.Day, c.to.Step).Scan(&mine).Error
		if err == nil && len(mine) == 0 {
			return fault.New("in_progress")
		}
		r.Differences = r.Differences[:0]
		if err == nil {
			err = tx.Raw(`
				select kind, object, provider_id, order_no, ours, theirs from reconciliation_found where day = ?
				order by object, provider_id, kind`, c.Day).Scan(&r.Differences).Error
		}
		if err == nil {
			err = tx.Exec(`
				insert into reconciliation (day, ran_at, charges, refunds, differences) values (?, ?, ?, ?, ?)
				on conflict (day) do update set ran_at = excluded.ran_at, charges = excluded.charges, refunds = excluded.refunds,
				    differences = excluded.differences`, r.Day, c.clock.Now(), r.Charges, r.Refunds, len(r.Differences)).Error
		}
		for _, statement := range []string{
			`delete from reconciliation_difference where day = ?`,
			`insert into reconciliation_difference (day, kind, object, provider_id, order_no, ours, theirs)
			 select day, kind, object, provider_id, order_no, ours, theirs from reconciliation_found where day = ?`,
			`delete from reconciliation_run where day = ?`,
		} {
			if err == nil {
				err = tx.Exec(statement, r.Day).Error
			}
		}
		if err != nil {
			return fmt.Errorf("store reconciliation: %w", err)
		}
		return nil
	})
	return r, err
}
