package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"syscall"
	"time"
)

// Child is a supervised server process: started, started again when it dies,
// stopped within a deadline.
type Child struct {
	spec   childSpec
	cancel context.CancelFunc
	done   chan struct{}
}

// Stop stops the server and returns when its process is gone. It may be called
// more than once.
func (c *Child) Stop() {
	c.cancel()
	<-c.done
}

// Done is closed when the server has been stopped for good.
func (c *Child) Done() <-chan struct{} { return c.done }

// childSpec describes a server to supervise.
type childSpec struct {
	name    string
	command func() *exec.Cmd
	attr    func() *syscall.SysProcAttr
	// before runs ahead of every start; an error counts as a failed start.
	before func() error
	// ready returns nil once the server answers.
	ready        func(context.Context) error
	readyTimeout time.Duration
	// firstTries is how often the first start is tried before giving up.
	firstTries int
	// signals are sent in turn, each with its patience, to stop the server;
	// SIGKILL follows by itself. The first is also sent when this process dies.
	signals []stopSignal
	// lock is held for as long as the server may run; nil when there is none.
	lock   *dirLock
	logger *slog.Logger
	level  func(line string) slog.Level
	// record reads lines that say more than their level; nil takes them as they are.
	record func(line string) record
}

type stopSignal struct {
	signal   syscall.Signal
	patience time.Duration
}

const (
	firstPause = 100 * time.Millisecond
	maxPause   = 10 * time.Second
	// steady is how long a server must have run for its next failure to count
	// as the first of a series.
	steady = 30 * time.Second
)

var errExited = errors.New("exited during start")

// startChild starts the server and returns when it is ready, or with the reason
// why it is not. From then on it is supervised until ctx ends or Stop is called.
func startChild(ctx context.Context, spec childSpec) (*Child, error) {
	ctx, cancel := context.WithCancel(ctx)
	c := &Child{spec: spec, cancel: cancel, done: make(chan struct{})}
	first := make(chan error, 1)
	go func() {
		defer close(c.done)
		defer spec.lock.release()
		defer cancel()
		c.supervise(ctx, first)
	}()
	if err := <-first; err != nil {
		<-c.done
		return nil, fmt.Errorf("embedded: %s: %w", spec.name, err)
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
				p.stop(c.spec.signals)
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
		if first != nil && try >= max(c.spec.firstTries, 1) {
			first <- err
			return
		}
		if time.Since(began) > steady {
			pause = firstPause
		}
		c.spec.logger.Warn("server stopped, starting it again", "child", c.spec.name, "error", err.Error(), "pause", pause)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, maxPause)
	}
}

// startOnce starts one process and waits until it is ready. On failure the
// process is gone.
func (c *Child) startOnce(ctx context.Context) (*process, error) {
	if c.spec.before != nil {
		if err := c.spec.before(); err != nil {
			return nil, err
		}
	}
	p, err := startProcess(c.spec)
	if err != nil {
		return nil, err
	}
	if err := c.awaitReady(ctx, p); err != nil {
		p.stop(c.spec.signals)
		if line := p.tail.last(); line != "" {
			err = fmt.Errorf("%w: %s", err, line)
		}
		return nil, err
	}
	return p, nil
}

func (c *Child) awaitReady(ctx context.Context, p *process) error {
	ctx, cancel := context.WithTimeout(ctx, c.spec.readyTimeout)
	defer cancel()
	tick := time.NewTicker(15 * time.Millisecond)
	defer tick.Stop()
	for {
		err := c.spec.ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.exited:
			return errExited
		case <-ctx.Done():
			return fmt.Errorf("not ready after %s: %w", c.spec.readyTimeout, err)
		case <-tick.C:
		}
	}
}
