package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/tracing"
)

const (
	// pendingLines is how many lines wait for a reader that is slow.
	pendingLines = 4096
	// lastLines is how long the end of the program waits for queued lines to be written.
	lastLines = time.Second
)

// asyncWriter writes lines in the background and never waits: whoever reads a log may stop reading, and the disk below it may
// stop writing, and the shop goes on. Lines that find no room are dropped and counted.
type asyncWriter struct {
	lines   chan logLine
	dropped atomic.Int64
}

// logLine is a text to write or, with a channel, a request to close it once everything before it is written.
type logLine struct {
	text    []byte
	written chan struct{}
}

// newAsyncWriter returns a writer in front of w. onDropped is called with the number of dropped lines once w takes lines again; it
// may be nil.
func newAsyncWriter(w io.Writer, onDropped func(lines int64)) *asyncWriter {
	p := &asyncWriter{lines: make(chan logLine, pendingLines)}
	go func() {
		for l := range p.lines {
			if l.written != nil {
				close(l.written)
				continue
			}
			_, _ = w.Write(l.text) // An error has nowhere to be logged.
			if dropped := p.dropped.Swap(0); dropped > 0 && onDropped != nil {
				onDropped(dropped)
			}
		}
	}()
	return p
}

// Write queues a line, or drops it.
func (p *asyncWriter) Write(text []byte) (int, error) {
	select {
	case p.lines <- logLine{text: append([]byte(nil), text...)}:
	default:
		p.dropped.Add(1)
	}
	return len(text), nil
}

// flush waits until what is queued is written, for lastLines at most.
func (p *asyncWriter) flush() {
	end := time.NewTimer(lastLines)
	defer end.Stop()
	written := make(chan struct{})
	select {
	case p.lines <- logLine{written: written}:
	case <-end.C:
		return
	}
	select {
	case <-written:
	case <-end.C:
	}
}

// close ends the writer; nobody may write any more.
func (p *asyncWriter) close() {
	p.flush()
	close(p.lines)
}

// standardError is where the log goes, one for all shops of a process.
var standardError = sync.OnceValue(func() *asyncWriter {
	return newAsyncWriter(os.Stderr, func(lines int64) {
		slog.Warn("log lines dropped: output is blocked", "lines", lines)
	})
})

func logger(cfg config.Config) *slog.Logger { return loggerTo(standardError(), cfg) }

// loggerTo returns a logger that writes each entry as one line, whatever is logged.
func loggerTo(w io.Writer, cfg config.Config) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.Server.LogLevel))
	o := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(w, o)
	if cfg.Server.LogFormat == "json" {
		handler = slog.NewJSONHandler(w, o)
	}
	if cfg.Tracing.Endpoint != "" {
		handler = tracing.LogHandler(handler)
	}
	return slog.New(handler)
}

// redisLog passes on what the Redis client says of its connections.
type redisLog struct{ log *slog.Logger }

// Printf logs a line.
func (l redisLog) Printf(ctx context.Context, format string, args ...any) {
	l.log.WarnContext(ctx, fmt.Sprintf(format, args...), "client", "redis")
}
