package main

import (
	"context"
	"os"
	"os/exec"
)

// journeys runs the browser tests over a replicated Postgres and a replicated Redis, one half of them before each of these has failed
// over and been handed over, and one half after; or, after it alone, those that o.only names. It reports whether all pass.
func journeys(ctx context.Context, o options) (sound bool, err error) {
	logf("three Postgres under Patroni, three Redis under Sentinel, two front doors")
	tb, err := open(ctx, o, (*testbed).startForJourneys)
	if err != nil {
		return false, err
	}
	defer tb.close()
	before, after := []string{"--shard=1/2"}, []string{"--shard=2/2"}
	if o.only != nil {
		before, after = nil, o.only
	}
	sound = before == nil || tb.runBrowserTests(ctx, before)
	if _, err := tb.runFaults(ctx, failovers); err != nil {
		return false, err
	}
	sound = tb.runBrowserTests(ctx, after) && sound
	if !sound {
		tb.keepFiles = true
		logf("logs stay in %s", tb.dir)
	}
	return sound, nil
}

// startForJourneys is startReplicated with the sandbox's limits, because all browser tests come from one address.
func (tb *testbed) startForJourneys(ctx context.Context, o options) error {
	tb.sandboxBounds = true
	return tb.startReplicated(ctx, o)
}

// runBrowserTests runs the browser tests that Playwright's arguments choose.
func (tb *testbed) runBrowserTests(ctx context.Context, chosen []string) bool {
	logf("journeys: %v", chosen)
	run := exec.CommandContext(ctx, "npm", append([]string{"run", "--silent", "test:e2e", "--"}, chosen...)...)
	run.Env = append(os.Environ(), "E2E_URL="+tb.URL, "E2E_DATA_DIR="+tb.settings["DATA_DIR"])
	run.Stdout, run.Stderr = os.Stderr, os.Stderr
	if err := run.Run(); err != nil {
		logf("journeys: %v: %v", chosen, err)
		return false
	}
	return true
}
