package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// send keeps the pace in one thread that waits for all sockets at once and takes no memory meanwhile: with a goroutine for
// each connection, Go's scheduler, timers and garbage collection would take the processor from the server and be measured
// as its latency.
func send(ctx context.Context, p rateOptions) (rateSample, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	g := &generator{
		rateOptions: p, calls: make([]call, connections), sockets: make([]unix.PollFd, 0, connections), buffer: make([]byte, 64<<10),
		rateSample: rateSample{
			latencies: make([]time.Duration, 0, p.each*connections), lateness: make([]time.Duration, 0, p.each*connections),
		},
	}
	defer g.close()
	for i := range g.calls {
		g.calls[i] = call{due: time.Duration(i) * p.gap, left: p.each}
		if err := g.connect(); err != nil {
			return rateSample{}, fmt.Errorf("connect to %s: %w", p.address, err)
		}
	}
	g.began = time.Now()
	for open := connections; open > 0; {
		if ctx.Err() != nil {
			return rateSample{}, context.Cause(ctx)
		}
		next, err := g.sendDue()
		if err != nil {
			return rateSample{}, err
		}
		ended, err := g.receive(next)
		if err != nil {
			return rateSample{}, err
		}
		open -= ended
	}
	g.took = time.Since(g.began)
	return g.rateSample, nil
}

type generator struct {
	rateOptions
	rateSample
	calls   []call
	sockets []unix.PollFd // beside calls
	buffer  []byte
	began   time.Time
}

// call is what one connection is doing.
type call struct {
	// due is when its request is, or was, to be sent, counted from the beginning.
	due time.Duration
	// left are the answers that it still has to get; got are the bytes of the one that it waits for.
	left, got int
	waits     bool
	// early says that the connection was free before its request was due: what is late then is the generator.
	early bool
}

func (g *generator) connect() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	g.sockets = append(g.sockets, unix.PollFd{Fd: int32(socket), Events: unix.POLLIN})
	to := &unix.SockaddrInet4{Port: g.address.Port, Addr: [4]byte(g.address.IP.To4())}
	if err := unix.Connect(socket, to); err != nil {
		return err
	}
	if err := unix.SetsockoptInt(socket, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1); err != nil {
		return err
	}
	return unix.SetNonblock(socket, true)
}

func (g *generator) close() {
	for _, s := range g.sockets {
		_ = unix.Close(int(s.Fd))
	}
}

// sendDue sends what is due on connections that do not wait, and returns when the next request is.
func (g *generator) sendDue() (next time.Duration, err error) {
	now := time.Since(g.began)
	next = math.MaxInt64
	for i := range g.calls {
		c := &g.calls[i]
		switch {
		case c.waits || c.left == 0:
		case c.due > now:
			c.early = true
			next = min(next, c.due)
		default:
			if c.early {
				g.lateness = append(g.lateness, now-c.due)
			}
			n, err := unix.Write(int(g.sockets[i].Fd), g.request)
			if err == nil && n < len(g.request) {
				err = io.ErrShortWrite
			}
			if err != nil {
				return 0, fmt.Errorf("ask %s: %w", g.address, err)
			}
			c.waits, c.got = true, 0
		}
	}
	return next, nil
}

// receive waits until an answer comes or the next request is due, and returns how many connections have had all theirs.
func (g *generator) receive(next time.Duration) (ended int, err error) {
	wait := unix.NsecToTimespec(int64(min(max(next-time.Since(g.began), 0), time.Second)))
	switch _, err := unix.Ppoll(g.sockets, &wait, nil); {
	case errors.Is(err, unix.EINTR):
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("wait for answers: %w", err)
	}
	for i := range g.sockets {
		if g.sockets[i].Revents == 0 {
			continue
		}
		over, err := g.read(i)
		if err != nil {
			return ended, err
		}
		if over {
			ended++
		}
	}
	return ended, nil
}

// read takes what has come on a connection; over is true when that was the end of its last answer.
func (g *generator) read(i int) (over bool, err error) {
	c := &g.calls[i]
	n, err := unix.Read(int(g.sockets[i].Fd), g.buffer)
	switch {
	case errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("read from %s: %w", g.address, err)
	case n == 0:
		return false, fmt.Errorf("read from %s: %w", g.address, io.ErrUnexpectedEOF)
	case !c.waits || c.got+n > g.answer:
		return false, fmt.Errorf("%s answers with more than the %d bytes of the first time", g.address, g.answer)
	case c.got == 0 && !bytes.HasPrefix(g.buffer[:n], okPrefix):
		return false, fmt.Errorf("%s answered %q", g.address, firstLine(string(g.buffer[:n])))
	}
	if c.got += n; c.got < g.answer {
		return false, nil
	}
	now := time.Since(g.began)
	g.latencies = append(g.latencies, now-c.due)
	c.due += connections * g.gap
	c.waits, c.early = false, false
	c.left--
	return c.left == 0, nil
}
