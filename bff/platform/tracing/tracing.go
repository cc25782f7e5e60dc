// Package tracing follows a request through the program and what stands behind it, as OpenTelemetry spans.
//
// Invariants:
//   - Without an endpoint nothing is recorded. A span is begun only below one that is recorded, so that all the rest of the program
//     asks one question of the context and does nothing.
//   - A span says what was done to which part, how long it took and whether it failed: words of the program. It never holds what a
//     visitor sent, an argument of a statement, a key, an address of a person, or the text of an error.
//
// What delivers spans is in package collector, what follows Redis in package redistrace: a test of what needs neither links neither.
package tracing

import (
	"context"
	"encoding/json"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Scope names the program to a collector.
const Scope = "roamcart"

// Tracing begins traces. nil begins none. Package collector opens one that delivers to a collector.
type Tracing struct {
	tracer trace.Tracer
	close  func()
}

// New returns what begins traces of a provider; close ends the provider.
func New(provider trace.TracerProvider, close func()) *Tracing {
	return &Tracing{tracer: provider.Tracer(Scope), close: close}
}

// Close hands over what is left, and waits for a collector that does not answer for two seconds at most.
func (t *Tracing) Close() {
	if t != nil {
		t.close()
	}
}

// Root begins a span without a parent, or below the span of another program that parent names; links are spans that caused it. On a nil
// Tracing it records nothing.
func (t *Tracing) Root(ctx context.Context, name, parent string, kind trace.SpanKind, links ...string) (context.Context, trace.Span) {
	if t == nil {
		return ctx, trace.SpanFromContext(ctx)
	}
	o := []trace.SpanStartOption{trace.WithSpanKind(kind)}
	for _, link := range links {
		if sc := parse(link); sc.IsValid() {
			o = append(o, trace.WithLinks(trace.Link{SpanContext: sc}))
		}
	}
	if sc := parse(parent); sc.IsValid() {
		ctx = trace.ContextWithRemoteSpanContext(ctx, sc)
	}
	return t.tracer.Start(ctx, name, o...)
}

// Start begins a span below that of ctx. Where that is not recorded, nor is this one.
func Start(ctx context.Context, name string, kind trace.SpanKind, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, nothing
	}
	return parent.TracerProvider().Tracer(Scope).Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(attributes...))
}

// nothing is a span that records nothing.
var nothing = trace.SpanFromContext(context.Background())

// End ends a span; why names in a word of the program why what it stands for failed, "" for what did not.
func End(span trace.Span, why string) {
	if why != "" {
		span.SetStatus(codes.Error, why)
	}
	span.End()
}

// Recording reports whether ctx belongs to a trace that is recorded.
func Recording(ctx context.Context) bool { return trace.SpanFromContext(ctx).IsRecording() }

// Parent returns the span of ctx as the W3C header traceparent has it, "" where nothing is recorded.
func Parent(ctx context.Context) string {
	if !Recording(ctx) {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier["traceparent"]
}

// Link adds to the span of ctx a link to another span, whose name Parent returned.
func Link(ctx context.Context, parent string) {
	span := trace.SpanFromContext(ctx)
	if parent == "" || !span.IsRecording() {
		return
	}
	if sc := parse(parent); sc.IsValid() && sc.TraceID() != span.SpanContext().TraceID() {
		span.AddLink(trace.Link{SpanContext: sc})
	}
}

// parse reads a traceparent; one that is none is not valid.
func parse(parent string) trace.SpanContext {
	if parent == "" {
		return trace.SpanContext{}
	}
	ctx := propagation.TraceContext{}.Extract(context.Background(), propagation.MapCarrier{"traceparent": parent})
	return trace.SpanContextFromContext(ctx)
}

// metadata is what a job carries of the request that asked for it.
type metadata struct {
	Traceparent string `json:"traceparent"`
}

// Metadata returns what a job that is enqueued under ctx carries, as JSON; nil where nothing is recorded.
func Metadata(ctx context.Context) []byte {
	parent := Parent(ctx)
	if parent == "" {
		return nil
	}
	raw, err := json.Marshal(metadata{parent})
	if err != nil {
		return nil
	}
	return raw
}

// ParentIn reads what Metadata wrote.
func ParentIn(raw []byte) string {
	var m metadata
	if json.Unmarshal(raw, &m) != nil {
		return ""
	}
	return m.Traceparent
}
