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
