package pg

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/roamcart/roamcart/bff/platform/tracing"
)

type spanKey struct{}

// startSpan begins the span of a statement, where the trace is recorded. It has the text of the statement, in which arguments stand as
// $1, and never their values.
func startSpan(ctx context.Context, statement string) context.Context {
	if !tracing.Recording(ctx) {
		return ctx
	}
	word, _, _ := strings.Cut(strings.TrimSpace(statement), " ")
	word, _, _ = strings.Cut(word, "\n")
	ctx, span := tracing.Start(ctx, "sql "+strings.ToLower(word), trace.SpanKindClient,
		attribute.String("db.system.name", "postgresql"), attribute.String("db.query.text", statement))
	return context.WithValue(ctx, spanKey{}, span)
}

// endSpan ends it. Of a refusal it has the code: its text may quote values.
func endSpan(ctx context.Context, err error) {
	span, ok := ctx.Value(spanKey{}).(trace.Span)
	if !ok {
		return
	}
	why := ""
	if err != nil {
		why = "connection"
		if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
			why = refused.Code
		}
	}
	tracing.End(span, why)
}
