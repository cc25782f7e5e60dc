package sim

import (
	"context"
	"errors"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

// outcome is the result of one try: the state of the request now, and what the carrier answered.
type outcome struct {
	state string
	order carrier.Order
	// sim and activation are those of an issued request.
	sim        carrier.SIM
	activation carrier.Activation
	class      carrier.Class
	// wait is how long to leave the carrier alone.
	wait time.Duration
}

// lookupGrace is how long after it was sent a request that the carrier does not find may still be on its way. Only after that it counts
// as never taken. It begins when the carrier is called, not when the request was claimed: see renewClaim.
const lookupGrace = 30 * time.Second

// Issue goes on with one unit that a carrier delivers: it asks, or looks up what became of an earlier try, and records the
// answer. It may run any number of times; a carrier is asked again only after it answered that it knows of no earlier request.
// When the time that a carrier has is over, the unit is given up, unless nobody knows whether it was issued.
func (s *Service) Issue(ctx context.Context, requestID int64) error {
	r, ok, err := s.claim(ctx, requestID)
	if err != nil || !ok {
		return err
	}
	s.callHook("request noted")
	c, err := s.carriers.ByName(r.Carrier)
	var out outcome
	if err != nil {
		out = s.refusalOutcome(r, err)
	} else {
		out = s.advance(ctx, c, r)
	}
	s.callHook("carrier answered")
	again, err := s.record(ctx, r, out)
	s.callHook("answer booked")
	if err != nil || again <= 0 {
		return err
	}
	return jobs.Snooze(again)
}

// advance brings a request one step further.
func (s *Service) advance(ctx context.Context, c carrier.Carrier, r request) outcome {
	over := !s.clock.Now().Before(r.Deadline)
	switch r.State {
	case intended:
		if over {
			return outcome{state: failed, class: carrier.Upstream}
		}
		return s.send(ctx, c, r)
	case pending:
		found, err := c.Order(ctx, r.CarrierRef)
		return s.lookupOutcome(ctx, c, r, found, err, over)
	}
	found, err := c.OrderByClientRef(ctx, r.ClientRef)
	if carrier.ClassOf(err) != carrier.NotFound || err == nil {
		return s.lookupOutcome(ctx, c, r, found, err, over)
	}
	switch asked := s.clock.Now().Sub(*r.SentAt); {
	case asked < lookupGrace:
		return outcome{state: unknown, class: carrier.Upstream, wait: min(lookupGrace-asked, lookupGrace)}
	case over:
		return outcome{state: failed, class: carrier.Upstream}
	}
	// It was never taken. The next try notes first that it is sent.
	return outcome{state: intended, wait: time.Second}
}

// send sends a request for the first time.
func (s *Service) send(ctx context.Context, c carrier.Carrier, r request) outcome {
	var o carrier.Order
	var err error
	switch r.Kind {
	case kindTopUp:
		o, err = s.topUp(ctx, c, r)
	case kindReissue:
		o, err = s.sendReissue(ctx, c, r)
	default:
		o, err = c.CreateOrder(ctx, r.ClientRef, r.PlanRef, r.StartAt)
	}
	if err != nil {
		return s.refusalOutcome(r, err)
	}
	return s.orderOutcome(ctx, c, r, o)
}

// topUp orders a plan for a SIM that exists, unless the SIM is being reissued or cannot take plans.
func (s *Service) topUp(ctx context.Context, c carrier.Carrier, r request) (carrier.Order, error) {
	if err := s.checkNoReissue(ctx, *r.SIMID); err != nil {
		return carrier.Order{}, err
	}
	if err := s.checkAcceptsPlans(ctx, *r.SIMID); err != nil {
		return carrier.Order{}, err
	}
	_, ref, err := s.Reach(ctx, *r.SIMID)
	if err != nil {
		return carrier.Order{}, err
	}
	if err := s.renewClaim(ctx, "carrier_order", r); err != nil {
		return carrier.Order{}, err
	}
	return c.Topup(ctx, r.ClientRef, ref, r.PlanRef)
}

// checkAcceptsPlans reads a SIM at its carrier and returns an *Error of class SIMRetired when a plan that is added to it could never
// be used, so that the money goes back instead. What is only unknown now is asked again later: nothing has been ordered yet.
func (s *Service) checkAcceptsPlans(ctx context.Context, simID int64) error {
	const call = "read SIM before a top-up"
	err := s.Refresh(ctx, simID)
	var no *carrier.Error
	switch {
	case errors.As(err, &no) && no.Class == carrier.Upstream:
		return &carrier.Error{Class: carrier.Maintenance, Call: call, RetryAfter: no.RetryAfter, Cause: err}
	case err != nil:
		return err
	}
	var sim struct{ Gone, Missing bool }
	err = s.db.Conn(ctx).Raw(`
		select retired_at is not null or revoked_at is not null or erased_at is not null or profile_state = ? as gone,
		    missing_since is not null as missing
		from sim_line where id = ?`, string(carrier.ProfileDeleted), simID).Scan(&sim).Error
	switch {
	case err != nil, sim.Missing && !sim.Gone:
		return &carrier.Error{Class: carrier.Maintenance, Call: call, Cause: err}
	case sim.Gone:
		return &carrier.Error{Class: carrier.SIMRetired, Call: call}
	}
	return nil
}

// lookupOutcome returns the outcome of a look-up. Over says that the carrier's time is: what it still works on is taken back.
func (s *Service) lookupOutcome(ctx context.Context, c carrier.Carrier, r request, found carrier.Order, err error, over bool) outcome {
	if err != nil {
		// Nothing was asked for, so nothing changes: the next look may find out. An order that the carrier took and does not know any
		// more is looked for by our reference.
		out := outcome{state: unknown, class: carrier.ClassOf(err), wait: s.backoff(r, err)}
		if r.State == pending && out.class != carrier.NotFound {
			out.state = pending
		}
		return out
	}
	out := s.orderOutcome(ctx, c, r, found)
	if !over || out.state != pending {
		return out
	}
	ended, err := c.CancelOrder(ctx, found.Ref)
	if err != nil {
		s.log.WarnContext(ctx, "carrier refused to cancel an order", "request", r.ID, "carrier", r.Carrier, "error", err)
	} else if out = s.orderOutcome(ctx, c, r, ended); out.state != pending {
		return out
	}
	if r.Kind == kindReissue { // the old profile may be gone by now
		return outcome{state: pending, order: found, class: carrier.Upstream, wait: maxBackoff}
	}
	return outcome{state: failed, order: found, class: unwanted}
}

// orderOutcome returns the outcome that a carrier's order means; for one that was issued it reads the SIM.
func (s *Service) orderOutcome(ctx context.Context, c carrier.Carrier, r request, o carrier.Order) outcome {
	out := outcome{order: o, wait: s.backoff(r, nil)}
	switch o.State {
	case carrier.OrderFulfilled:
		sim, err := c.SIM(ctx, o.SIMRef)
		if err == nil && r.Kind != kindTopUp && !sim.Physical {
			out.activation, err = c.Activation(ctx, o.SIMRef)
		}
		if err != nil {
			out.state, out.class, out.wait = pending, carrier.ClassOf(err), s.backoff(r, err)
			return out
		}
		out.state, out.sim = issued, sim
	case carrier.OrderFailed, carrier.OrderCancelled:
		out.state, out.class = failed, o.Reason
	default:
		out.state = pending
	}
	return out
}

// refusalOutcome returns the outcome of a refused request. One that leaves open what happened has to be looked up; one that will not
// change ends the request; what people have to mend waits for them until the carrier's time is over.
func (s *Service) refusalOutcome(r request, err error) outcome {
	class := carrier.ClassOf(err)
	switch {
	case class == carrier.Upstream:
		return outcome{state: unknown, class: class, wait: s.backoff(r, err)}
	case class.Permanent(), r.Kind == kindReissue && reissuable.Final(class):
		return outcome{state: failed, class: class}
	case class.Temporary():
		return outcome{state: intended, class: class, wait: s.backoff(r, err)}
	}
	s.log.Error("carrier refused an order", "request", r.ID, "carrier", r.Carrier, "class", class)
	return outcome{state: intended, class: class, wait: r.Deadline.Sub(s.clock.Now())}
}

// maxBackoff bounds the time between two tries.
const maxBackoff = 5 * time.Minute

// backoff grows with each try, and is at least what the carrier asked for.
func (s *Service) backoff(r request, err error) time.Duration {
	wait := min(time.Second<<min(r.Attempts, 10), maxBackoff)
	if no, ok := errors.AsType[*carrier.Error](err); ok {
		wait = max(wait, no.RetryAfter)
	}
	return wait
}
