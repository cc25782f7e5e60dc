package sim_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

// slowCarrier is a carrier that takes readTime to read a SIM, loses the answer to an order for a SIM, and makes the order commitTime after
// it was asked.
type slowCarrier struct {
	carrier.Carrier
	clock                *clock.Fake
	readTime, commitTime time.Duration
	// reading is called while a SIM is read for the first time. That read fails if refusesFirst is set.
	reading      func()
	refusesFirst bool

	mu    sync.Mutex
	asked int
	makes []func() error
	dueAt []time.Time
}

func (s *slowCarrier) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	if s.reading != nil {
		reading := s.reading
		s.reading = nil
		reading()
		if s.refusesFirst {
			return carrier.SIM{}, &carrier.Error{Class: carrier.RateLimited, Call: "read SIM"}
		}
	}
	s.clock.Advance(s.readTime)
	return s.Carrier.SIM(ctx, ref)
}

func (s *slowCarrier) accept(call string, order func(context.Context) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	s.dueAt = append(s.dueAt, s.clock.Now().Add(s.commitTime))
	s.makes = append(s.makes, func() error { return order(context.Background()) })
	return &carrier.Error{Class: carrier.Upstream, Call: call}
}

func (s *slowCarrier) Topup(_ context.Context, clientRef, simRef, planRef string) (carrier.Order, error) {
	return carrier.Order{}, s.accept("top up", func(ctx context.Context) error {
		_, err := s.Carrier.Topup(ctx, clientRef, simRef, planRef)
		return err
	})
}

func (s *slowCarrier) Reissue(_ context.Context, clientRef, simRef string) (carrier.Order, error) {
	return carrier.Order{}, s.accept("reissue", func(ctx context.Context) error {
		_, err := s.Carrier.Reissue(ctx, clientRef, simRef)
		return err
	})
}

// OrderByClientRef first makes the orders that are due.
func (s *slowCarrier) OrderByClientRef(ctx context.Context, clientRef string) (carrier.Order, error) {
	s.mu.Lock()
	var failed error
	for len(s.dueAt) > 0 && !s.dueAt[0].After(s.clock.Now()) {
		failed = errors.Join(failed, s.makes[0]())
		s.dueAt, s.makes = s.dueAt[1:], s.makes[1:]
	}
	s.mu.Unlock()
	if failed != nil {
		return carrier.Order{}, failed
	}
	return s.Carrier.OrderByClientRef(ctx, clientRef)
}

// slowdown puts a slowCarrier between the shop and its carrier.
func (f *fixture) slowdown(readTime, commitTime time.Duration) *slowCarrier {
	slow := &slowCarrier{Carrier: f.Carriers[carrier.HTTP], clock: f.Clock, readTime: readTime, commitTime: commitTime}
	f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: slow}, f.pay, f.Logs.Logger())
	return slow
}

// A carrier that is asked late, because the SIM was read before, and makes the order later still, is not asked twice: what it does not
// find counts as never taken half a minute after the call, not after the read.
func TestASlowCarrierIsAskedOnce(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]func(t *testing.T, f *fixture) *slowCarrier{
		"top-up": func(t *testing.T, f *fixture) *slowCarrier {
			f.placeDeliveredOrder(t)
			slow := f.slowdown(15*time.Second, 20*time.Second)
			f.placeTopUp(t)
			return slow
		},
		"reissue": func(t *testing.T, f *fixture) *slowCarrier {
			_, id := f.placeDeletedSIM(t, "")
			slow := f.slowdown(15*time.Second, 20*time.Second)
			f.askReissue(t, id)
			f.runReissueJobs(t)
			return slow
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			slow := ask(t, f)
			if slow.asked != 1 {
				t.Fatalf("asked %d times at first", slow.asked)
			}
			for range 60 {
				f.advance(t, 1, 2*time.Second)
				f.runReissueJobs(t)
			}
			if slow.asked != 1 {
				t.Errorf("asked %d times", slow.asked)
			}
			f.requireCount(t, "open requests", `select count(*) from carrier_order where state not in ('issued', 'failed')`, 0)
			f.requireCount(t, "open reissues", openReissues, 0)
			f.requireCount(t, "refunds", `select count(*) from refund`, 0)
		})
	}
}

// A worker whose time was over while it read the SIM, and whose request another one has gone on with, neither asks the carrier nor writes
// down what it has found.
func TestALateWorkerLeavesARequestAlone(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]func(t *testing.T, f *fixture, slow *slowCarrier, again func()){
		"top-up": func(t *testing.T, f *fixture, slow *slowCarrier, again func()) {
			slow.reading = again
			f.placeTopUp(t)
		},
		"reissue": func(t *testing.T, f *fixture, slow *slowCarrier, again func()) {
			f.askReissue(t, int64(f.Count(t, `select id from sim_line`)))
			slow.reading = again
			f.runReissueJobs(t)
		},
	} {
		for _, refusesFirst := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, refused %t", name, refusesFirst), func(t *testing.T) {
				t.Parallel()
				f := newFixture(t, "")
				if name == "reissue" {
					f.placeDeletedSIM(t, "")
				} else {
					f.placeDeliveredOrder(t)
				}
				slow := f.slowdown(0, 20*time.Second)
				slow.refusesFirst = refusesFirst
				goOn := func() {
					f.runIssueJobs(t)
					f.runReissueJobs(t)
				}
				ask(t, f, slow, func() {
					for range 2 { // the first finds that nothing was taken, the second asks
						f.Clock.Advance(31 * time.Second)
						goOn()
					}
				})
				f.requireCount(t, "requests that may have been taken", `
					select count(*) from (select state, kind from carrier_order union all select state, 'reissue' from sim_reissue) r
					where state = 'unknown' and kind <> 'new'`, 1)
				for range 20 {
					f.advance(t, 1, 5*time.Second)
					f.runReissueJobs(t)
				}
				if slow.asked != 1 {
					t.Errorf("asked %d times", slow.asked)
				}
				f.requireCount(t, "open requests", `select count(*) from carrier_order where state not in ('issued', 'failed')`, 0)
				f.requireCount(t, "open reissues", openReissues, 0)
			})
		}
	}
}
