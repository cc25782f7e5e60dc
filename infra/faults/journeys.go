package main

import (
	"context"
	"os"
	"os/exec"
)

// journeys walks the browser journeys over a replicated Postgres and a replicated Redis, one half of them before each of these has failed
// over and been handed over, and one half after; or, after it alone, those that o.only names. It reports whether all pass.
func journeys(ctx context.Context, o options) (sound bool, err error) {
	say("three Postgres under Patroni, three Redis under Sentinel, two front doors")
	w, err := open(ctx, o, (*world).startForJourneys)
	if err != nil {
		return false, err
	}
	defer w.close()
	before, after := []string{"--shard=1/2"}, []string{"--shard=2/2"}
	if o.only != nil {
		before, after = nil, o.only
	}
	sound = before == nil || w.walk(ctx, before)
	if _, err := w.happen(ctx, failovers); err != nil {
		return false, err
	}
	sound = w.walk(ctx, after) && sound
	if !sound {
		w.kept = true
		say("logs stay in %s", w.dir)
	}
	return sound, nil
}

// startForJourneys is startReplicated with the sandbox's bounds: all journeys come from one address.
func (w *world) startForJourneys(ctx context.Context, o options) error {
	w.sandboxBounds = true
	return w.startReplicated(ctx, o)
}

// walk runs those of the browser journeys that Playwright's arguments choose.
func (w *world) walk(ctx context.Context, chosen []string) bool {
	say("journeys: %v", chosen)
	run := exec.CommandContext(ctx, "npm", append([]string{"run", "--silent", "test:e2e", "--"}, chosen...)...)
	run.Env = append(os.Environ(), "E2E_URL="+w.URL, "E2E_DATA_DIR="+w.settings["DATA_DIR"])
	run.Stdout, run.Stderr = os.Stderr, os.Stderr
	if err := run.Run(); err != nil {
		say("journeys: %v: %v", chosen, err)
		return false
	}
	return true
}
