package pg

import (
	"context"
	"time"
)

// detachedTimeout is how long a context of Detached lasts.
const detachedTimeout = 5 * time.Second

// Detached returns a context that outlives ctx: it keeps its values, and ends neither when ctx is cancelled nor at the deadline of ctx, but
// after 5 seconds. It is for statements that have to run even when the caller has gone.
func Detached(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), detachedTimeout)
}
