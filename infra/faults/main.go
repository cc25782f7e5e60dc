package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// options are the options of a run.
type options struct {
	seed   uint64
	orders int
	// rate is the number of shoppers a second, or of requests a second in a rolling restart.
	rate float64
	// only are the names of the faults or browser tests to run, nil for all.
	only []string
	// keep is the folder for journals and logs; with "" they are deleted after a run without findings.
	keep string
	// toxiproxy is the path of toxiproxy's server.
	toxiproxy string
}

func main() {
	var o options
	only := flag.String("only", "", "faults to try, or files of journeys to walk, with commas between; empty means all")
	flag.Uint64Var(&o.seed, "seed", 0, "what the run follows from; 0 chooses one")
	flag.IntVar(&o.orders, "orders", 5000, "how many shoppers come at least; they come until the last fault is over")
	flag.Float64Var(&o.rate, "rate", 10, "how many come in a second; of a rolling restart, how many requests")
	flag.StringVar(&o.keep, "keep", "", "folder for the journal and the logs; without, they stay only when something is wrong")
	flag.StringVar(&o.toxiproxy, "toxiproxy", "bin/tools/toxiproxy-server", "toxiproxy's server")
	flag.Parse()
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	for o.seed == 0 {
		o.seed = rand.Uint64N(1e9)
	}
	if modes[flag.Arg(0)] == nil {
		fmt.Fprintf(os.Stderr, "faults: there is nothing called %q to play\n", flag.Arg(0))
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	sound, err := modes[flag.Arg(0)](ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
	}
	if err != nil || !sound {
		os.Exit(1)
	}
}

// modes are the kinds of runs, by the word after the options.
var modes = map[string]func(ctx context.Context, o options) (sound bool, err error){"": runFaultSuite, "rolling": roll, "failover": failOver, "journeys": journeys}

// runFaultSuite opens a testbed, runs shoppers and faults at the same time, waits until everything is settled, and audits the result. It
// reports whether the audit passed.
func runFaultSuite(ctx context.Context, o options) (sound bool, err error) {
	faults, err := choose(o)
	if err != nil {
		return false, err
	}
	logf("seed %d: %d shoppers, %g a second, %d faults", o.seed, o.orders, o.rate, len(faults))
	tb, goods, start, err := openWithStock(ctx, o, (*testbed).startFaulty)
	if err != nil {
		return false, err
	}
	defer tb.close()
	began := time.Now()
	var happened []faultRun
	var failed error
	over := make(chan struct{})
	go func() {
		defer close(over)
		happened, failed = tb.runFaults(ctx, faults)
	}()
	visits := tb.runVisits(ctx, o, goods, over)
	if <-over; failed != nil {
		return false, failed
	}
	logf("all have come after %s; waiting until everything has settled", time.Since(began).Round(time.Second))
	settled, err := tb.settle(ctx)
	if err != nil {
		return false, err
	}
	audited, err := tb.audit(ctx, start, visits, happened)
	if err != nil {
		return false, err
	}
	report(os.Stdout, o, visits, happened, audited, settled)
	if !audited.passed() {
		tb.keepFiles = true
		logf("journal and logs stay in %s", tb.dir)
	}
	return audited.passed(), nil
}

// logf prints the progress of the run.
func logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s  "+format+"\n", append([]any{time.Now().Format(time.TimeOnly)}, args...)...)
}
