package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/roamcart/roamcart/bff/platform/tracing"
)

// sameTrace is how long after it was enqueued a job may be due and still belong to the trace of the request that asked for it. A later
// one begins a trace of its own, which is linked to that request.
const sameTrace = time.Minute

// follow begins a span for each job.
func follow(t *tracing.Tracing) rivertype.Middleware {
	return river.WorkerMiddlewareFunc(func(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) error {
		parent, links := tracing.ParentIn(job.Metadata), []string(nil)
		if job.ScheduledAt.Sub(job.CreatedAt) > sameTrace && job.Attempt <= 1 {
			parent, links = "", []string{parent}
		}
		ctx, span := t.Root(ctx, "job "+job.Kind, parent, trace.SpanKindConsumer, links...)
		span.SetAttributes(
			attribute.String("roamcart.queue", job.Queue),
			attribute.Int64("roamcart.job", job.ID),
			attribute.Int("roamcart.attempt", job.Attempt),
		)
		err := work(ctx)
		why := ""
		if err != nil && !IsSnoozed(err) {
			why = "failed"
		}
		tracing.End(span, why)
		return err
	})
}
