package tracing_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"

	"github.com/roamcart/roamcart/bff/platform/tracing"
	"github.com/roamcart/roamcart/bff/platform/tracing/collector"
)

// Without a collector nothing is recorded, carried or allocated.
func TestDisabledTracingAllocatesNothing(t *testing.T) {
	off, err := collector.Open(t.Context(), collector.Options{Ratio: 1})
	if off != nil || err != nil {
		t.Fatalf("%v %v", off, err)
	}
	defer off.Close()
	ctx, root := off.Root(t.Context(), "request", "", trace.SpanKindServer)
	if root.IsRecording() || tracing.Parent(ctx) != "" || tracing.Metadata(ctx) != nil {
		t.Error("something is recorded")
	}
	if n := testing.AllocsPerRun(100, func() {
		_, span := tracing.Start(ctx, "child", trace.SpanKindInternal)
		tracing.End(span, "")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A job goes on where the request that enqueued it was, and lines of the log name the trace.
func TestATraceIsCarriedAndLogged(t *testing.T) {
	t.Parallel()
	on, err := collector.Open(t.Context(), collector.Options{Endpoint: "http://127.0.0.1:1", Ratio: 1})
	require.NoError(t, err)
	defer on.Close()
	ctx, span := on.Root(t.Context(), "request", "", trace.SpanKindServer)
	parent := tracing.ParentIn(tracing.Metadata(ctx))
	if parent == "" || parent != tracing.Parent(ctx) {
		t.Fatalf("the job carries %q", parent)
	}
	_, job := on.Root(context.Background(), "job", parent, trace.SpanKindConsumer)
	if job.SpanContext().TraceID() != span.SpanContext().TraceID() {
		t.Error("the job is of another trace")
	}
	_, other := on.Root(context.Background(), "job", "no parent", trace.SpanKindConsumer, parent, "nonsense")
	if other.SpanContext().TraceID() == span.SpanContext().TraceID() {
		t.Error("a job without a parent is of somebody's trace")
	}
	if tracing.ParentIn([]byte("{}")) != "" || tracing.ParentIn([]byte("no JSON")) != "" {
		t.Error("a job that carries nothing has a parent")
	}
	var out bytes.Buffer
	log := slog.New(tracing.LogHandler(slog.NewTextHandler(&out, nil))).With("part", "x").WithGroup("")
	log.InfoContext(ctx, "inside")
	log.Info("outside")
	inside, outside, _ := strings.Cut(out.String(), "\n")
	if !strings.Contains(inside, "part=x trace_id="+span.SpanContext().TraceID().String()+" span_id="+span.SpanContext().SpanID().String()) {
		t.Errorf("logged: %s", inside)
	}
	if strings.Contains(outside, "trace_id") {
		t.Errorf("logged: %s", outside)
	}
}
