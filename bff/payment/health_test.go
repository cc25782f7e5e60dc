package payment_test

import (
	"errors"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/payment"
)

func TestHealthTellsHowTheProviderAnswers(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.prov.beforePing = func() { w.Clock.Advance(40 * time.Millisecond) }
	for name, c := range map[string]struct {
		fails error
		want  string
	}{
		"answers":  {nil, payment.AnswerGood},
		"is down":  {payment.ErrUnavailable, payment.AnswerNone},
		"says no":  {errors.New("invalid API key"), payment.AnswerRefused},
		"is there": {nil, payment.AnswerGood},
	} {
		w.prov.pingFails = c.fails
		h, err := w.pay.Health(ctx)
		if err != nil || h.Answer != c.want || h.Took != 40*time.Millisecond {
			t.Errorf("%s: %+v %v", name, h, err)
		}
	}
}

func TestHealthLooksAtTheProvidersMessages(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	if h, err := w.pay.Health(ctx); err != nil || h.LastEvent != nil || h.Waiting != 0 {
		t.Fatalf("nothing came yet: %+v %v", h, err)
	}
	_, intent := w.placed(t)
	for _, id := range []string{"evt_1", "evt_2"} {
		w.Clock.Advance(time.Minute)
		if err := w.pay.Receive(ctx, event(id, "payment_intent.processing", intent), "good"); err != nil {
			t.Fatal(err)
		}
	}
	last := w.Clock.Now()
	w.Clock.Advance(time.Hour)
	if err := w.pay.ProcessEvent(ctx, "evt_1"); err != nil {
		t.Fatal(err)
	}
	if h, err := w.pay.Health(ctx); err != nil || h.LastEvent == nil || !h.LastEvent.Equal(last) || h.Waiting != 1 {
		t.Fatalf("one of two is worked: %+v %v", h, err)
	}
}
