package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/roamcart/roamcart/infra/process"
)

// replacement is a process that was stopped gracefully and started again.
type replacement struct {
	name string
	// from is when the process was signalled, stopped when it had exited, to when its successor got requests.
	from, stopped, to time.Time
}

// warmTime bounds the first round of rendering.
const warmTime = 10 * time.Minute

// steadyTime is how long nothing is replaced, at the start and at the end.
const steadyTime = 5 * time.Second

// roll replaces each process of a shop while requests come at a constant rate. It reports whether each request was answered as it
// should, and everything that was bought is accounted for.
func roll(ctx context.Context, o options) (sound bool, err error) {
	logf("two front doors and two renderers, %g requests/s", o.rate)
	tb, goods, start, err := openWithStock(ctx, o, (*testbed).startRolling)
	if err != nil {
		return false, err
	}
	defer tb.close()
	v, err := newRequestSource(ctx, tb.Shop, goods.esims)
	if err != nil {
		return false, err
	}
	var done []replacement
	var failed error
	over := make(chan struct{})
	go func() {
		defer close(over)
		done, failed = tb.replaceAll(ctx)
	}()
	all := v.ask(ctx, o.rate, over)
	if failed != nil {
		return false, failed
	}
	settled, err := tb.settle(ctx)
	if err != nil {
		return false, err
	}
	audited, err := tb.audit(ctx, start, nil, nil)
	if err != nil {
		return false, err
	}
	sound = reportRolling(os.Stdout, all, done) && audited.passed()
	reportAudit(os.Stdout, audited, settled)
	if !sound {
		tb.keepFiles = true
		logf("logs stay in %s", tb.dir)
	}
	return sound, nil
}

// startRolling starts two front doors behind HAProxy, which ask renderers behind HAProxy, which ask front doors behind HAProxy.
func (tb *testbed) startRolling(ctx context.Context, _ options) error {
	if err := tb.startSandbox(ctx); err != nil {
		return err
	}
	inside, err := process.FreePort()
	if err != nil {
		return err
	}
	renderers, err := process.FreePort()
	if err != nil {
		return err
	}
	var doors, nodes []string
	for n := range 2 {
		r, err := tb.newReplica(ctx, n)
		if err != nil {
			return err
		}
		r.environment = append(r.environment, "SSR_URL=http://127.0.0.1:"+renderers, "SHUTDOWN_DELAY=4s")
		r.node = append(r.node, "BFF_URL=http://127.0.0.1:"+inside, "SSR_SHUTDOWN_DELAY=4000")
		tb.replicas = append(tb.replicas, r)
		tb.closers = append(tb.closers, r.stop)
		doors, nodes = append(doors, strings.TrimPrefix(r.url, "http://")), append(nodes, strings.TrimPrefix(r.rendererURL, "http://"))
	}
	ready := []string{"balance leastconn", "option httpchk GET /readyz", "http-check expect status 200", "default-server check inter 1s fall 1 rise 1"}
	_, port, err := net.SplitHostPort(strings.TrimPrefix(tb.URL, "http://"))
	if err != nil {
		return err
	}
	tb.haproxy, err = tb.startHAProxy(ctx, port, doors,
		backend{name: "inside", port: inside, check: ready, servers: doors}, backend{name: "renderers", port: renderers, check: ready, servers: nodes})
	if err != nil {
		return err
	}
	for _, r := range tb.replicas { // one after the other: the first fills the database
		if err := r.start(ctx); err != nil {
			return err
		}
	}
	return wait(ctx, warmTime, "everything is balanced and all pages are warm", func() bool { return tb.balanced() && tb.allPagesWarm() })
}

// balanced reports whether HAProxy sends requests to every process.
func (tb *testbed) balanced() bool {
	up := tb.haproxy.up()
	return up["front_doors"] == 2 && up["inside"] == 2 && up["renderers"] == 2
}

// warmLine matches the number of warm pages in the readiness answer of a front door.
var warmLine = regexp.MustCompile(`pages warm: ([1-9]\d*) of (\d+)`)

// allPagesWarm reports whether both front doors have all pages in their caches.
func (tb *testbed) allPagesWarm() bool {
	for _, r := range tb.replicas {
		res, err := http.Get(r.url + "/readyz")
		if err != nil {
			return false
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		found := warmLine.FindSubmatch(body)
		if err != nil || found == nil || !bytes.Equal(found[1], found[2]) {
			return false
		}
	}
	return true
}

// replaceAll replaces one process after the other.
func (tb *testbed) replaceAll(ctx context.Context) (done []replacement, err error) {
	if err := pause(ctx, steadyTime); err != nil {
		return nil, err
	}
	for _, part := range []string{"front door", "renderer"} {
		for n, r := range tb.replicas {
			old := r.program
			if part == "renderer" {
				old = r.renderer
			}
			one := replacement{name: fmt.Sprintf("%s %d", part, n+1), from: time.Now()}
			logf("%s is replaced", one.name)
			old.Stop()
			if old.Outcome != nil {
				return done, fmt.Errorf("%s did not stop in order: %w", one.name, old.Outcome)
			}
			one.stopped = time.Now()
			if err := r.start(ctx); err != nil {
				return done, err
			}
			if err := wait(ctx, startTime, one.name+" gets requests", tb.balanced); err != nil {
				return done, err
			}
			one.to = time.Now()
			done = append(done, one)
		}
	}
	return done, pause(ctx, steadyTime)
}

// reportRolling prints the results of the requests, and reports whether none has failed.
func reportRolling(out io.Writer, all []*request, done []replacement) (sound bool) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(t, "\nreplaced\tstopped after\tits successor got requests after\trequests meanwhile\tfailed\tslowest\n")
	for _, d := range done {
		part := between(all, d.from, d.to)
		failed, slowest := failures(part)
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%s\n", d.name, seconds(d.stopped.Sub(d.from)), seconds(d.to.Sub(d.from)), len(part), len(failed), seconds(slowest))
	}
	failed, slowest := failures(all)
	first, last := all[0].due, all[len(all)-1].due
	_, _ = fmt.Fprintf(t, "in all\t\t%s\t%d\t%d\t%s\n", seconds(last.Sub(first)), len(all), len(failed), seconds(slowest))
	_ = t.Flush()
	kinds := map[string]int{}
	for _, r := range all {
		kinds[r.kind]++
	}
	_, _ = fmt.Fprintf(out, "\n%.0f requests/s: %s\n", float64(len(all)-1)/last.Sub(first).Seconds(), counts(kinds))
	for _, r := range failed[:min(len(failed), shown)] {
		_, _ = fmt.Fprintf(out, "  %s %s, %s after it was due: %v\n", r.due.Format("15:04:05.000"), r.kind, seconds(r.took), r.err)
	}
	return len(failed) == 0
}

func failures(of []*request) (failed []*request, slowest time.Duration) {
	for _, r := range of {
		slowest = max(slowest, r.took)
	}
	return slices.DeleteFunc(slices.Clone(of), func(r *request) bool { return r.err == nil }), slowest
}

// pause waits for some time, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
