package payment_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/payment"
)

func TestHealthReportsTheProvidersAnswer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.provider.beforePing = func() { f.Clock.Advance(40 * time.Millisecond) }
	for name, c := range map[string]struct {
		fails error
		want  string
	}{
		"answers":  {nil, payment.AnswerGood},
		"is down":  {payment.ErrUnavailable, payment.AnswerNone},
		"says no":  {errors.New("invalid API key"), payment.AnswerRefused},
		"is there": {nil, payment.AnswerGood},
	} {
		f.provider.pingError = c.fails
		h, err := f.pay.Health(ctx)
		if err != nil || h.Answer != c.want || h.Took != 40*time.Millisecond {
			t.Errorf("%s: %+v %v", name, h, err)
		}
	}
}

func TestHealthReportsMissingWebhooks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	if h, err := f.pay.Health(ctx); err != nil || h.LastEvent != nil || h.Waiting != 0 {
		t.Fatalf("nothing came yet: %+v %v", h, err)
	}
	_, intent := f.placeOrder(t)
	for _, id := range []string{"evt_1", "evt_2"} {
		f.Clock.Advance(time.Minute)
		require.NoError(t, f.pay.Receive(ctx, eventPayload(id, "payment_intent.processing", intent), "good"))
	}
	last := f.Clock.Now()
	f.Clock.Advance(time.Hour)
	require.NoError(t, f.pay.ProcessEvent(ctx, "evt_1"))
	if h, err := f.pay.Health(ctx); err != nil || h.LastEvent == nil || !h.LastEvent.Equal(last) || h.Waiting != 1 {
		t.Fatalf("one of two is worked: %+v %v", h, err)
	}
}
