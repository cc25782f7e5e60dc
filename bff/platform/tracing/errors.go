package tracing

import (
	"log/slog"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
)

// calm is how long an error of the collector is logged only once.
const calm = time.Minute

// LogErrors has the library say to log what keeps spans from the collector, once a minute at most. It holds for the whole process.
func LogErrors(log *slog.Logger) {
	var last atomic.Int64
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		now := time.Now().UnixNano()
		if before := last.Load(); now-before > int64(calm) && last.CompareAndSwap(before, now) {
			log.Warn("traces are not delivered", "error", err)
		}
	}))
}
