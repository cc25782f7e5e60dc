package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// tool returns the path of a program. The error says how to get it.
func tool(name, pack string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is missing (Debian: apt-get install %s)", name, pack)
	}
	return path, nil
}

// chromiumProgram returns the browser that CHROMIUM_PATH names or PATH has, or "". The whole one comes first, as shoppers have
// it: the one without a window shows a first frame later.
func chromiumProgram() string {
	for _, name := range []string{os.Getenv("CHROMIUM_PATH"), "chromium", "chromium-browser", "google-chrome", "chromium-headless-shell"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// output runs a program and returns what it wrote. The error ends with what it complained about.
func output(ctx context.Context, program string, args ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, program, args...).Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok && len(failed.Stderr) > 0 {
		return out, fmt.Errorf("%s: %w: %s", program, err, failed.Stderr)
	}
	if err != nil {
		return out, fmt.Errorf("%s: %w", program, err)
	}
	return out, nil
}

// inMilliseconds returns a duration as the tables have it.
func inMilliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// median returns the middle one, of an even number the upper of the two.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
