package embedded

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
)

// ErrInUse is returned when another running shop holds the data folder.
var ErrInUse = errors.New("is in use by another running shop; stop it, or set DATA_DIR to another folder")

// dirLock is a lock that the kernel drops when this process ends, however it ends.
type dirLock struct{ file *os.File }

// lockFile takes the lock named by path without waiting. what names the locked
// thing in the error.
func lockFile(path, what string) (*dirLock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("embedded: lock: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder, _ := io.ReadAll(io.LimitReader(f, 32))
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("embedded: %s %w (process %s)", what, ErrInUse, strings.TrimSpace(string(holder)))
		}
		return nil, fmt.Errorf("embedded: lock %s: %w", path, err)
	}
	_ = f.Truncate(0)
	_, _ = f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	return &dirLock{file: f}, nil
}

// release may be called more than once, and on nothing. It unlocks before it closes: a child that is being started at
// this moment has a copy of the file until it becomes another program, and would keep the lock alive with it.
func (l *dirLock) release() {
	if l != nil {
		_ = syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN)
		_ = l.file.Close()
	}
}
