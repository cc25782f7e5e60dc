package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	var o options
	rows := flag.String("rows", "", "rows to measure, with commas between; empty means all that are short")
	flag.BoolVar(&o.full, "full", false, "measure longer and more often, and the long rows too")
	flag.DurationVar(&o.soak, "soak", 20*time.Minute, "how long the row soak takes")
	flag.Float64Var(&o.soakRate, "soak-rate", 8, "visits a second of the row soak")
	strict := flag.Bool("strict", false, "fail when a goal is missed, or something was not measured")
	asJSON := flag.Bool("json", false, "print JSON instead of a table")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	chosen, err := choose(*rows, o.full)
	if err == nil {
		err = run(ctx, chosen, o, *asJSON, *strict)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1)
	}
}

// options are how thorough a run is.
type options struct {
	full bool
	// soak is how long the row of that name takes, soakRate how many visits come in a second of it.
	soak     time.Duration
	soakRate float64
}

// runLength is how long one run of a load generator takes, runs how many there are of each.
func (o options) runLength() time.Duration {
	if o.full {
		return 10 * time.Second
	}
	return 4 * time.Second
}

func (o options) runs() int {
	if o.full {
		return 5
	}
	return 3
}

// row is a part of the table.
type row struct {
	name string
	// long rows run only when they are named, or all of them are wanted.
	long bool
	// named rows run only when they are named.
	named   bool
	measure func(ctx context.Context, b *bench) ([]Figure, error)
}

// allRows are in the order in which they run: memory begins with a shop that has just started.
var allRows = []row{
	{name: "memory", long: true, measure: memoryRow},
	{name: "sizes", measure: sizesRow},
	{name: "cached", measure: cachedRow},
	{name: "payload", measure: payloadRow},
	{name: "render", measure: renderRow},
	{name: "cart", measure: cartRow},
	{name: "order", measure: orderRow},
	{name: "crowd", measure: crowdRow},
	{name: "vendure", long: true, measure: vendureRow},
	{name: "catalogue", long: true, measure: catalogueRow},
	{name: "lighthouse", measure: lighthouseRow},
	{name: "scale", named: true, measure: scaleRow},
	{name: "soak", named: true, measure: soakRow},
}

// choose returns the rows that a list names. The error names a row that does not exist.
func choose(list string, full bool) ([]row, error) {
	var out []row
	if list == "" {
		for _, r := range allRows {
			if !r.named && (full || !r.long) {
				out = append(out, r)
			}
		}
		return out, nil
	}
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		wanted[strings.TrimSpace(name)] = true
	}
	var names []string
	for _, r := range allRows {
		names = append(names, r.name)
		if wanted[r.name] {
			out = append(out, r)
			delete(wanted, r.name)
		}
	}
	for name := range wanted {
		return nil, fmt.Errorf("there is no row %q; there are %s", name, strings.Join(names, ", "))
	}
	return out, nil
}

// bench is the context of a row: the shop and the options.
type bench struct {
	options
	shop *Shop
}

func run(ctx context.Context, rows []row, o options, asJSON, strict bool) error {
	report := Report{Machine: thisMachine(), Date: time.Now().UTC().Truncate(time.Second), Full: o.full}
	logStep("starting a fresh shop and waiting until its pages are warm")
	shop, err := OpenShop(ctx)
	if err != nil {
		return err
	}
	defer shop.Close()
	report.Versions = versions(ctx, shop)
	b := &bench{options: o, shop: shop}
	for _, r := range rows {
		logStep("measuring " + r.name)
		figures, err := r.measure(ctx, b)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			figures = append(figures, notMeasured(err))
		}
		for i := range figures {
			figures[i].Row = r.name
		}
		report.Figures = append(report.Figures, figures...)
	}
	write := report.Table
	if asJSON {
		write = report.JSON
	}
	if err := write(os.Stdout); err != nil {
		return err
	}
	if strict {
		return report.missed()
	}
	return nil
}

// logStep prints the progress to standard error; only the table goes to standard output.
func logStep(text string) { fmt.Fprintln(os.Stderr, "==>", text) }

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
