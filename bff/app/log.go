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
)

const (
	// pendingLines is how many lines wait for a reader that is slow.
	pendingLines = 4096
	// lastLines is how long the end of the program waits until they are written.
	lastLines = time.Second
)

// patient passes lines on to a writer and never waits for it: whoever reads a log may stop reading, and the disk below it may stop
// writing, and the shop goes on. Lines that find no room are lost and counted.
type patient struct {
	lines chan line
	lost  atomic.Int64
}

// line is what is written, or asks to be told once everything before it is.
type line struct {
	text    []byte
	written chan struct{}
}

// newPatient returns a writer in front of w. told is called with how many lines were lost, once w takes lines again; it may be nil.
func newPatient(w io.Writer, told func(lost int64)) *patient {
	p := &patient{lines: make(chan line, pendingLines)}
	go func() {
		for l := range p.lines {
			if l.written != nil {
				close(l.written)
				continue
			}
			_, _ = w.Write(l.text) // who cannot write a log has nowhere to say so
			if lost := p.lost.Swap(0); lost > 0 && told != nil {
				told(lost)
			}
		}
	}()
	return p
}

// Write takes a line.
func (p *patient) Write(text []byte) (int, error) {
	select {
	case p.lines <- line{text: append([]byte(nil), text...)}:
	default:
		p.lost.Add(1)
	}
	return len(text), nil
}

// flush waits until what was taken is written, for a moment.
func (p *patient) flush() {
	end := time.NewTimer(lastLines)
	defer end.Stop()
	written := make(chan struct{})
	select {
	case p.lines <- line{written: written}:
	case <-end.C:
		return
	}
	select {
	case <-written:
	case <-end.C:
	}
}

// close ends the writer; nobody may write any more.
func (p *patient) close() {
	p.flush()
	close(p.lines)
}

// standardError is where the log goes, one for all shops of a process.
var standardError = sync.OnceValue(func() *patient {
	return newPatient(os.Stderr, func(lost int64) {
		slog.Warn("nobody took the log's lines for a while", "lost", lost)
	})
})

func logger(cfg config.Config) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.Server.LogLevel))
	o := &slog.HandlerOptions{Level: level}
	if cfg.Server.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(standardError(), o))
	}
	return slog.New(slog.NewTextHandler(standardError(), o))
}

// redisLog passes on what the Redis client says of its connections.
type redisLog struct{ log *slog.Logger }

// Printf logs a line.
func (l redisLog) Printf(ctx context.Context, format string, args ...any) {
	l.log.WarnContext(ctx, fmt.Sprintf(format, args...), "client", "redis")
}
