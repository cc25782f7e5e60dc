package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// stopTime is how long a program may take to stop before it is killed.
const stopTime = 40 * time.Second

// program is one that runs for the time of the bench.
type program struct {
	pid int
	// ended is closed when it has ended, and outcome is how.
	ended   chan struct{}
	outcome error
}

// startProgram starts a program whose output is appended to a file.
func startProgram(logFile string, environment []string, name string, args ...string) (*program, error) {
	log, err := os.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()
	command := exec.Command(name, args...)
	command.Stdout, command.Stderr, command.Env = log, log, environment
	// A signal from the terminal is for the bench, which stops its programs in its own time.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	p := &program{pid: command.Process.Pid, ended: make(chan struct{})}
	go func() {
		p.outcome = command.Wait()
		close(p.ended)
	}()
	return p, nil
}

// stop tells the program to stop and waits until it has. A program that is nil was never started.
func (p *program) stop() {
	if p == nil {
		return
	}
	_ = syscall.Kill(p.pid, syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(stopTime):
		_ = syscall.Kill(p.pid, syscall.SIGKILL)
		<-p.ended
	}
}

// end is closed when the program has ended; a program that is nil never ends.
func (p *program) end() <-chan struct{} {
	if p == nil {
		return nil
	}
	return p.ended
}
