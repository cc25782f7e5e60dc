// Package redistrace follows the commands that are sent to Redis, as package tracing follows everything else.
package redistrace

import (
	"context"
	"errors"
	"net"
	"strings"

	"github.com/redis/go-redis/v9"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/roamcart/roamcart/bff/platform/tracing"
)

// Hook begins a span for each command. Keys and values are in none.
type Hook struct{}

// DialHook leaves connecting alone.
func (Hook) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return next(ctx, network, addr) }
}

// ProcessHook follows one command.
func (Hook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		ctx, span := tracing.Start(ctx, "redis "+strings.ToLower(cmd.Name()), trace.SpanKindClient, attribute.String("db.system.name", "redis"))
		err := next(ctx, cmd)
		tracing.End(span, failure(err))
		return err
	}
}

// ProcessPipelineHook follows commands that go together.
func (Hook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		ctx, span := tracing.Start(ctx, "redis pipeline", trace.SpanKindClient,
			attribute.String("db.system.name", "redis"), attribute.Int("db.operation.batch.size", len(cmds)))
		err := next(ctx, cmds)
		tracing.End(span, failure(err))
		return err
	}
}

// failure names what failed; a key that is not there is none.
func failure(err error) string {
	if err == nil || errors.Is(err, redis.Nil) {
		return ""
	}
	return "failed"
}
