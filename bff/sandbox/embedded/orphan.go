package embedded

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// postmasterOf returns the process that serves the data folder according to its
// lock file, and whether it is alive and really a Postgres of this folder: after
// a crash the number may belong to anybody.
func postmasterOf(data string) (pid int, alive bool) {
	file, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return 0, false
	}
	line, rest, _ := strings.Cut(string(file), "\n")
	pid, err = strconv.Atoi(strings.TrimSpace(line))
	if err != nil || pid <= 1 {
		return 0, false
	}
	served, _, _ := strings.Cut(rest, "\n")
	command := commandLine(pid)
	return pid, strings.Contains(command, "postgres") && strings.Contains(command, served) && served != ""
}

// stopOrphan stops a Postgres that a killed shop left behind on the data folder
// and removes a lock file nobody stands behind.
func stopOrphan(data string) error {
	pid, alive := postmasterOf(data)
	if !alive {
		err := os.Remove(filepath.Join(data, "postmaster.pid"))
		if err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("remove stale lock: %w", err)
		}
		return nil
	}
	for _, s := range postgresSignals {
		_ = syscall.Kill(pid, s.Signal)
		for end := time.Now().Add(s.Patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			if _, alive := postmasterOf(data); !alive {
				return nil
			}
		}
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	return fmt.Errorf("process %d still serves %s", pid, data)
}

// commandLine returns a process's command line, empty when there is none.
func commandLine(pid int) string {
	if b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil {
		return string(bytes.ReplaceAll(b, []byte{0}, []byte{' '}))
	}
	out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return string(out)
}
