package child

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// process is one run of a server.
type process struct {
	cmd    *exec.Cmd
	exited chan struct{}
	err    error // valid once exited is closed
	tail   *lineLog
}

// startProcess starts the command. One goroutine keeps the operating system
// thread that forked until the process has ended, because the kernel's "parent
// died" signal goes by thread.
func startProcess(spec Spec) (*process, error) {
	cmd := spec.Command()
	cmd.SysProcAttr = spec.Attributes()
	if len(spec.Signals) > 0 {
		SignalOnParentDeath(cmd.SysProcAttr, spec.Signals[0].Signal)
	}
	p := &process{cmd: cmd, exited: make(chan struct{}), tail: &lineLog{spec: spec}}
	cmd.Stdout, cmd.Stderr = p.tail, p.tail
	cmd.WaitDelay = 2 * time.Second // a stray grandchild may hold the pipe open
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		p.err = cmd.Wait()
		p.tail.flush()
		close(p.exited)
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	return p, nil
}

// stop sends each signal in turn and returns when the process is gone.
func (p *process) stop(signals []Signal) {
	for _, s := range signals {
		_ = p.cmd.Process.Signal(s.Signal)
		select {
		case <-p.exited:
			return
		case <-time.After(s.Patience):
		}
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	_ = p.cmd.Process.Kill()
	<-p.exited
}

func (p *process) reason() string {
	if p.err == nil {
		return "ended"
	}
	return p.err.Error()
}

// lineLog passes a child's output on line by line and remembers the last one.
type lineLog struct {
	spec    Spec
	mu      sync.Mutex
	partial []byte
	newest  string
}

// maxLine bounds what a child that never ends its line can make us hold.
const maxLine = 16 << 10

func (l *lineLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.partial = append(l.partial, b...)
	for {
		i := bytes.IndexByte(l.partial, '\n')
		if i < 0 && len(l.partial) < maxLine {
			return len(b), nil
		}
		if i < 0 {
			i = len(l.partial) - 1
		}
		l.emit(string(l.partial[:i]))
		l.partial = l.partial[i+1:]
	}
}

func (l *lineLog) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.emit(string(l.partial))
	l.partial = nil
}

func (l *lineLog) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.newest
}

// Record is a line of a child as this program logs it.
type Record struct {
	Level   slog.Level
	Message string
	Attrs   []any
}

func (l *lineLog) emit(line string) {
	line = strings.TrimRight(line, " \r\t")
	if line == "" {
		return
	}
	l.newest = line
	r := Record{Level: slog.LevelInfo, Message: line}
	switch {
	case l.spec.Record != nil:
		r = l.spec.Record(line)
	case l.spec.Level != nil:
		r.Level = l.spec.Level(line)
	}
	l.spec.Logger.Log(context.Background(), r.Level, r.Message, append(r.Attrs, "child", l.spec.Name)...)
}
