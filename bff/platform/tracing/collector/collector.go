// Package collector delivers spans to an OpenTelemetry collector over HTTP.
//
// Invariant: a collector that hangs or is gone costs a bounded queue of spans, which are dropped, and nobody waits for it.
package collector

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/roamcart/roamcart/bff/platform/tracing"
)

const (
	// queueSize bounds the spans that wait for the collector; further ones are dropped.
	queueSize = 4096
	// exportTimeout bounds a delivery to the collector, closeTimeout the last one.
	exportTimeout, closeTimeout = 5 * time.Second, 2 * time.Second
)

// Options configure where spans are sent.
type Options struct {
	// Endpoint is the collector's base address, http://127.0.0.1:4318; spans go to /v1/traces below it. "" turns tracing off.
	Endpoint string
	// Ratio is the part of the traces that is recorded, from 0 to 1.
	Ratio float64
	// Instance distinguishes the replicas.
	Instance string
}

// Open returns what begins traces, nil where the options turn it off. The collector need not be there.
func Open(ctx context.Context, o Options) (*tracing.Tracing, error) {
	if o.Endpoint == "" {
		return nil, nil
	}
	address, err := url.JoinPath(o.Endpoint, "v1", "traces")
	if err != nil {
		return nil, fmt.Errorf("address of the trace collector: %w", err)
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(address), otlptracehttp.WithTimeout(exportTimeout),
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: false}))
	if err != nil {
		return nil, fmt.Errorf("open the trace exporter: %w", err)
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(
			exporter,
			sdktrace.WithMaxQueueSize(queueSize),
			sdktrace.WithExportTimeout(exportTimeout),
			sdktrace.WithBatchTimeout(time.Second),
		),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(o.Ratio))),
		sdktrace.WithResource(
			resource.NewSchemaless(attribute.String("service.name", tracing.Scope), attribute.String("service.instance.id", o.Instance)),
		),
	)
	return tracing.New(provider, func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		_ = provider.Shutdown(ctx) // a collector that is gone has been logged
	}), nil
}
