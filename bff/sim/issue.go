package sim

import (
	"context"
	"errors"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

// outcome is what became of one try: what the request is now, and what was learned.
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

// believedAfter is how long after a request was sent the carrier's word is believed that it knows nothing of it: until then
// it may still be on its way.
const believedAfter = 30 * time.Second

// Issue goes on with one unit that a carrier delivers: it asks, or looks up what became of an earlier try, and records the
// answer. It may run any number of times; a carrier is asked again only after it said that it knows of no earlier request.
// When the time that a carrier has is over, the unit is given up, unless nobody knows whether it was issued.
func (s *Service) Issue(ctx context.Context, requestID int64) error {
	r, ok, err := s.claim(ctx, requestID)
	if err != nil || !ok {
		return err
	}
	s.at("request noted")
	c, err := s.carriers.ByName(r.Carrier)
	var out outcome
	if err != nil {
		out = s.refused(r, err)
	} else {
		out = s.ask(ctx, c, r)
	}
	s.at("carrier answered")
	again, err := s.book(ctx, r, out)
	s.at("answer booked")
	if err != nil || again <= 0 {
		return err
	}
	return jobs.Snooze(again)
}

// ask brings a request one step further.
func (s *Service) ask(ctx context.Context, c carrier.Carrier, r request) outcome {
	over := !s.clock.Now().Before(r.Deadline)
	switch r.State {
	case intended:
		if over {
			return outcome{state: failed, class: carrier.Upstream}
		}
		return s.send(ctx, c, r)
	case pending:
		found, err := c.Order(ctx, r.CarrierRef)
		return s.looked(ctx, c, r, found, err, over)
	}
	found, err := c.OrderByClientRef(ctx, r.ClientRef)
	if carrier.ClassOf(err) != carrier.NotFound || err == nil {
		return s.looked(ctx, c, r, found, err, over)
	}
	switch asked := s.clock.Now().Sub(*r.SentAt); {
	case asked < believedAfter:
		return outcome{state: unknown, class: carrier.Upstream, wait: min(believedAfter-asked, believedAfter)}
	case over:
		return outcome{state: failed, class: carrier.Upstream}
	}
	// It was never taken. The next try notes first that it is sent.
	return outcome{state: intended, wait: time.Second}
}

func (s *Service) send(ctx context.Context, c carrier.Carrier, r request) outcome {
	var o carrier.Order
	var err error
	switch r.Kind {
	case kindTopUp:
		o, err = s.topUp(ctx, c, r)
	case kindReissue:
		o, err = s.askAnew(ctx, c, r)
	default:
		o, err = c.CreateOrder(ctx, r.ClientRef, r.PlanRef, r.StartAt)
	}
	if err != nil {
		return s.refused(r, err)
	}
	return s.understood(ctx, c, r, o)
}

func (s *Service) topUp(ctx context.Context, c carrier.Carrier, r request) (carrier.Order, error) {
	if err := s.noReissue(ctx, *r.SIMID); err != nil {
		return carrier.Order{}, err
	}
	if err := s.canTakePlans(ctx, *r.SIMID); err != nil {
		return carrier.Order{}, err
	}
	_, ref, err := s.Reach(ctx, *r.SIMID)
	if err != nil {
		return carrier.Order{}, err
	}
	return c.Topup(ctx, r.ClientRef, ref, r.PlanRef)
}

// canTakePlans reads a SIM at its carrier and returns an *Error of class SIMRetired when a plan that is added to it could never
// be used, so that the money goes back instead. What is only unknown now is asked again later: nothing has been ordered yet.
func (s *Service) canTakePlans(ctx context.Context, simID int64) error {
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

// looked reads the answer to a look-up. Over says that the carrier's time is: what it still works on is taken back.
func (s *Service) looked(ctx context.Context, c carrier.Carrier, r request, found carrier.Order, err error, over bool) outcome {
	if err != nil {
		// Nothing was asked for, so nothing changes: the next look may tell. An order that the carrier took and does not know any
		// more is looked for by our reference.
		out := outcome{state: unknown, class: carrier.ClassOf(err), wait: s.pause(r, err)}
		if r.State == pending && out.class != carrier.NotFound {
			out.state = pending
		}
		return out
	}
	out := s.understood(ctx, c, r, found)
	if !over || out.state != pending {
		return out
	}
	ended, err := c.CancelOrder(ctx, found.Ref)
	if err != nil {
		s.log.WarnContext(ctx, "carrier does not cancel", "request", r.ID, "carrier", r.Carrier, "error", err)
	} else if out = s.understood(ctx, c, r, ended); out.state != pending {
		return out
	}
	if r.Kind == kindReissue { // the old profile may be gone by now
		return outcome{state: pending, order: found, class: carrier.Upstream, wait: maxPause}
	}
	return outcome{state: failed, order: found, class: unwanted}
}

// understood turns a carrier's order into what the request is now; of an issued one it fetches the SIM.
func (s *Service) understood(ctx context.Context, c carrier.Carrier, r request, o carrier.Order) outcome {
	out := outcome{order: o, wait: s.pause(r, nil)}
	switch o.State {
	case carrier.OrderFulfilled:
		sim, err := c.SIM(ctx, o.SIMRef)
		if err == nil && r.Kind != kindTopUp && !sim.Physical {
			out.activation, err = c.Activation(ctx, o.SIMRef)
		}
		if err != nil {
			out.state, out.class, out.wait = pending, carrier.ClassOf(err), s.pause(r, err)
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

// refused reads the carrier's no to a request. One that leaves open what happened has to be looked up; one that will not
// change ends the request; what people have to mend waits for them until the carrier's time is over.
func (s *Service) refused(r request, err error) outcome {
	class := carrier.ClassOf(err)
	switch {
	case class == carrier.Upstream:
		return outcome{state: unknown, class: class, wait: s.pause(r, err)}
	case class.Permanent(), r.Kind == kindReissue && reissuable.Final(class):
		return outcome{state: failed, class: class}
	case class.Temporary():
		return outcome{state: intended, class: class, wait: s.pause(r, err)}
	}
	s.log.Error("carrier refuses a request", "request", r.ID, "carrier", r.Carrier, "class", class)
	return outcome{state: intended, class: class, wait: r.Deadline.Sub(s.clock.Now())}
}

// maxPause bounds the time between two tries.
const maxPause = 5 * time.Minute

// pause grows with each try, and is at least what the carrier asked for.
func (s *Service) pause(r request, err error) time.Duration {
	wait := min(time.Second<<min(r.Attempts, 10), maxPause)
	var no *carrier.Error
	if errors.As(err, &no) {
		wait = max(wait, no.RetryAfter)
	}
	return wait
}
