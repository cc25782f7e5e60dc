package sim

import (
	"context"
	_ "embed"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// IssueArgs asks to go on with one unit that a carrier delivers.
type IssueArgs struct {
	RequestID int64 `json:"requestId"`
}

// Kind names the worker.
func (IssueArgs) Kind() string { return "sim_issue" }

// States of a request.
const (
	intended = "intended"
	sent     = "sent"
	pending  = "pending"
	unknown  = "unknown"
	issued   = "issued"
	failed   = "failed"
)

// Kinds of a request: a new SIM, a plan for a SIM, a new profile for a SIM.
const (
	kindNew     = "new"
	kindTopUp   = "topup"
	kindReissue = "reissue"
)

// request writes what the carrier will be asked for, one row per unit of a line, with the job that asks. What was written
// before is not written again.
func (s *Service) request(ctx context.Context, tx *pg.Tx, o order.Locked, l pendingLine) error {
	if l.Asked == l.Quantity {
		return nil
	}
	kind, now := kindNew, s.clock.Now()
	if l.SIMID != 0 {
		kind = kindTopUp
	}
	ids, err := pg.List[int64](tx, "write carrier requests", `
		insert into carrier_order (tenant_id, order_id, order_line_id, unit, kind, carrier, plan_ref, line_id, next_at, sla_at, created_at, updated_at)
		select @tenant, @order, @line, u.unit, @kind, @carrier, @plan, nullif(@sim, 0), @now, @sla, @now, @now
		from generate_series(1, @quantity) as u(unit)
		on conflict (order_line_id, unit) do nothing returning id`, map[string]any{
		"tenant": o.TenantID, "order": o.ID, "line": l.ID, "kind": kind, "carrier": l.Carrier, "plan": l.PlanRef, "sim": l.SIMID,
		"now": now, "sla": now.Add(s.patience), "quantity": l.Quantity,
	})
	if err != nil {
		return err
	}
	return s.queue.Enqueue(ctx, tx, jobsFor(ids, func(id int64) jobs.Job { return jobs.Job{Args: IssueArgs{id}} })...)
}

// jobsFor returns a job for each id.
func jobsFor(ids []int64, job func(id int64) jobs.Job) []jobs.Job {
	list := make([]jobs.Job, len(ids))
	for i, id := range ids {
		list[i] = job(id)
	}
	return list
}

// resumeRequests enqueues jobs for requests of an order whose jobs ended while it was held or about to be refunded. Requests that were
// just written, and those that wait for long, have a job.
func (s *Service) resumeRequests(ctx context.Context, tx *pg.Tx, o order.Locked) error {
	if o.HoldReason != "" {
		return nil
	}
	now := s.clock.Now()
	ids, err := pg.List[int64](tx, "find requests to go on with", `
		select id from carrier_order where order_id = ? and state = 'intended' and created_at <= ? and next_at <= ?`,
		o.ID, now.Add(-sweepAfter), now.Add(maxBackoff))
	if err != nil || len(ids) == 0 {
		return err
	}
	return s.queue.Enqueue(ctx, tx, jobsFor(ids, func(id int64) jobs.Job { return jobs.Job{Args: IssueArgs{id}, Once: true} })...)
}

// request is a request to a carrier that somebody works on, with the state it was in.
type request struct {
	ID          int64
	OrderID     int64
	OrderLineID int64
	Unit        int
	Kind        string
	Carrier     string
	PlanRef     string
	SIMID       *int64 `gorm:"column:line_id"`
	ClientRef   string
	CarrierRef  string
	State       string
	// Attempts is how many times it was claimed before.
	Attempts int
	SentAt   *time.Time
	// StartAt is when the plan is to begin, nil when its shopper chose no day.
	StartAt  *time.Time
	Begun    time.Time
	Deadline time.Time
	// Wanted says of a reissue that the SIM is still there.
	Wanted bool
}

// attempt is the number of the claim. The next claim, by whoever works on the request after its time is over, has another.
func (r request) attempt() int { return r.Attempts + 1 }

// busyFor is how long a request belongs to whoever works on it. A job ends before, a sweep may not.
const busyFor = 30 * time.Second

//go:embed claim_request.sql
var claimRequestSQL string

// claim takes a request that is due to be worked on. An intended one is noted as sent, before anything is sent; it is not
// taken while its order is held or about to be refunded. ok is false when there is nothing to do.
func (s *Service) claim(ctx context.Context, id int64) (r request, ok bool, err error) {
	return s.claimRow(ctx, "take carrier request", claimRequestSQL, id)
}

// claimRow runs a statement that takes a request or a reissue by its id.
func (s *Service) claimRow(ctx context.Context, what, statement string, id int64) (r request, ok bool, err error) {
	now := s.clock.Now()
	rows, err := pg.List[request](s.db.Conn(ctx), what, statement,
		map[string]any{"id": id, "now": now, "until": now.Add(busyFor), "ahead": now.Add(clockSetBack)})
	if err != nil || len(rows) == 0 {
		return request{}, false, err
	}
	return rows[0], true, nil
}

// renewClaim notes that a request is sent now: its SIM was read since it was claimed, which can take as long as the claim lasts. The error
// is an *Error of class Maintenance when another worker has gone on with the request meanwhile: it must not be sent.
func (s *Service) renewClaim(ctx context.Context, table string, r request) error {
	now := s.clock.Now()
	ours, err := pg.Changed(s.db.Conn(ctx), "renew claim in "+table, `
		update `+table+` set sent_at = @now, busy_until = @until, updated_at = @now
		where id = @id and state = 'sent' and attempts = @attempt`,
		map[string]any{"now": now, "until": now.Add(busyFor), "id": r.ID, "attempt": r.attempt()})
	if err != nil || !ours {
		return &carrier.Error{Class: carrier.Maintenance, Call: "send request", Cause: err}
	}
	return nil
}

// sweepAfter is how late a request must be before a sweep takes its job for lost, sweepAgain how long it leaves one alone that it has
// taken up.
const (
	sweepAfter = 15 * time.Second
	sweepAgain = time.Minute
)

// sweepRequests goes on with requests whose job was lost, and ends those that nobody wants any more.
func (s *Service) sweepRequests(ctx context.Context) error {
	err := pg.Exec(s.db.Conn(ctx), "end unwanted requests", `
		update carrier_order c set state = 'failed', error_class = ?, updated_at = ? from order_line l
		where l.id = c.order_line_id and c.state = 'intended' and l.state = 'refunded'`, string(unwanted), s.clock.Now())
	if err != nil {
		return err
	}
	return s.sweepOpen(ctx, "carrier_order", s.Issue)
}

// clockSetBack is how far in the future updated_at must be for a row to have been written before the clock was set back. next_at and
// busy_until of such a row are ignored, because they are as far in the future.
const clockSetBack = time.Minute

// sweepOpen goes on with the open requests of a table, carrier_order or sim_reissue, whose job was lost. It postpones each, so that those
// that cannot go on now, because their order is held, come after the others in the next round.
func (s *Service) sweepOpen(ctx context.Context, table string, resume func(ctx context.Context, id int64) error) error {
	now := s.clock.Now()
	ids, err := pg.List[int64](s.db.Conn(ctx), "find late rows of "+table, `
		update `+table+` set next_at = @again where id in (
		    select id from `+table+`
		    where state in ('intended', 'sent', 'pending', 'unknown')
		      and (next_at <= @late and coalesce(busy_until, next_at) <= @now or updated_at > @ahead)
		    order by next_at limit 100 for update skip locked)
		returning id`, map[string]any{
		"again": now.Add(sweepAgain), "late": now.Add(-sweepAfter), "now": now, "ahead": now.Add(clockSetBack)})
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := resume(ctx, id); err != nil && !jobs.IsSnoozed(err) {
			s.log.WarnContext(ctx, "carrier request failed in sweep", "table", table, "request", id, "error", err)
		}
	}
	return nil
}
