package owned_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

var document = owned.Registration{
	DocumentType: "passport", DocumentNumber: "K77315555", FirstName: "Zephyrine", LastName: "Quillfeather", LocalName: "西风羽",
	BirthDate: "1987-06-05", DocumentExpiry: "2034-05-06",
}

// lossyCarrier loses the answers to forms, before or after they were taken.
type lossyCarrier struct {
	carrier.Carrier
	taken bool
}

func (l lossyCarrier) SubmitKyc(ctx context.Context, s carrier.KycSubmission) (carrier.Kyc, error) {
	if l.taken {
		if _, err := l.Carrier.SubmitKyc(ctx, s); err != nil {
			return carrier.Kyc{}, err
		}
	}
	return carrier.Kyc{}, &carrier.Error{Class: carrier.Upstream, Call: "submit registration"}
}

// A form whose answer was lost is looked up; one that never arrived can be sent again. Nobody has to send one twice, no
// carrier gets one twice, and no log says whose it was.
func TestAFormThatWasLost(t *testing.T) {
	t.Parallel()
	f, p := newFixture(t)
	ref := f.addSIM(t, iccid, 1)

	p.wrap = func(c carrier.Carrier) carrier.Carrier { return lossyCarrier{Carrier: c} }
	_, err := f.sims.Register(ctx, owner(1), ref, document)
	require.Equal(t, "carrier_unavailable", fault.Code(err))
	require.Equal(t, owned.NotVerified, f.requireDetail(t, 1, ref).RealName())

	p.wrap = func(c carrier.Carrier) carrier.Carrier { return lossyCarrier{Carrier: c, taken: true} }
	c, err := f.sims.Register(ctx, owner(1), ref, document)
	require.NoError(t, err)
	require.Equal(t, owned.UnderReview, c.RealName())
	require.Equal(t, 1, c.Attempt, "the same form")
	require.Equal(t, 1, f.Count(t, `select count(*) from sandbox.carrier_kyc`))

	p.wrap = nil
	f.Work(t, f.Fixture, time.Hour)
	require.Equal(t, owned.Verified, f.requireDetail(t, 1, ref).RealName())

	logged := f.Logs.String()
	require.Contains(t, logged, "submit registration")
	for _, secret := range []string{document.DocumentNumber, "Zephyrine", "Quillfeather", "西风羽", "1987-06-05", "2034-05-06", iccid} {
		require.NotContains(t, logged, secret)
	}
	for _, shown := range []string{fmt.Sprint(document), fmt.Sprintf("%+v %#v", document, document)} {
		require.NotContains(t, shown, "K7731")
	}
}

// Two forms that are sent at once are one registration.
func TestTwoFormsAtOnce(t *testing.T) {
	t.Parallel()
	f, _ := newFixture(t)
	ref := f.addSIM(t, iccid, 1)
	f.requireDetail(t, 1, ref)
	var wait sync.WaitGroup
	errs := make([]error, 6)
	for n := range errs {
		wait.Go(func() { _, errs[n] = f.sims.Register(ctx, owner(1), ref, document) })
	}
	wait.Wait()
	sent := 0
	for _, err := range errs {
		if err == nil {
			sent++
			continue
		}
		require.Equal(t, "real_name_under_review", fault.Code(err))
	}
	require.Equal(t, 1, sent)
	young := document
	young.BirthDate = "2015-06-05"
	_, err := f.sims.Register(ctx, owner(1), ref, young)
	var no *fault.Error
	require.ErrorAs(t, err, &no)
	require.Equal(t, map[string]string{"birthDate": "too_young"}, no.Fields)
	require.Equal(t, 16, no.Params["age"])
}

// hangingCarrier answers no form and no question for one, until its caller leaves.
type hangingCarrier struct {
	carrier.Carrier
	// send and find are how long it takes to give up sending a form, and asking for it.
	send, find time.Duration
}

func hang(ctx context.Context, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	<-ctx.Done()
	return &carrier.Error{Class: carrier.Upstream, Call: "hang", Cause: ctx.Err()}
}

func (h hangingCarrier) SubmitKyc(ctx context.Context, _ carrier.KycSubmission) (carrier.Kyc, error) {
	return carrier.Kyc{}, hang(ctx, h.send)
}

func (h hangingCarrier) Kyc(ctx context.Context, _, _ string) (carrier.Kyc, error) {
	return carrier.Kyc{}, hang(ctx, h.find)
}

// A shopper whose carrier hangs has an answer before the time of the call is over, or soon after a call without one, and can send the form
// again.
func TestAHangingCarrierHoldsUpNoShopper(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct{ callTimeout, send time.Duration }{
		"while the form is sent": {time.Second, 18 * time.Second}, "while it is looked up": {2 * time.Second, time.Second},
		"without an end": {time.Hour, time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, p := newFixture(t)
			ref := f.addSIM(t, iccid, 1)
			p.wrap = func(c carrier.Carrier) carrier.Carrier {
				return hangingCarrier{Carrier: c, send: one.send, find: 18 * time.Second}
			}
			call, cancel := context.WithTimeout(ctx, one.callTimeout)
			defer cancel()
			began := time.Now()
			_, err := f.sims.Register(call, owner(1), ref, document)
			require.Equal(t, "carrier_unavailable", fault.Code(err))
			require.Less(t, time.Since(began), 12*time.Second)
			require.Equal(t, 1, f.Count(t, `select count(*) from kyc_case where state = 'unknown'`))
			p.wrap = nil
			c, err := f.sims.Register(ctx, owner(1), ref, document)
			require.NoError(t, err)
			require.Equal(t, owned.UnderReview, c.RealName())
		})
	}
}

// A form whose sender leaves is looked up all the same.
func TestAFormWhoseSenderLeavesIsLookedUp(t *testing.T) {
	t.Parallel()
	f, p := newFixture(t)
	ref := f.addSIM(t, iccid, 1)
	call, leave := context.WithTimeout(ctx, time.Minute)
	defer leave()
	p.wrap = func(c carrier.Carrier) carrier.Carrier {
		return leftCarrier{lossyCarrier{Carrier: c, taken: true}, leave}
	}
	_, err := f.sims.Register(call, owner(1), ref, document)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 0, f.Count(t, `select count(*) from kyc_case where state = 'unknown'`))
	require.Equal(t, owned.UnderReview, f.requireDetail(t, 1, ref).RealName())
}

// leftCarrier takes a form, and loses the answer, because its sender leaves.
type leftCarrier struct {
	lossyCarrier
	leave func()
}

func (l leftCarrier) SubmitKyc(ctx context.Context, s carrier.KycSubmission) (carrier.Kyc, error) {
	defer l.leave()
	return l.lossyCarrier.SubmitKyc(ctx, s)
}
