package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// cgroupRoot is where Linux bounds processor time by cgroup v1. Version 2 has other files, which this does not write.
const cgroupRoot = "/sys/fs/cgroup/cpu"

// quota is a group of processes that may use so much of a processor together.
type quota struct{ dir string }

// quotaPeriod is short, so that whoever has used up its share waits for some milliseconds and not for a tenth of a second.
const quotaPeriod = 20 * time.Millisecond

// quotaWeight is how much a group counts when processors are short; one process outside counts 1024.
const quotaWeight = 32 << 10

// leaveTime bounds how long a group is emptied, into which its processes may still be starting others.
const leaveTime = 5 * time.Second

// newQuota makes a group below that of this program; cores is how much of a processor it gets.
func newQuota(name string, cores float64) (quota, error) {
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return quota{}, err
	}
	path, err := cpuGroup(string(own))
	if err != nil {
		return quota{}, err
	}
	q := quota{filepath.Join(cgroupRoot, path, fmt.Sprintf("roamcart-bench-%d-%s", os.Getpid(), name))}
	if err := os.Mkdir(q.dir, 0o755); err != nil {
		return q, fmt.Errorf("bounds of processor time need cgroup v1 and root: %w", err)
	}
	for file, value := range map[string]int64{
		// Others that run on the machine take nothing of it.
		"cpu.shares":        quotaWeight,
		"cpu.cfs_period_us": quotaPeriod.Microseconds(), "cpu.cfs_quota_us": int64(cores * float64(quotaPeriod.Microseconds())),
	} {
		if err := write(filepath.Join(q.dir, file), value); err != nil {
			return q, errors.Join(err, q.close())
		}
	}
	return q, nil
}

// cpuGroup returns the path of a process's group for processor time, out of its file in /proc.
func cpuGroup(file string) (string, error) {
	for line := range strings.Lines(file) {
		if parts := strings.SplitN(strings.TrimSpace(line), ":", 3); len(parts) == 3 && slices.Contains(strings.Split(parts[1], ","), "cpu") {
			return parts[2], nil
		}
	}
	return "", errors.New("bounds of processor time need cgroup v1, which this machine has not")
}

func write(file string, value int64) error {
	return os.WriteFile(file, []byte(strconv.FormatInt(value, 10)), 0o600)
}

// add puts a process with all its threads into the group. What it starts from then on is in it, too.
func (q quota) add(pid int) error { return write(filepath.Join(q.dir, "cgroup.procs"), int64(pid)) }

// close gives the processes back to the group that they were in, and ends this one.
func (q quota) close() error {
	for end := time.Now().Add(leaveTime); ; time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(filepath.Join(q.dir, "cgroup.procs"))
		if err != nil {
			return err
		}
		for word := range strings.FieldsSeq(string(text)) {
			if pid, err := strconv.ParseInt(word, 10, 64); err == nil {
				_ = write(filepath.Join(filepath.Dir(q.dir), "cgroup.procs"), pid) // it may have ended
			}
		}
		if err = os.Remove(q.dir); err == nil || time.Now().After(end) {
			return err
		}
	}
}
