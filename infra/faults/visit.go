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

// visit is a shopper who comes to buy, and what became of it.
type visit struct {
	n       int
	kind    string
	goods   []string
	shopper *client.Shopper
	w       *world
	random  *rand.Rand
	// orderNo is the order that was promised, "" where none was.
	orderNo string
	// paid says that the provider has taken the money, as far as the shopper knows.
	paid  bool
	began time.Time
	steps []step
	// outcome says how it ended: "delivered", "paid", "cancelled", "sold out", or what the shopper gave up at.
	outcome string
	err     error
}

// How a visit can end as it should.
const (
	delivered = "delivered"
	paid      = "paid" // for a parcel that a person packs
	cancelled = "cancelled"
	soldOut   = "sold out"
)

// patience is how long a shopper asks again for one step.
const patience = 3 * time.Minute

// kinds are what shoppers do, each with how many of a hundred do it.
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
	{"cancelled", 3, (*visit).changeMind},
	{scarce, 3, (*visit).buyNow},
}

// scarce is the kind of visit that asks for what is not there for all.
const scarce = "scarce plan"

// run goes through the visit.
func (v *visit) run(ctx context.Context) {
	v.began = time.Now()
	for _, k := range kinds {
		if k.name != v.kind {
			continue
		}
		v.err = k.buy(v, ctx)
	}
	var refusal *client.Refusal
	switch {
	case v.err == nil && v.outcome == "":
		v.outcome = delivered
	case v.err == nil:
	case errors.As(v.err, &refusal) && slices.Contains([]string{"sold_out", "stock_unavailable"}, refusal.Code):
		v.outcome, v.err = soldOut, nil
	default:
		v.outcome = fmt.Sprintf("gave up at %q: %v", v.steps[len(v.steps)-1].Step, v.err)
	}
}

// step does something until it goes well, as a browser repeats a call and a person presses a button again. What asking again cannot mend
// ends it.
func (v *visit) step(ctx context.Context, name string, do func() error) error {
	s := step{Visit: v.n, Kind: v.kind, Step: name, At: time.Now()}
	var err error
	for pause := 200 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		s.Tries++
		if err = do(); err == nil {
			break
		}
		t := trouble{At: time.Now(), Says: err.Error()}
		var refusal *client.Refusal
		if errors.As(err, &refusal) {
			t.Status, t.Says = refusal.Status, refusal.Code
		}
		s.Met = append(s.Met, t)
		if refusal != nil && !passing(refusal) || time.Since(s.At) > patience || ctx.Err() != nil {
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

// passing says whether asking again may help.
func passing(r *client.Refusal) bool {
	return r.Status >= 500 || r.Status == http.StatusTooManyRequests || r.Status == http.StatusRequestTimeout || r.Code == "in_progress" || r.Code == "envelope_expired"
}
