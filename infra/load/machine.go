package main

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// Machine is where the run took place.
type Machine struct {
	CPU      string `json:"cpu"`
	Cores    int    `json:"cores"`
	MemoryGB int    `json:"memoryGb"`
	Kernel   string `json:"kernel"`
	// Load is the load average of the last minute before the run: far above 0, others used the machine as well.
	Load string `json:"load"`
}

// thisMachine reads what Linux says about itself; elsewhere the texts are empty.
func thisMachine() Machine {
	m := Machine{Cores: runtime.NumCPU(), CPU: match("/proc/cpuinfo", `(?m)^model name\s*:\s*(.+)$`),
		Kernel: match("/proc/sys/kernel/osrelease", `(\S+)`), Load: match("/proc/loadavg", `^(\S+)`)}
	if kb, err := strconv.Atoi(match("/proc/meminfo", `MemTotal:\s*(\d+) kB`)); err == nil {
		m.MemoryGB = (kb + 1<<19) >> 20
	}
	return m
}

// match returns the first group that a pattern finds in a file, or "".
func match(file, pattern string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	found := regexp.MustCompile(pattern).FindSubmatch(text)
	if found == nil {
		return ""
	}
	return string(found[1])
}

// versionOf says how programs are asked for their version.
var versionOf = map[string][]string{
	"Chromium": {chromiumProgram(), "--version"},
	"Node":     {"node", "--version"},
	"Redis":    {"redis-server", "--version"},
	"nginx":    {"nginx", "-v"},
	"pgbench":  {"pgbench", "--version"},
	"wrk":      {"wrk", "--version"},
}

var digits = regexp.MustCompile(`\d+(\.\d+)+`)

// versions asks everything that takes part; what is missing is left out.
func versions(ctx context.Context, s *Shop) map[string]string {
	out := map[string]string{"Go": strings.TrimPrefix(runtime.Version(), "go")}
	for name, command := range versionOf {
		if command[0] == "" {
			continue
		}
		// wrk says its version and fails.
		answer, _ := exec.CommandContext(ctx, command[0], command[1:]...).CombinedOutput()
		if version := digits.Find(answer); version != nil {
			out[name] = string(version)
		}
	}
	if version, err := s.databaseVersion(ctx); err == nil {
		out["Postgres"] = version
	}
	return out
}
