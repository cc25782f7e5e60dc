package jobs

import (
	"context"
	"errors"
	"time"
)

// InShares runs parts one after the other, each within its share of the time that is left. What fails or hangs keeps no other part
// from its turn. It returns the errors of all parts.
func InShares(ctx context.Context, parts ...func(context.Context) error) error {
	var errs []error
	for n, part := range parts {
		errs = append(errs, inShare(ctx, len(parts)-n, part))
	}
	return errors.Join(errs...)
}

// inShare runs the first of so many parts in its share of the time that is left.
func inShare(ctx context.Context, parts int, part func(context.Context) error) error {
	if end, ok := ctx.Deadline(); ok {
		mine, cancel := context.WithTimeout(ctx, time.Until(end)/time.Duration(parts))
		defer cancel()
		ctx = mine
	}
	return part(ctx)
}
