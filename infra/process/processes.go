package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is what Linux counts processor time in, for every program.
const ticksPerSecond = 100

// Children returns the process ids below pid, at any depth.
func Children(pid int) []int {
	parents := map[int][]int{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		id, fields := stat(file)
		if len(fields) > 1 {
			parent, _ := strconv.Atoi(fields[1])
			parents[parent] = append(parents[parent], id)
		}
	}
	out, wait := []int{}, []int{pid}
	for len(wait) > 0 {
		below := parents[wait[0]]
		wait = append(wait[1:], below...)
		out = append(out, below...)
	}
	return out
}

// Child returns the process id of the process nearest to pid of those below it that run one of the programs, 0 when there is none.
func Child(pid int, programs ...string) int {
	for _, below := range Children(pid) {
		if slices.Contains(programs, Name(below)) {
			return below
		}
	}
	return 0
}

// stat returns the process id of a stat file and its fields from the state on; none when the process has gone.
func stat(file string) (pid int, fields []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, nil
	}
	return parseStat(string(text))
}

// parseStat is stat for the text of such a file.
func parseStat(text string) (pid int, fields []string) {
	// The name of the program, in brackets, may hold anything.
	head, rest, found := strings.Cut(text, " (")
	pid, err := strconv.Atoi(head)
	if !found || err != nil {
		return 0, nil
	}
	return pid, strings.Fields(rest[strings.LastIndex(rest, ")")+1:])
}

// Name returns the name of a process's program, or "".
func Name(pid int) string {
	path, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	return filepath.Base(strings.TrimSuffix(path, " (deleted)"))
}

// Fields of a stat file, counted from the state on, that hold processor time in ticks: in the program, in the system for it, and
// the same two of its children that have ended.
const (
	userTicks, systemTicks           = 11, 12
	endedUserTicks, endedSystemTicks = 13, 14
)

// CPUTime returns the processor time that a process has used.
func CPUTime(pid int) (time.Duration, error) { return ticks(pid, userTicks, systemTicks) }

// CPUTimeOfAll returns the processor time that a process and its children have used, those that have ended included.
func CPUTimeOfAll(pid int) (time.Duration, error) {
	sum, err := ticks(pid, userTicks, systemTicks, endedUserTicks, endedSystemTicks)
	if err != nil {
		return 0, err
	}
	for _, child := range Children(pid) {
		// One that has ended since it was listed counts with its parent the next time.
		used, _ := ticks(child, userTicks, systemTicks, endedUserTicks, endedSystemTicks)
		sum += used
	}
	return sum, nil
}

func ticks(pid int, which ...int) (time.Duration, error) {
	_, fields := stat(fmt.Sprintf("/proc/%d/stat", pid))
	sum, err := sumTicks(fields, which...)
	if err != nil {
		return 0, fmt.Errorf("processor time needs Linux's /proc and a living process %d: %w", pid, err)
	}
	return sum, nil
}

// sumTicks adds up fields of a stat file.
func sumTicks(fields []string, which ...int) (time.Duration, error) {
	sum := 0
	for _, i := range which {
		if i >= len(fields) {
			return 0, errors.New("no such fields")
		}
		n, err := strconv.Atoi(fields[i])
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return time.Duration(sum) * time.Second / ticksPerSecond, nil
}

// ResidentMB returns the memory of a process, in MB.
func ResidentMB(pid int) (float64, error) {
	return kilobytes(fmt.Sprintf("/proc/%d/status", pid), "VmRSS")
}

// ProportionalMB is ResidentMB with memory that several processes share divided among them.
func ProportionalMB(pid int) (float64, error) {
	return kilobytes(fmt.Sprintf("/proc/%d/smaps_rollup", pid), "Pss")
}

func kilobytes(file, name string) (float64, error) {
	text, _ := os.ReadFile(file)
	found := regexp.MustCompile(`(?m)^` + name + `:\s*(\d+) kB`).FindSubmatch(text)
	if found == nil {
		return 0, fmt.Errorf("memory needs Linux's /proc and the right to read %s", file)
	}
	kb, err := strconv.Atoi(string(found[1]))
	return float64(kb) / 1024, err
}
