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

// options are how a run is played.
type options struct {
	seed   uint64
	orders int
	// rate is how many shoppers come in a second, or how many requests in a rolling restart.
	rate float64
	// only are the names of the faults that are tried, or of the journeys that are walked, nil for all.
	only []string
	// keep is where the journal and the logs stay; with "" they are deleted unless something is wrong.
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

// modes are what is played, by the word after the options.
var modes = map[string]func(ctx context.Context, o options) (sound bool, err error){"": play, "rolling": roll, "failover": failOver, "journeys": journeys}

// play opens the world, lets shoppers come and faults happen, waits until everything has settled, and prints what became of it. It
// reports whether everything is accounted for.
func play(ctx context.Context, o options) (sound bool, err error) {
	faults, err := choose(o)
	if err != nil {
		return false, err
	}
	say("seed %d: %d shoppers, %g a second, %d faults", o.seed, o.orders, o.rate, len(faults))
	w, goods, start, err := stocked(ctx, o, (*world).startFaulty)
	if err != nil {
		return false, err
	}
	defer w.close()
	began := time.Now()
	var happened []happening
	var failed error
	over := make(chan struct{})
	go func() {
		defer close(over)
		happened, failed = w.happen(ctx, faults)
	}()
	visits := w.stream(ctx, o, goods, over)
	if <-over; failed != nil {
		return false, failed
	}
	say("all have come after %s; waiting until everything has settled", time.Since(began).Round(time.Second))
	settled, err := w.settle(ctx)
	if err != nil {
		return false, err
	}
	account, err := w.account(ctx, start, visits, happened)
	if err != nil {
		return false, err
	}
	report(os.Stdout, o, visits, happened, account, settled)
	if !account.sound() {
		w.kept = true
		say("journal and logs stay in %s", w.dir)
	}
	return account.sound(), nil
}

// say tells whoever waits what happens.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s  "+format+"\n", append([]any{time.Now().Format(time.TimeOnly)}, args...)...)
}
