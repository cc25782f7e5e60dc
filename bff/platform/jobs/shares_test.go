package jobs_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/roamcart/roamcart/bff/platform/jobs"
)

// A part that hangs takes its share of the time, one that fails takes nothing, and every other part has its turn. What is left over
// belongs to those behind.
func TestInSharesGivesEachPartItsShareOfTheTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		broken := errors.New("broken")
		began := time.Now()
		var last time.Duration
		hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
		err := jobs.InShares(
			ctx,
			func(context.Context) error { return broken },
			hangs,
			func(ctx context.Context) error {
				end, _ := ctx.Deadline()
				last = end.Sub(began)
				return ctx.Err()
			},
		)
		if !errors.Is(err, broken) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the errors are not told: %v", err)
		}
		if took := time.Since(began); took != time.Minute || last != 2*time.Minute {
			t.Errorf("it took %s, the last part had time until %s", took, last)
		}
	})
}
