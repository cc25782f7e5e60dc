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
	// what says it for the table.
	what string
	// begin starts it. Its end is that all proxies are open, the provider behaves, and end was called.
	begin func(ctx context.Context, w *world) error
	end   func(ctx context.Context, w *world) error
	// length is how long it lasts, usual when it is 0.
	length time.Duration
}

// usual is how long a fault lasts, calm how long nothing happens after each.
const (
	usual = 5 * time.Second
	calm  = 5 * time.Second
)

// faults are all that are tried.
var faults = slices.Concat(
	partFaults("postgres", "Postgres"), partFaults("redis", "Redis"), partFaults("provider", "the provider"),
	partFaults("carrier", "the carrier"), partFaults("mail", "the mail server"),
	[]fault{
		{name: "postgres-kill", what: "Postgres is killed (kill -9) and recovers", begin: killChild("postgres")},
		{name: "redis-kill", what: "Redis is killed and reads its file", begin: killChild("redis-server", "redis-check-rdb")},
		{name: "disk-full", what: "the disk of Postgres and Redis is full", begin: fillDisk, end: emptyDisk},
		{name: "provider-lost", what: "the provider does what it is asked, and its answers are lost", begin: misbehave(map[string]any{"outage": "lost_response"})},
		{name: "provider-500", what: "the provider answers 500, and keeps that for the key", begin: misbehave(map[string]any{"outage": "500"})},
		{name: "webhooks-wild", what: "events come four times, late and in any order", begin: misbehave(map[string]any{
			"webhookDuplicate": 3, "webhookOrder": "shuffle", "webhookDelayMs": 1500})},
		{name: "webhooks-held", what: "no event comes", begin: misbehave(map[string]any{"webhookHold": true})},
		{name: "provider-hour", what: "an hour without the provider, compressed", begin: hourWithoutProvider, length: 15 * time.Second},
		{name: "clock-forward", what: "the clock jumps two hours forward", begin: jump("2 hours")},
		{name: "clock-back", what: "the clock jumps half an hour back", begin: jump("-30 minutes")},
		{name: "renderer-kill", what: "both renderers are killed; they are started again after 5 s", begin: signalRenderers(kill), end: restart},
		{name: "renderer-freeze", what: "both renderers are frozen", begin: signalRenderers(freeze), end: thaw},
		{name: "shop-kill", what: "a front door is killed while it works; it is started again after 5 s", begin: signalShop(kill), end: restart},
		{name: "shop-freeze", what: "a front door is frozen, connections and locks in hand", begin: signalShop(freeze), end: thaw},
		{name: "shop-rolling", what: "both front doors are stopped in order and started again, one after the other", begin: rollingRestart, length: time.Second},
	},
)

// partFaults are what happens on the way between the shop and a part of it.
func partFaults(name, what string) []fault {
	return []fault{
		{name: name + "-cut", what: what + " refuses connections, and those that were open end", begin: func(ctx context.Context, w *world) error {
			return w.proxies.enable(ctx, name, false)
		}},
		{name: name + "-slow", what: what + " answers a third of a second late", begin: poison(name, "latency", "downstream", map[string]any{"latency": 300, "jitter": 100})},
		{name: name + "-hang", what: "the way to " + what + " is half open: nothing comes back", begin: poison(name, "timeout", "downstream", map[string]any{"timeout": 0})},
		{name: name + "-torn", what: "connections to " + what + " are reset after 700 bytes of answers", begin: poison(name, "limit_data", "downstream", map[string]any{"bytes": 700})},
		{name: name + "-bytes", what: "answers of " + what + " come a few bytes at a time", begin: poison(name, "slicer", "downstream", map[string]any{"average_size": 40, "size_variation": 20, "delay": 2000})},
	}
}

// choose returns the faults in the order in which the seed plays them.
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

// happening is a fault that happened.
type happening struct {
	fault
	from, to time.Time
	// refused says why it could not be tried here.
	refused error
}

// happen lets the faults happen one after another, and returns those that did.
func (w *world) happen(ctx context.Context, list []fault) ([]happening, error) {
	var out []happening
	pause := func(d time.Duration) bool {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(d):
			return true
		}
	}
	for _, f := range list {
		if !pause(calm) {
			break
		}
		say("%s: %s", f.name, f.what)
		h := happening{fault: f, from: time.Now(), refused: f.begin(ctx, w)}
		if h.refused == nil {
			pause(max(f.length, usual))
		}
		if err := w.heal(ctx, f); err != nil {
			return out, fmt.Errorf("end %s: %w", f.name, err)
		}
		h.to = time.Now()
		out = append(out, h)
	}
	return out, nil
}

// heal ends a fault.
func (w *world) heal(ctx context.Context, f fault) error {
	if w.proxies.url != "" {
		if err := w.proxies.heal(ctx); err != nil {
			return err
		}
	}
	if f.end != nil {
		if err := f.end(ctx, w); err != nil {
			return err
		}
	}
	// The sandbox keeps how it misbehaves in the database, which may have been away.
	var err error
	for range 60 {
		if err = w.control(ctx, "/reset", nil); err == nil {
			return nil
		}
		time.Sleep(500 * time.Millisecond)
	}
	return err
}
