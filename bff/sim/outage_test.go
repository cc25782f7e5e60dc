package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/jobs"
)

// closedCarrier is a carrier that refuses cancellations and readings of registrations with a class, unless it is "".
type closedCarrier struct {
	carrier.Carrier
	class carrier.Class
}

func (c *closedCarrier) CancelOrder(ctx context.Context, ref string) (carrier.Order, error) {
	if c.class != "" {
		return carrier.Order{}, &carrier.Error{Class: c.class, Call: "cancel order"}
	}
	return c.Carrier.CancelOrder(ctx, ref)
}

func (c *closedCarrier) Kyc(ctx context.Context, ref, regime string) (carrier.Kyc, error) {
	if c.class != "" {
		return carrier.Kyc{}, &carrier.Error{Class: c.class, Call: "read registration"}
	}
	return c.Carrier.Kyc(ctx, ref, regime)
}

// close puts a closedCarrier between the shop and its carrier.
func (f *fixture) close(class carrier.Class) *closedCarrier {
	closed := &closedCarrier{f.Carriers[carrier.HTTP], class}
	f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: closed}, f.pay, f.Logs.Logger())
	return closed
}

// maxTries is how often the queue tries a job that fails.
const maxTries = 25

// runJob runs a job as the queue does, for a time: one that fails is tried again after 1, 2, 4 ... seconds, at most 5 minutes, maxTries
// times; one that is snoozed comes back without that. It reports whether the job is over.
func (f *fixture) runJob(t *testing.T, within time.Duration, tries *int, do func() error) (over bool) {
	t.Helper()
	for end := f.Clock.Now().Add(within); f.Clock.Now().Before(end); {
		err := do()
		if err == nil {
			return true
		}
		if pause, snoozed := jobs.SnoozedFor(err); snoozed {
			f.Clock.Advance(pause)
			continue
		}
		if *tries++; *tries >= maxTries {
			t.Fatalf("the job is given up: %v", err)
		}
		f.Clock.Advance(min(time.Second<<min(*tries, 10), 5*time.Minute))
	}
	return false
}

// outages are refusals that end: by themselves, or because people mend what is wrong.
var outages = []carrier.Class{carrier.Maintenance, carrier.RateLimited, carrier.Upstream, carrier.Auth, carrier.Blocked}

// What a refund takes back is taken back at the carrier however long that cannot be asked: until then the eSIM can be used.
func TestACancellationOutlivesAnOutage(t *testing.T) {
	t.Parallel()
	for _, class := range outages {
		for name, happens := range map[string]struct {
			sell  func(t *testing.T, f *fixture)
			query string
			job   func(f *fixture, id int64) error
		}{
			"an eSIM": {
				func(t *testing.T, f *fixture) { f.refundOrder(t, f.placeDeliveredOrder(t)) },
				`select (args->>'requestId')::bigint from river_job where kind = 'sim_cancel'`,
				func(f *fixture, id int64) error { return f.sims.Cancel(ctx, id) },
			},
			"a new profile": {
				func(t *testing.T, f *fixture) {
					o, id := f.placeDeletedSIM(t, "")
					f.askReissue(t, id)
					f.runReissueJobs(t)
					f.advance(t, 1, time.Minute)
					f.runReissueJobs(t)
					f.refundOrder(t, o)
				},
				`select (args->>'reissueId')::bigint from river_job where kind = 'sim_reissue_cancel'`,
				func(f *fixture, id int64) error { return f.sims.CancelReissue(ctx, id) },
			},
		} {
			t.Run(name+", "+string(class), func(t *testing.T) {
				t.Parallel()
				f := newFixture(t, "")
				happens.sell(t, f)
				id, tries := int64(f.Count(t, happens.query)), 0
				do := func() error { return happens.job(f, id) }
				closed := f.close(class)
				if f.runJob(t, 3*time.Hour, &tries, do) {
					t.Fatal("the job has ended, and the order was not cancelled")
				}
				f.requireCount(t, "usable at the carrier", usableAtCarrier, 1)
				closed.class = ""
				if !f.runJob(t, 10*time.Minute, &tries, do) {
					t.Fatal("the job goes on")
				}
				f.requireCount(t, "usable at the carrier, later", usableAtCarrier, 0)
			})
		}
	}
}

// A carrier that takes hours to confirm a cancellation is asked until it does.
func TestACancellationIsAskedForUntilItIsConfirmed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.refundOrder(t, f.placeDeliveredOrder(t))
	id, tries := int64(f.Count(t, `select (args->>'requestId')::bigint from river_job where kind = 'sim_cancel'`)), 0
	do := func() error { return f.sims.Cancel(ctx, id) }
	here := f.sims
	f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: unconfirmingCarrier{f.Carriers[carrier.HTTP]}}, f.pay, f.Logs.Logger())
	if f.runJob(t, 3*time.Hour, &tries, do) {
		t.Fatal("the job has ended, and the order was not cancelled")
	}
	f.sims = here
	if !f.runJob(t, 10*time.Minute, &tries, do) {
		t.Fatal("the job goes on")
	}
	f.requireCount(t, "usable at the carrier", usableAtCarrier, 0)
}

// A carrier's verdict on a registration is mailed however long the carrier cannot be asked for it.
func TestAVerdictOutlivesAnOutage(t *testing.T) {
	t.Parallel()
	for _, class := range outages {
		t.Run(string(class), func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			f.placeDeliveredOrder(t)
			f.Exec(t, `insert into kyc_case (line_id, regime, state, doc_type, attempt, submitted_at, updated_at)
				select id, 'HK', 'submitted', 'passport', 1, now(), now() from sim_line`)
			_, err := f.Carriers[carrier.HTTP].SubmitKyc(ctx, carrier.KycSubmission{
				SIMRef: f.simRef(t), Regime: "HK", ClientRef: "kyc-1-1", DocType: "passport", Fields: map[string]string{"documentNumber": "K77315555"},
			})
			require.NoError(t, err)
			f.TakeMessages()
			f.Work(t, f.Fixture, time.Hour)
			closed, tries := f.close(class), 0
			for _, m := range f.TakeMessages() {
				require.NoError(t, f.sims.Receive(ctx, carrier.HTTP, m.Payload, m.Signature))
			}
			id := int64(f.Count(t, `select max(id) from carrier_event where type = ?`, string(carrier.KycChanged)))
			if id == 0 {
				t.Fatal("no message about the registration")
			}
			do := func() error { return f.sims.ProcessEvent(ctx, id) }
			if f.runJob(t, 3*time.Hour, &tries, do) {
				t.Fatal("the job has ended without the verdict")
			}
			closed.class = ""
			if !f.runJob(t, 10*time.Minute, &tries, do) {
				t.Fatal("the job goes on")
			}
			f.requireCount(t, "mails", `select count(*) from notification where template = 'registration_approved'`, 1)
		})
	}
}
