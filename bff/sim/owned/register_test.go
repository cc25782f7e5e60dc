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

// lossy loses the answers to forms, before or after they were taken.
type lossy struct {
	carrier.Carrier
	taken bool
}

func (l lossy) SubmitKyc(ctx context.Context, s carrier.KycSubmission) (carrier.Kyc, error) {
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
	d, k := newDrawer(t)
	ref := d.put(t, iccid, 1)

	k.between = func(c carrier.Carrier) carrier.Carrier { return lossy{Carrier: c} }
	_, err := d.sims.Register(ctx, owner(1), ref, document)
	require.Equal(t, "carrier_unavailable", fault.Code(err))
	require.Equal(t, owned.NotVerified, d.find(t, 1, ref).RealName())

	k.between = func(c carrier.Carrier) carrier.Carrier { return lossy{Carrier: c, taken: true} }
	c, err := d.sims.Register(ctx, owner(1), ref, document)
	require.NoError(t, err)
	require.Equal(t, owned.UnderReview, c.RealName())
	require.Equal(t, 1, c.Attempt, "the same form")
	require.Equal(t, 1, d.Count(t, `select count(*) from sandbox.carrier_kyc`))

	k.between = nil
	d.Work(t, d.Bench, time.Hour)
	require.Equal(t, owned.Verified, d.find(t, 1, ref).RealName())

	logged := d.Logs.String()
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
	d, _ := newDrawer(t)
	ref := d.put(t, iccid, 1)
	d.find(t, 1, ref)
	var wait sync.WaitGroup
	errs := make([]error, 6)
	for n := range errs {
		wait.Go(func() { _, errs[n] = d.sims.Register(ctx, owner(1), ref, document) })
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
	_, err := d.sims.Register(ctx, owner(1), ref, young)
	var no *fault.Error
	require.ErrorAs(t, err, &no)
	require.Equal(t, map[string]string{"birthDate": "too_young"}, no.Fields)
	require.Equal(t, 16, no.Params["age"])
}
