package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"github.com/roamcart/roamcart/bff/platform/child"
)

// stopMargin is how much longer than its own SHUTDOWN_DELAY and SHUTDOWN_TIMEOUT the shop may take before it is killed: its renderer
// stops after these.
const stopMargin = 15 * time.Second

// runShop runs the shop's program until it ends, and returns its exit code. It is stopped when ctx ends, or when the servers
// that it needs have failed.
func (s *sandbox) runShop(ctx context.Context, environment []string, failed <-chan error) (code int, err error) {
	cmd := exec.Command(s.Program, "run")
	cmd.Env, cmd.Stdout, cmd.Stderr = environment, os.Stdout, os.Stderr
	cmd.SysProcAttr = child.Attributes()
	// With the sandbox its databases and its servers go: there is nothing that the shop could still end in order.
	child.SignalOnParentDeath(cmd.SysProcAttr, syscall.SIGKILL)
	ended, err := start(cmd)
	if err != nil {
		return 1, fmt.Errorf("start the shop: %w", err)
	}
	select {
	case err := <-ended:
		return exitCode(err)
	case err = <-failed:
	case <-ctx.Done():
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	select {
	case stopped := <-ended:
		code, _ = exitCode(stopped)
		return code, err
	case <-time.After(s.shop.Server.ShutdownDelay + s.shop.Server.Shutdown + stopMargin):
		_ = cmd.Process.Kill()
		<-ended
		return 1, errors.Join(err, errors.New("the shop did not stop and was killed"))
	}
}

// start starts a command. One goroutine keeps the thread that forked until the process has ended, because the kernel's signal about
// the death of the parent goes by thread.
func start(cmd *exec.Cmd) (ended <-chan error, err error) {
	started, end := make(chan error, 1), make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			end <- cmd.Wait()
		}
	}()
	return end, <-started
}

// exitCode is the shop's exit code, as a shell returns it. The shop itself has logged why, unless it was killed.
func exitCode(err error) (code int, failure error) {
	var exit *exec.ExitError
	if err == nil || !errors.As(err, &exit) {
		return 0, err
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal()), fmt.Errorf("the shop was ended by a signal: %s", status.Signal())
	}
	return exit.ExitCode(), nil
}
