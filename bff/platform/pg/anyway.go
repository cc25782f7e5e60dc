package pg

import (
	"context"
	"time"
)

// anywayFor is how long the database has for what is written although nobody waits for it any more.
const anywayFor = 5 * time.Second

// Anyway returns a context for what has to be written even when the caller has gone or has no time left: it ends for neither,
// but soon.
func Anyway(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), anywayFor)
}
