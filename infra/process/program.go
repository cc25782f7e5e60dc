package process

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// stopTime is how long a program may take to stop before it is killed.
const stopTime = 40 * time.Second

// Program is one that this program has started and stops.
type Program struct {
	PID int
	// Outcome is how it has ended; it is to be read after Ended.
	Outcome error
	ended   chan struct{}
}

// Start starts a program whose output is appended to a file.
func Start(logFile string, environment []string, name string, args ...string) (*Program, error) {
	log, err := os.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()
	command := exec.Command(name, args...)
	command.Stdout, command.Stderr, command.Env = log, log, environment
	// A signal from the terminal is for this program, which stops its programs in its own time.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	p := &Program{PID: command.Process.Pid, ended: make(chan struct{})}
	go func() {
		p.Outcome = command.Wait()
		close(p.ended)
	}()
	return p, nil
}

// Stop asks the program to stop and waits until it has. A program that is nil was never started.
func (p *Program) Stop() {
	if p == nil {
		return
	}
	_ = syscall.Kill(p.PID, syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(stopTime):
		_ = syscall.Kill(p.PID, syscall.SIGKILL)
		<-p.ended
	}
}

// Ended is closed when the program has ended; a program that is nil never ends.
func (p *Program) Ended() <-chan struct{} {
	if p == nil {
		return nil
	}
	return p.ended
}

// Signal sends the program a signal: SIGKILL ends it as a power cut does, SIGSTOP freezes it until SIGCONT.
func (p *Program) Signal(s syscall.Signal) error { return syscall.Kill(p.PID, s) }

// FreePort returns a port that nobody uses and systems do not hand out, once.
func FreePort() (string, error) {
	port, err := waittest.Port()
	return strconv.Itoa(port), err
}
