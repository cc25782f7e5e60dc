// Package startup has what the shop and the sandbox share while they start.
package startup

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"
)

// Progress returns what reports how far a start is: to log where the log format is json, otherwise to people at out.
func Progress(logFormat string, log *slog.Logger, out io.Writer, started time.Time) func(what string) {
	if logFormat == "json" {
		return func(what string) { log.Info(what, "seconds", time.Since(started).Seconds()) }
	}
	return func(what string) { _, _ = fmt.Fprintf(out, "  %5.1fs  %s\n", time.Since(started).Seconds(), what) }
}

// UnlessStopped returns the error of a start, nil when the program was stopped before it was up.
func UnlessStopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
