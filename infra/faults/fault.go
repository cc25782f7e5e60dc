package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// fault is something that goes wrong outside of the shop, or to one of its processes.
type fault struct {
	name string
	// description is the text for the log.
	description string
	// begin starts the fault. To end it, all proxies and the provider are reset, and end is called.
	begin func(ctx context.Context, tb *testbed) error
	end   func(ctx context.Context, tb *testbed) error
	// length is how long it lasts, at least usualLength.
	length time.Duration
}

// usualLength is how long a fault lasts, pauseBetween the time before each.
const (
	usualLength  = 5 * time.Second
	pauseBetween = 5 * time.Second
)

// faults are all faults of a run.
var faults = slices.Concat(
	networkFaults("postgres", "Postgres"), networkFaults("redis", "Redis"), networkFaults("provider", "the provider"),
	networkFaults("carrier", "the carrier"), networkFaults("mail", "the mail server"),
	[]fault{
		{name: "postgres-kill", description: "Postgres is killed (kill -9) and recovers", begin: killChild("postgres")},
		{name: "redis-kill", description: "Redis is killed and reads its file", begin: killChild("redis-server", "redis-check-rdb")},
		{name: "disk-full", description: "the disk of Postgres and Redis is full", begin: fillDisk, end: emptyDisk},
		{name: "provider-lost", description: "the provider does what it is asked, and its answers are lost", begin: setProviderFault(map[string]any{"outage": "lost_response"})},
		{name: "provider-500", description: "the provider answers 500, and keeps that for the key", begin: setProviderFault(map[string]any{"outage": "500"})},
		{name: "webhooks-wild", description: "events come four times, late and in any order", begin: setProviderFault(map[string]any{
			"webhookDuplicate": 3, "webhookOrder": "shuffle", "webhookDelayMs": 1500})},
		{name: "webhooks-held", description: "no event comes", begin: setProviderFault(map[string]any{"webhookHold": true})},
		{name: "provider-hour", description: "an hour without the provider, compressed", begin: hourWithoutProvider, length: 15 * time.Second},
		{name: "clock-forward", description: "the clock jumps two hours forward", begin: moveClock("2 hours")},
		{name: "clock-back", description: "the clock jumps half an hour back", begin: moveClock("-30 minutes")},
		{name: "renderer-kill", description: "both renderers are killed; they are started again after 5 s", begin: signalRenderers(kill), end: restart},
		{name: "renderer-freeze", description: "both renderers are frozen", begin: signalRenderers(freeze), end: resumeProcesses},
		{name: "shop-kill", description: "a front door is killed while it works; it is started again after 5 s", begin: signalShop(kill), end: restart},
		{name: "shop-freeze", description: "a front door is frozen, connections and locks in hand", begin: signalShop(freeze), end: resumeProcesses},
		{name: "shop-rolling", description: "both front doors are stopped in order and started again, one after the other", begin: rollingRestart, length: time.Second},
	},
)

// networkFaults returns the faults of the network between the shop and one of its dependencies.
func networkFaults(name, what string) []fault {
	return []fault{
		{name: name + "-cut", description: what + " refuses connections, and those that were open end", begin: func(ctx context.Context, tb *testbed) error {
			return tb.proxies.enable(ctx, name, false)
		}},
		{name: name + "-slow", description: what + " answers a third of a second late", begin: addToxic(name, "latency", "downstream", map[string]any{"latency": 300, "jitter": 100})},
		{name: name + "-hang", description: "the way to " + what + " is half open: nothing comes back", begin: addToxic(name, "timeout", "downstream", map[string]any{"timeout": 0})},
		{name: name + "-torn", description: "connections to " + what + " are reset after 700 bytes of answers", begin: addToxic(name, "limit_data", "downstream", map[string]any{"bytes": 700})},
		{name: name + "-bytes", description: "answers of " + what + " come a few bytes at a time", begin: addToxic(name, "slicer", "downstream", map[string]any{"average_size": 40, "size_variation": 20, "delay": 2000})},
	}
}

// choose returns the chosen faults in the order of the seed.
func choose(o options) ([]fault, error) {
	list := slices.Clone(faults)
	if o.only != nil {
		list = slices.DeleteFunc(list, func(f fault) bool { return !slices.Contains(o.only, f.name) })
	}
	if len(list) < len(o.only) {
		return nil, fmt.Errorf("one of the faults %q does not exist", o.only)
	}
	random := rand.New(rand.NewPCG(o.seed, 3))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, nil
}

// faultRun is a fault with the time in which it was active.
type faultRun struct {
	fault
	from, to time.Time
	// refused is the error of begin: the fault could not be caused on this machine.
	refused error
}

// runFaults causes the faults one after another, and returns their times.
func (tb *testbed) runFaults(ctx context.Context, list []fault) ([]faultRun, error) {
	var out []faultRun
	pause := func(d time.Duration) bool {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(d):
			return true
		}
	}
	for _, f := range list {
		if !pause(pauseBetween) {
			break
		}
		logf("%s: %s", f.name, f.description)
		h := faultRun{fault: f, from: time.Now(), refused: f.begin(ctx, tb)}
		if h.refused == nil {
			pause(max(f.length, usualLength))
		}
		if err := tb.endFault(ctx, f); err != nil {
			return out, fmt.Errorf("end %s: %w", f.name, err)
		}
		h.to = time.Now()
		out = append(out, h)
	}
	return out, nil
}

// endFault ends a fault.
func (tb *testbed) endFault(ctx context.Context, f fault) error {
	if tb.proxies.url != "" {
		if err := tb.proxies.reset(ctx); err != nil {
			return err
		}
	}
	if f.end != nil {
		if err := f.end(ctx, tb); err != nil {
			return err
		}
	}
	// The sandbox stores its faults in the database, which may still be unreachable.
	var err error
	for range 60 {
		if err = tb.sandboxControl(ctx, "/reset", nil); err == nil {
			return nil
		}
		time.Sleep(500 * time.Millisecond)
	}
	return err
}
