package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is what Linux counts processor time in, for every program.
const ticksPerSecond = 100

// children returns the process ids below pid, at any depth.
func children(pid int) []int {
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

// stat returns the process id of a stat file and its fields from the state on; none when the process has gone.
func stat(file string) (pid int, fields []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, nil
	}
	// The name of the program, in brackets, may hold anything.
	head, rest, _ := strings.Cut(string(text), " (")
	pid, _ = strconv.Atoi(head)
	return pid, strings.Fields(rest[strings.LastIndex(rest, ")")+1:])
}

// programName returns the name of a process's program, or "".
func programName(pid int) string {
	path, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	return filepath.Base(strings.TrimSuffix(path, " (deleted)"))
}

// cpuTime returns the processor time that a process has used.
func cpuTime(pid int) (time.Duration, error) {
	_, fields := stat(fmt.Sprintf("/proc/%d/stat", pid))
	if len(fields) < 13 {
		return 0, fmt.Errorf("processor time needs Linux's /proc and a living process %d", pid)
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticksPerSecond, nil
}

// residentMB returns the memory of a process, in MB.
func residentMB(pid int) (float64, error) {
	return kilobytes(fmt.Sprintf("/proc/%d/status", pid), "VmRSS")
}

// proportionalMB is residentMB with memory that several processes share divided among them.
func proportionalMB(pid int) (float64, error) {
	return kilobytes(fmt.Sprintf("/proc/%d/smaps_rollup", pid), "Pss")
}

func kilobytes(file, name string) (float64, error) {
	kb, err := strconv.Atoi(match(file, `(?m)^`+name+`:\s*(\d+) kB`))
	if err != nil {
		return 0, fmt.Errorf("memory needs Linux's /proc and the right to read %s", file)
	}
	return float64(kb) / 1024, nil
}
