package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/infra/client"
	"github.com/roamcart/roamcart/infra/process"
)

// faultAction begins or ends a fault.
type faultAction = func(ctx context.Context, tb *testbed) error

func addToxic(name, kind, direction string, attributes map[string]any) faultAction {
	return func(ctx context.Context, tb *testbed) error {
		return tb.proxies.addToxic(ctx, name, kind, direction, attributes)
	}
}

// killChild kills a server of the sandbox, which starts it again.
func killChild(programs ...string) faultAction {
	return func(_ context.Context, tb *testbed) error {
		pid := process.Child(tb.sandbox.PID, programs...)
		if pid == 0 {
			return fmt.Errorf("there is no %s to kill", programs[0])
		}
		return syscall.Kill(pid, syscall.SIGKILL)
	}
}

func setProviderFault(faults map[string]any) faultAction {
	return func(ctx context.Context, tb *testbed) error { return tb.sandboxControl(ctx, "/faults", faults) }
}

// sandboxControl sets how the sandbox's provider behaves.
func (tb *testbed) sandboxControl(ctx context.Context, path string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, tb.SandboxURL+"/sandbox/stripe/control"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	answer, status, err := client.Do(http.DefaultClient, req)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("control %s: %d %s", path, status, answer)
	}
	return err
}

// moveClock moves the clock of the whole shop. The statement changes every row and may meet the shop's transactions in another order than
// they lock theirs: then it is tried again.
func moveClock(by string) faultAction {
	return func(ctx context.Context, tb *testbed) error {
		for tries := 0; ; tries++ {
			_, err := tb.db.Exec(ctx, apptest.MoveClockStatement(by))
			if tries == 5 || !pg.IsRetryable(err) {
				return err
			}
		}
	}
}

// hourWithoutProvider makes the provider unreachable and moves the clock by an hour meanwhile.
func hourWithoutProvider(ctx context.Context, tb *testbed) error {
	if err := tb.proxies.enable(ctx, "provider", false); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(5 * time.Second):
	}
	return moveClock("1 hour")(ctx, tb)
}

const (
	kill   = syscall.SIGKILL
	freeze = syscall.SIGSTOP
)

func signalRenderers(s syscall.Signal) faultAction {
	return func(_ context.Context, tb *testbed) error {
		var errs []error
		for _, r := range tb.replicas {
			errs = append(errs, r.renderer.Signal(s))
		}
		return errors.Join(errs...)
	}
}

func signalShop(s syscall.Signal) faultAction {
	return func(_ context.Context, tb *testbed) error { return tb.replicas[0].program.Signal(s) }
}

func resumeProcesses(_ context.Context, tb *testbed) error {
	var errs []error
	for _, r := range tb.replicas {
		errs = append(errs, r.renderer.Signal(syscall.SIGCONT), r.program.Signal(syscall.SIGCONT))
	}
	return errors.Join(errs...)
}

// restart starts the processes that were killed.
func restart(ctx context.Context, tb *testbed) error {
	for _, r := range tb.replicas {
		if err := r.start(ctx); err != nil {
			return err
		}
	}
	return nil
}

// rollingRestart replaces the front doors one after the other, as a deployment does.
func rollingRestart(ctx context.Context, tb *testbed) error {
	for _, r := range tb.replicas {
		r.program.Stop()
		r.renderer.Stop()
		if err := restart(ctx, tb); err != nil {
			return err
		}
	}
	return nil
}

// diskSize is how much the disk of the databases holds: it is one of its own, in memory, so that filling it hurts nobody else.
const diskSize = 3 << 30

// mountDisk gives the databases a disk of their own. Where that is not allowed they have the machine's, and it is not filled.
func (tb *testbed) mountDisk() {
	dir := tb.settings["DATA_DIR"]
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return
	}
	if err := mount(dir, diskSize); err != nil {
		logf("the databases have no disk of their own, which is not filled: %v", err)
		return
	}
	tb.hasDisk = true
	tb.closers = append(tb.closers, func() { _ = unmount(dir) })
}

func (tb *testbed) filling() string { return filepath.Join(tb.settings["DATA_DIR"], "filling") }

func fillDisk(_ context.Context, tb *testbed) error {
	if !tb.hasDisk {
		return errors.New("the databases have no disk of their own")
	}
	file, err := os.Create(tb.filling())
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	for block := make([]byte, 1<<20); ; {
		if _, err := file.Write(block); err != nil {
			if errors.Is(err, syscall.ENOSPC) {
				return nil
			}
			return err
		}
	}
}

func emptyDisk(_ context.Context, tb *testbed) error {
	err := os.Remove(tb.filling())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

func answers(address string) bool {
	res, err := (&http.Client{Timeout: 2 * time.Second}).Get(address)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}
