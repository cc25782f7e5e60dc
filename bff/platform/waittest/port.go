package waittest

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// Ports below those that systems hand out by themselves, so that nobody takes one between its choice and its use.
const firstPort, ports = 20_000, 12_000

// lastPort is the one chosen last; programs that test at the same time begin at different ones.
var lastPort = func() *atomic.Int64 {
	var n atomic.Int64
	n.Store(int64(os.Getpid()) * 97)
	return &n
}()

// chosen holds the locks of the ports that this process has chosen, until it ends.
var chosen sync.Map

// FreePort is Port for a test.
func FreePort(t testing.TB) int {
	t.Helper()
	port, err := Port()
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// Port returns a TCP port that nobody uses, and no other caller gets, of this process or of another one.
func Port() (int, error) {
	locks := filepath.Join(os.TempDir(), "roamcart-ports")
	if err := os.MkdirAll(locks, 0o700); err != nil {
		return 0, err
	}
	for range ports {
		port := firstPort + int(lastPort.Add(1)%ports)
		lock, err := os.OpenFile(filepath.Join(locks, strconv.Itoa(port)), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return 0, err
		}
		if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			_ = lock.Close()
			continue
		}
		chosen.Store(port, lock)
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		return port, l.Close()
	}
	return 0, errors.New("no port is free")
}
