package child

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"
)

// Child is a supervised server process: started, started again when it dies,
// stopped within a deadline.
type Child struct {
	spec   Spec
	cancel context.CancelFunc
	done   chan struct{}
	// restarts counts the starts after the first.
	restarts atomic.Int64
}

// Restarts returns how often the server was started again because it had ended.
func (c *Child) Restarts() int64 { return c.restarts.Load() }

// Stop stops the server and returns when its process is gone. It may be called
// more than once.
func (c *Child) Stop() {
	c.cancel()
	<-c.done
}

// Done is closed when the server has been stopped for good.
func (c *Child) Done() <-chan struct{} { return c.done }

// Spec describes a server to supervise. Name, Command and Ready are required.
type Spec struct {
	Name    string
	Command func() *exec.Cmd
	// Attributes says how the process is started; nil means Attributes.
	Attributes func() *syscall.SysProcAttr
	// Before runs ahead of every start; an error counts as a failed start.
	Before func() error
	// Ready returns nil once the server answers.
	Ready        func(context.Context) error
	ReadyTimeout time.Duration
	// FirstTries is how often the first start is tried before giving up.
	FirstTries int
	// Signals are sent in turn, each with its patience, to stop the server;
	// SIGKILL follows by itself. The first is also sent when this process dies.
	Signals []Signal
	// Ended is called once the server runs no more and will not be started again; nil does nothing.
	Ended  func()
	Logger *slog.Logger
	Level  func(line string) slog.Level
	// Record reads lines that say more than their level; nil takes them as they are.
	Record func(line string) Record
}

// Signal is sent to stop a process, which then has some time to end.
type Signal struct {
	Signal   syscall.Signal
	Patience time.Duration
}

// Attributes starts a process in a group of its own: Ctrl-C must reach this program only, which then stops its children in the
// right order.
func Attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

const (
	firstPause = 100 * time.Millisecond
	maxPause   = 10 * time.Second
	// steady is how long a server must have run for its next failure to count
	// as the first of a series.
	steady = 30 * time.Second
)

var errExited = errors.New("exited during start")

// Start starts the server and returns when it is ready, or with the reason
// why it is not. From then on it is supervised until ctx ends or Stop is called.
func Start(ctx context.Context, spec Spec) (*Child, error) {
	if spec.Attributes == nil {
		spec.Attributes = Attributes
	}
	ctx, cancel := context.WithCancel(ctx)
	c := &Child{spec: spec, cancel: cancel, done: make(chan struct{})}
	first := make(chan error, 1)
	go func() {
		defer close(c.done)
		if spec.Ended != nil {
			defer spec.Ended()
		}
		defer cancel()
		c.supervise(ctx, first)
	}()
	if err := <-first; err != nil {
		<-c.done
		return nil, fmt.Errorf("%s: %w", spec.Name, err)
	}
	return c, nil
}

func (c *Child) supervise(ctx context.Context, first chan<- error) {
	pause := firstPause
	for try := 1; ; try++ {
		began := time.Now()
		p, err := c.startOnce(ctx)
		if err == nil {
			if first != nil {
				first <- nil
				first = nil
			}
			select {
			case <-ctx.Done():
				p.stop(c.spec.Signals)
				return
			case <-p.exited:
				err = fmt.Errorf("%s: %s", p.reason(), p.tail.last())
			}
		}
		if ctx.Err() != nil {
			if first != nil {
				first <- ctx.Err()
			}
			return
		}
		if first != nil && try >= max(c.spec.FirstTries, 1) {
			first <- err
			return
		}
		if time.Since(began) > steady {
			pause = firstPause
		}
		c.spec.Logger.Warn("server stopped, starting it again", "child", c.spec.Name, "error", err.Error(), "pause", pause)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, maxPause)
		c.restarts.Add(1)
	}
}

// startOnce starts one process and waits until it is ready. On failure the
// process is gone.
func (c *Child) startOnce(ctx context.Context) (*process, error) {
	if c.spec.Before != nil {
		if err := c.spec.Before(); err != nil {
			return nil, err
		}
	}
	p, err := startProcess(c.spec)
	if err != nil {
		return nil, err
	}
	if err := c.awaitReady(ctx, p); err != nil {
		p.stop(c.spec.Signals)
		if line := p.tail.last(); line != "" {
			err = fmt.Errorf("%w: %s", err, line)
		}
		return nil, err
	}
	return p, nil
}

func (c *Child) awaitReady(ctx context.Context, p *process) error {
	ctx, cancel := context.WithTimeout(ctx, c.spec.ReadyTimeout)
	defer cancel()
	tick := time.NewTicker(15 * time.Millisecond)
	defer tick.Stop()
	for {
		err := c.spec.Ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.exited:
			return errExited
		case <-ctx.Done():
			return fmt.Errorf("not ready after %s: %w", c.spec.ReadyTimeout, err)
		case <-tick.C:
		}
	}
}
