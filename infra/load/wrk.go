package main

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// connections are how many a load generator keeps open.
const connections = 32

// wrkResult is what wrk found.
type wrkResult struct {
	// PerSecond is how many requests were answered a second.
	PerSecond float64
	// P50 and P99 are latencies in milliseconds, with all connections busy all the time.
	P50, P99 float64
	Requests int
}

// runWrk sends as many requests as get answered, on 32 connections. Headers are "Name: value". Any answer but 2xx and 3xx
// is an error.
func runWrk(ctx context.Context, address string, length time.Duration, headers ...string) (wrkResult, error) {
	return runWrkWith(ctx, nil, address, length, headers...)
}

// runWrkWith is runWrk with more arguments for wrk.
func runWrkWith(ctx context.Context, more []string, address string, length time.Duration, headers ...string) (wrkResult, error) {
	program, err := tool("wrk", "wrk")
	if err != nil {
		return wrkResult{}, err
	}
	args := []string{"--threads", "2", "--connections", strconv.Itoa(connections), "--latency", "--timeout", "10s",
		"--duration", fmt.Sprintf("%ds", int(length.Seconds()))}
	for _, h := range headers {
		args = append(args, "--header", h)
	}
	output, err := output(ctx, program, append(append(args, more...), address)...)
	if err != nil {
		return wrkResult{}, err
	}
	return parseWrk(string(output))
}

var (
	wrkRate     = regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)
	wrkCount    = regexp.MustCompile(`(\d+) requests in`)
	wrkLatency  = regexp.MustCompile(`(?m)^\s+(50|99)%\s+([\d.]+)(us|ms|s|m)\s*$`)
	wrkTroubles = regexp.MustCompile(`(?m)^\s*(Non-2xx or 3xx responses: \d+|Socket errors: .+)$`)
)

// milliseconds are in one unit of wrk's.
var milliseconds = map[string]float64{"us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4}

func parseWrk(output string) (wrkResult, error) {
	if trouble := wrkTroubles.FindStringSubmatch(output); trouble != nil {
		return wrkResult{}, fmt.Errorf("wrk: %s", trouble[1])
	}
	rate, count, latencies := wrkRate.FindStringSubmatch(output), wrkCount.FindStringSubmatch(output), wrkLatency.FindAllStringSubmatch(output, -1)
	if rate == nil || count == nil || len(latencies) != 2 {
		return wrkResult{}, fmt.Errorf("unexpected output of wrk: %q", output)
	}
	var h wrkResult
	h.PerSecond, _ = strconv.ParseFloat(rate[1], 64)
	h.Requests, _ = strconv.Atoi(count[1])
	for i, to := range []*float64{&h.P50, &h.P99} {
		value, _ := strconv.ParseFloat(latencies[i][2], 64)
		*to = value * milliseconds[latencies[i][3]]
	}
	return h, nil
}
