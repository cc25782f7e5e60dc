package embedded

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// appendOnlyFile is the file of a server's data. A full disk can leave half a command in the middle of it, and then the server does
// not start.
type appendOnlyFile struct {
	program, home string
	damaged       atomic.Bool
}

// notice reads a line of the server's log, which reports a damaged file.
func (f *appendOnlyFile) notice(line string) {
	if strings.Contains(line, "Bad file format reading the append only file") {
		f.damaged.Store(true)
	}
}

// repair cuts a file that is damaged where the damage begins; what was written after that is lost.
func (f *appendOnlyFile) repair(log *slog.Logger) error {
	if !f.damaged.Swap(false) {
		return nil
	}
	name := filepath.Join(f.home, "appendonlydir", "appendonly.aof.manifest")
	if _, err := os.Stat(name); err != nil { // before Redis 7
		name = filepath.Join(f.home, "appendonly.aof")
	}
	// The server and its tool are one program, which goes by the name that it is called by.
	check := exec.Command(f.program)
	check.Args = []string{"redis-check-aof", "--fix", name}
	check.Dir = f.home
	check.Stdin = strings.NewReader("y\n")
	if out, err := check.CombinedOutput(); err != nil {
		return fmt.Errorf("repair %s: %w: %s", name, err, out)
	}
	log.Warn("the data of Redis were damaged: what was written last is lost", "child", "redis", "file", name)
	return nil
}
