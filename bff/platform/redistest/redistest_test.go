package redistest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/redistest"
)

func TestServersArePrivate(t *testing.T) {
	t.Parallel()
	a, b := redistest.New(t), redistest.New(t)
	require.NoError(t, a.Set(t.Context(), "k", "v", 0).Err())
	if n, err := b.Exists(t.Context(), "k").Result(); err != nil || n != 0 {
		t.Fatalf("the other server knows %d keys, error %v", n, err)
	}
}

func TestStoppedServerAnswersNothing(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	c := s.Client(t)
	require.NoError(t, c.Ping(t.Context()).Err())
	s.Stop()
	if err := c.Ping(t.Context()).Err(); err == nil {
		t.Fatal("a stopped server answered")
	}
}
