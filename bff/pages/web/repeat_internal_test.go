package web

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// Who goes back and submits the form once more is asked anew.
func TestAnAnswerIsRepeatedForSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r repeats
		asked := 0
		submit := func(context.Context) (*Answer, error) {
			asked++
			return &Answer{Status: 303}, nil
		}
		for _, want := range []int{1, 1, 2} {
			_, err := r.once(t.Context(), "key", time.Second, submit)
			require.NoError(t, err)
			require.Equal(t, want, asked)
			time.Sleep(repeatFor * 2 / 3)
		}
	})
}
