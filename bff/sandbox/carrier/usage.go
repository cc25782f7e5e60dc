package carrier

import (
	"context"
	"fmt"
	"time"
)

// instance is a plan on a line. A total of nil is unlimited.
type instance struct {
	Ref        string     `json:"ref"`
	Plan       string     `json:"plan"`
	State      string     `json:"state"`
	StartedAt  *time.Time `json:"startedAt,omitempty"`
	EndsAt     *time.Time `json:"endsAt,omitempty"`
	Total      *int64     `json:"totalBytes"`
	Remaining  *int64     `json:"remainingBytes"`
	VoiceTotal int        `json:"voiceTotal"`
	VoiceLeft  int        `json:"voiceLeft"`
	SMSTotal   int        `json:"smsTotal"`
	SMSLeft    int        `json:"smsLeft"`
	AsOf       time.Time  `json:"asOf"`

	days, told int
	used       int64
}

const megabyte = 1 << 20

func (u *unit) instances(ctx context.Context, ref string) ([]instance, error) {
	rows, err := u.QueryContext(ctx, `SELECT ref, plan, state, started_at, ends_at, total, used, voice_total, voice_used, days, told
		FROM sandbox.carrier_plan WHERE line = $1 ORDER BY seq`, ref)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	list := []instance{}
	for rows.Next() {
		p := instance{AsOf: u.now}
		var spoken int
		if err := rows.Scan(&p.Ref, &p.Plan, &p.State, &p.StartedAt, &p.EndsAt, &p.Total, &p.used, &p.VoiceTotal, &spoken, &p.days, &p.told); err != nil {
			return nil, err
		}
		p.VoiceLeft = max(0, p.VoiceTotal-spoken)
		if p.Total != nil {
			left := max(0, *p.Total-p.used)
			p.Remaining = &left
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

// addPlan puts a plan on a line: at its end, or onto the plan that runs or waits. One with a startAt begins then, or now if
// that is later, whether the line is in use or not. Topup is the order that adds it to a line that exists, or "".
func (u *unit) addPlan(ctx context.Context, ref string, p Plan, startAt *time.Time, topup string) error {
	var total *int64
	if !p.Unlimited {
		n := p.DataMB * megabyte
		if p.PerDay {
			n *= int64(p.Days)
		}
		total = &n
	}
	if p.Extends {
		res, err := u.ExecContext(
			ctx,
			`UPDATE sandbox.carrier_plan SET total = total + $2::bigint, days = days + $3::int, voice_total = voice_total + $4,
			ends_at = ends_at + make_interval(days => $3::int), told = 0
			WHERE ref = (SELECT ref FROM sandbox.carrier_plan WHERE line = $1 AND state IN ('ACTIVE', 'NOT_ACTIVE', 'SCHEDULED') ORDER BY seq LIMIT 1)`,
			ref,
			total,
			p.Days,
			p.VoiceMinutes,
		)
		if err != nil {
			return fmt.Errorf("extend plan: %w", err)
		}
		if n, err := res.RowsAffected(); err != nil || n > 0 {
			return err
		}
	}
	state := "NOT_ACTIVE"
	if startAt != nil {
		state = "SCHEDULED"
		if startAt.Before(u.now) {
			startAt = &u.now
		}
	}
	_, err := u.ExecContext(ctx, `INSERT INTO sandbox.carrier_plan (ref, line, plan, state, days, total, voice_total, start_at, ends_at, topup)
		VALUES ($1, $2, $3, $4, $5::int, $6, $7, $8, $8::timestamptz + make_interval(days => $5::int), $9)`,
		name("pl_"), ref, p.Ref, state, p.Days, total, p.VoiceMinutes, startAt, topup)
	if err != nil {
		return fmt.Errorf("add plan: %w", err)
	}
	return u.startNext(ctx, ref)
}

// startNext starts the next plan of a line that is attached and has none running, nor one that will begin by itself.
func (u *unit) startNext(ctx context.Context, ref string) error {
	res, err := u.ExecContext(
		ctx,
		`UPDATE sandbox.carrier_plan SET state = 'ACTIVE', started_at = $2, ends_at = $2::timestamptz + make_interval(days => days)
		WHERE ref = (SELECT p.ref FROM sandbox.carrier_plan p JOIN sandbox.carrier_line l ON l.ref = p.line
		        WHERE p.line = $1 AND p.state = 'NOT_ACTIVE' AND l.first_attach IS NOT NULL ORDER BY p.seq LIMIT 1)
		  AND NOT EXISTS (SELECT 1 FROM sandbox.carrier_plan WHERE line = $1 AND state IN ('ACTIVE', 'SCHEDULED'))`,
		ref,
		u.now,
	)
	if err != nil {
		return fmt.Errorf("start plan: %w", err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return u.emit(ctx, "plan.started", message{Line: ref})
}

// beginDue begins one plan whose time has come and reports whether there was one.
func (c *Carrier) beginDue(ctx context.Context) (bool, error) {
	did := false
	err := c.atomically(ctx, func(ctx context.Context, u *unit) error {
		var line string
		err := u.QueryRowContext(ctx, `UPDATE sandbox.carrier_plan SET state = 'ACTIVE', started_at = start_at
			WHERE ref = (SELECT p.ref FROM sandbox.carrier_plan p JOIN sandbox.carrier_line l ON l.ref = p.line
			    WHERE p.state = 'SCHEDULED' AND p.start_at <= $1 ORDER BY p.start_at LIMIT 1 FOR UPDATE OF l SKIP LOCKED)
			RETURNING line`, u.now).Scan(&line)
		if err != nil {
			return idleIfNoRows(err)
		}
		did = true
		return u.emit(ctx, "plan.started", message{Line: line})
	})
	return did, idle(err)
}

// use takes bytes and minutes from the running plan. What a plan does not have any more, the next one gives.
func (u *unit) use(ctx context.Context, ref string, bytes int64, minutes int) error {
	list, err := u.instances(ctx, ref)
	if err != nil {
		return err
	}
	for _, p := range list {
		if p.State != "ACTIVE" {
			continue
		}
		p.used += bytes
		over := int64(0)
		if p.Total != nil {
			over = max(0, p.used-*p.Total)
			p.used -= over
		}
		_, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_plan SET used = $2, voice_used = least(voice_total, voice_used + $3) WHERE ref = $1`,
			p.Ref, p.used, minutes)
		if err != nil {
			return fmt.Errorf("count usage: %w", err)
		}
		if err := u.warn(ctx, ref, p); err != nil {
			return err
		}
		if p.Total == nil || p.used < *p.Total {
			return nil
		}
		if err := u.end(ctx, ref, p.Ref, "FINISHED", "plan.used_up"); err != nil || over == 0 {
			return err
		}
		return u.use(ctx, ref, over, 0)
	}
	return nil
}

// thresholds are the shares of a plan, in percent, whose use is reported.
var thresholds = []int{50, 80, 90}

func (u *unit) warn(ctx context.Context, ref string, p instance) error {
	if p.Total == nil || *p.Total == 0 {
		return nil
	}
	reached := 0
	for _, t := range thresholds {
		if p.used*100 >= int64(t)**p.Total {
			reached = t
		}
	}
	if reached <= p.told {
		return nil
	}
	if _, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_plan SET told = $2 WHERE ref = $1`, p.Ref, reached); err != nil {
		return fmt.Errorf("note threshold: %w", err)
	}
	return u.emit(ctx, "usage.threshold", message{Line: ref, Percent: reached})
}

// end ends a plan and starts the next.
func (u *unit) end(ctx context.Context, line, plan, state, event string) error {
	if _, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_plan SET state = $2 WHERE ref = $1`, plan, state); err != nil {
		return fmt.Errorf("end plan: %w", err)
	}
	if err := u.emit(ctx, event, message{Line: line}); err != nil {
		return err
	}
	return u.startNext(ctx, line)
}

// growEvery is how often a line in use is counted.
const growEvery = 10 * time.Second

// growDue lets one line in use lose what it uses by itself, and ends its plan when its time is over. It reports whether there
// was one.
func (c *Carrier) growDue(ctx context.Context) (bool, error) {
	did := false
	err := c.atomically(ctx, func(ctx context.Context, u *unit) error {
		var ref string
		var last time.Time
		// Lines in use are few among all that were sold: they are looked for first.
		err := u.QueryRowContext(ctx, `WITH running AS MATERIALIZED (SELECT line, started_at FROM sandbox.carrier_plan WHERE state = 'ACTIVE')
			SELECT l.ref, coalesce(l.grown_at, p.started_at) FROM running p JOIN sandbox.carrier_line l ON l.ref = p.line
			WHERE l.retired_at IS NULL AND coalesce(l.grown_at, p.started_at) <= $1 ORDER BY 2 LIMIT 1 FOR UPDATE OF l SKIP LOCKED`,
			u.now.Add(-growEvery)).Scan(&ref, &last)
		if err != nil {
			return idleIfNoRows(err)
		}
		did = true
		if _, err := u.ExecContext(ctx, `UPDATE sandbox.carrier_line SET grown_at = $2 WHERE ref = $1`, ref, u.now); err != nil {
			return err
		}
		list, err := u.instances(ctx, ref)
		if err != nil {
			return err
		}
		for _, p := range list {
			if p.State == "ACTIVE" && !u.now.Before(*p.EndsAt) {
				return u.end(ctx, ref, p.Ref, "EXPIRED", "plan.expired")
			}
		}
		return u.use(ctx, ref, int64(min(u.now.Sub(last), time.Hour).Seconds()*float64(c.o.Growth)/60), 0)
	})
	return did, idle(err)
}
