package app

import (
	"net/http"
	"os"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/tracing/collector"
)

// tracingOptions say where spans go.
func tracingOptions(cfg config.Config) collector.Options {
	host, _ := os.Hostname() // without a name the replica has none in the traces either
	return collector.Options{Endpoint: cfg.Tracing.Endpoint, Ratio: cfg.Tracing.Ratio, Instance: host}
}

// traced begins a span for each request that net/http gets. Only the renderer may go on with a trace of the shop's: what browsers say of
// traces is not believed.
func (r *modules) traced(next http.Handler, who callers) http.Handler {
	if r.tracing == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		parent := ""
		if header := req.Header.Get("traceparent"); header != "" && who.internal(req) {
			parent = header
		}
		ctx, span := r.tracing.Root(req.Context(), "request", parent, trace.SpanKindServer)
		defer span.End()
		next.ServeHTTP(w, req.WithContext(ctx))
	})
}

// nameSpan names the span of a request by its route or the kind of its page, once the answer begins.
func nameSpan(c guard.Call, ec echo.Context) {
	span := trace.SpanFromContext(ec.Request().Context())
	if !span.IsRecording() {
		return
	}
	name := c.Method + " " + c.Route
	if c.Page.Kind != "" {
		name = c.Method + " page " + c.Page.Kind
		span.SetAttributes(attribute.String("roamcart.page", c.Page.Kind), attribute.String("roamcart.form", c.Page.Form),
			attribute.String("roamcart.source", pageSources[c.Page.From]))
	}
	span.SetName(name)
	span.SetAttributes(attribute.String("http.request.method", c.Method), attribute.String("http.route", c.Route),
		attribute.String("roamcart.request_id", guard.RequestIDOf(ec.Request().Context())),
		attribute.Int("http.response.status_code", c.Status))
	if c.Status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, http.StatusText(c.Status))
	}
}
