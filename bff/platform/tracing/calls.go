package tracing

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// Transport begins a span for each call of a part that next makes. With join, the part is told the span and may go on with the trace:
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

// Redis begins a span for each command. Keys and values are in none.
type Redis struct{}

// DialHook leaves connecting alone.
func (Redis) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return next(ctx, network, addr) }
}

// ProcessHook follows one command.
func (Redis) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		ctx, span := Start(ctx, "redis "+strings.ToLower(cmd.Name()), trace.SpanKindClient, attribute.String("db.system.name", "redis"))
		err := next(ctx, cmd)
		End(span, redisFailure(err))
		return err
	}
}

// ProcessPipelineHook follows commands that go together.
func (Redis) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		ctx, span := Start(ctx, "redis pipeline", trace.SpanKindClient,
			attribute.String("db.system.name", "redis"), attribute.Int("db.operation.batch.size", len(cmds)))
		err := next(ctx, cmds)
		End(span, redisFailure(err))
		return err
	}
}

// redisFailure names a failure; a key that is not there is none.
func redisFailure(err error) string {
	if err == nil || errors.Is(err, redis.Nil) {
		return ""
	}
	return "failed"
}
