package tracing

import (
	"net/http"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// Transport begins a span for each call of a part that next makes. With join, the part receives the span and may go on with the trace:
// only parts of the shop are.
func Transport(part string, join bool, next http.RoundTripper) http.RoundTripper {
	return traced{part, join, next}
}

type traced struct {
	part string
	join bool
	next http.RoundTripper
}

// RoundTrip makes a call.
func (t traced) RoundTrip(req *http.Request) (*http.Response, error) {
	if !Recording(req.Context()) {
		return t.next.RoundTrip(req)
	}
	ctx, span := Start(req.Context(), t.part+" "+req.Method, trace.SpanKindClient,
		attribute.String("roamcart.part", t.part), attribute.String("http.request.method", req.Method))
	body := req.GetBody
	req = req.Clone(ctx)
	req.GetBody = body
	if t.join {
		req.Header.Set("traceparent", Parent(ctx))
	}
	res, err := t.next.RoundTrip(req)
	switch {
	case err != nil:
		End(span, "no answer")
		return res, err
	case res.StatusCode >= http.StatusInternalServerError:
		span.SetAttributes(attribute.Int("http.response.status_code", res.StatusCode))
		End(span, strconv.Itoa(res.StatusCode))
	default:
		span.SetAttributes(attribute.Int("http.response.status_code", res.StatusCode))
		End(span, "")
	}
	return res, err
}

// CloseIdleConnections closes those of the transport below.
func (t traced) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
