package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/roamcart/roamcart/infra/client"
)

// visit is a simulated shopper who buys something, with the outcome.
type visit struct {
	n       int
	kind    string
	goods   []string
	shopper *client.Shopper
	w       *testbed
	random  *rand.Rand
	// orderNo is the number of the order that the shop confirmed, "" without one.
	orderNo string
	// paid says that the provider has confirmed the payment to the shopper.
	paid  bool
	began time.Time
	steps []step
	// outcome says how it ended: "delivered", "paid", "cancelled", "sold out", or what the shopper gave up at.
	outcome string
	err     error
}

// The expected outcomes of visits.
const (
	delivered = "delivered"
	paid      = "paid" // for a parcel that a person packs
	cancelled = "cancelled"
	soldOut   = "sold out"
)

// retryTime bounds how long a shopper retries one step.
const retryTime = 3 * time.Minute

// kinds are the kinds of visits, each with its share of a hundred.
var kinds = []struct {
	name  string
	share int
	buy   func(v *visit, ctx context.Context) error
}{
	{"eSIM at once", 52, (*visit).buyNow},
	{"two eSIMs from the cart", 12, (*visit).buyCart},
	{"card by post", 10, (*visit).buyCard},
	{"promo code", 6, (*visit).buyWithCode},
	{"double click", 6, (*visit).buyTwice},
	{"declined, then paid", 5, (*visit).buyAfterDecline},
	{"paid in two tabs", 3, (*visit).buyInTwoTabs},
	{"cancelled", 3, (*visit).buyAndCancel},
	{scarce, 3, (*visit).buyNow},
}

// scarce is the kind of visit that buys the scarce plan.
const scarce = "scarce plan"

// run runs the visit and sets its outcome.
func (v *visit) run(ctx context.Context) {
	v.began = time.Now()
	for _, k := range kinds {
		if k.name != v.kind {
			continue
		}
		v.err = k.buy(v, ctx)
	}
	var apiErr *client.APIError
	switch {
	case v.err == nil && v.outcome == "":
		v.outcome = delivered
	case v.err == nil:
	case errors.As(v.err, &apiErr) && slices.Contains([]string{"sold_out", "stock_unavailable"}, apiErr.Code):
		v.outcome, v.err = soldOut, nil
	default:
		v.outcome = fmt.Sprintf("gave up at %q: %v", v.steps[len(v.steps)-1].Step, v.err)
	}
}

// step retries an action until it succeeds, as browsers repeat calls and people press a button again. An error that a retry cannot fix
// ends it.
func (v *visit) step(ctx context.Context, name string, do func() error) error {
	s := step{Visit: v.n, Kind: v.kind, Step: name, At: time.Now()}
	var err error
	for pause := 200 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		s.Tries++
		if err = do(); err == nil {
			break
		}
		t := failure{At: time.Now(), Message: err.Error()}
		var apiErr *client.APIError
		if errors.As(err, &apiErr) {
			t.Status, t.Message = apiErr.Status, apiErr.Code
		}
		s.Failures = append(s.Failures, t)
		if apiErr != nil && !retryable(apiErr) || time.Since(s.At) > retryTime || ctx.Err() != nil {
			s.Failed = err.Error()
			break
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause/2 + time.Duration(v.random.Int64N(int64(pause)))):
		}
	}
	s.Took, s.Order = time.Since(s.At).Milliseconds(), v.orderNo
	v.steps = append(v.steps, s)
	v.w.journal.write(s)
	return err
}

// retryable reports whether a retry may succeed.
func retryable(r *client.APIError) bool {
	return r.Status >= 500 || r.Status == http.StatusTooManyRequests || r.Status == http.StatusRequestTimeout || r.Code == "in_progress" || r.Code == "envelope_expired"
}
