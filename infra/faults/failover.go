package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// failOver lets shoppers buy and customers sign up while nodes of Postgres and Redis are killed and others take over. It reports whether
// no order and no login is lost.
func failOver(ctx context.Context, o options) (sound bool, err error) {
	say("seed %d: %d shoppers, %g a second; three Postgres under Patroni, three Redis under Sentinel", o.seed, o.orders, o.rate)
	w, goods, start, err := stocked(ctx, o, (*world).startReplicated)
	if err != nil {
		return false, err
	}
	defer w.close()
	var happened []happening
	var failed error
	over := make(chan struct{})
	go func() {
		defer close(over)
		happened, failed = w.happen(ctx, failovers)
	}()
	var members []*member
	signed := make(chan struct{})
	go func() {
		defer close(signed)
		members = w.signUp(ctx, over)
	}()
	visits := w.stream(ctx, o, goods, over)
	<-signed
	if <-over; failed != nil {
		return false, failed
	}
	settled, err := w.settle(ctx)
	if err != nil {
		return false, err
	}
	account, err := w.account(ctx, start, visits, happened)
	if err != nil {
		return false, err
	}
	forgotten, err := w.forgotten(ctx, members)
	if err != nil {
		return false, err
	}
	report(os.Stdout, o, visits, happened, account, settled)
	fmt.Printf("%6d of %d logins lost\n", len(forgotten), len(members))
	for _, text := range forgotten[:min(len(forgotten), shown)] {
		fmt.Printf("         %s\n", text)
	}
	sound = account.sound() && len(forgotten) == 0 && len(members) > 0
	if !sound {
		w.kept = true
		say("journal and logs stay in %s", w.dir)
	}
	return sound, nil
}

// startReplicated starts two front doors with a renderer each behind HAProxy, over a replicated Postgres and a replicated Redis.
func (w *world) startReplicated(ctx context.Context, _ options) error {
	if err := w.startPatroni(ctx); err != nil {
		return err
	}
	if err := w.startSentinels(ctx); err != nil {
		return err
	}
	// The sandbox, whose provider and carrier have their tables in the same database, has no pooler.
	w.settings["DATABASE_URL"], w.settings["REDIS_URL"] = w.cluster.direct, w.sentinels.address
	if err := w.startSandbox(ctx); err != nil {
		return err
	}
	w.settings["DATABASE_URL"], w.settings["DATABASE_DIRECT_URL"] = w.cluster.pooled, w.cluster.direct
	if err := w.openJournal(); err != nil {
		return err
	}
	var doors []string
	for n := range 2 {
		r, err := w.newReplica(ctx, n)
		if err != nil {
			return err
		}
		w.replicas = append(w.replicas, r)
		w.closers = append(w.closers, r.stop)
		doors = append(doors, strings.TrimPrefix(r.url, "http://"))
		if err := r.start(ctx); err != nil {
			return err
		}
	}
	_, port, err := net.SplitHostPort(strings.TrimPrefix(w.URL, "http://"))
	if err != nil {
		return err
	}
	if w.haproxy, err = w.startHAProxy(ctx, port, doors); err != nil {
		return err
	}
	return wait(ctx, startTime, "both front doors are balanced", func() bool { return w.haproxy.up()["front_doors"] == 2 })
}

// failovers are in the order in which they happen. Each ends when the servers are as many as before.
var failovers = []fault{
	{name: "primary-kill", what: "the primary and its Patroni are killed (kill -9); a standby takes over", begin: killPrimary, end: allFollow},
	{name: "redis-master-kill", what: "the master of Redis is killed; Sentinel makes a replica the master", begin: killMaster, end: redisFollows},
	{name: "standby-kill", what: "the standby is killed that has every commit; the other one becomes that", begin: killStandby, end: allFollow},
	{name: "switchover", what: "the primary is handed over in order", begin: switchOver, end: allFollow},
	{name: "primary-kill-again", what: "the next primary is killed", begin: killPrimary, end: allFollow},
}

// takeOver bounds how long a standby may take.
const takeOver = time.Minute

func killPrimary(ctx context.Context, w *world) error {
	old := w.cluster.primary()
	if old == nil {
		return errors.New("there is no primary")
	}
	return w.replaced(ctx, old, old.kill)
}

func switchOver(ctx context.Context, w *world) error {
	old := w.cluster.primary()
	if old == nil {
		return errors.New("there is no primary")
	}
	return w.replaced(ctx, old, func() error { return w.cluster.switchOver(ctx) })
}

// replaced waits until another node than old is the primary and takes statements.
func (w *world) replaced(ctx context.Context, old *node, by func() error) error {
	began := time.Now()
	if err := by(); err != nil {
		return err
	}
	err := wait(ctx, takeOver, "another node is the primary", func() bool {
		now := w.cluster.primary()
		if now == nil || now == old {
			return false
		}
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		var reads bool
		err := w.db.QueryRow(ctx, `select pg_is_in_recovery()`).Scan(&reads)
		return err == nil && !reads
	})
	if err == nil {
		say("%s has taken over from %s after %s", w.cluster.primary().name, old.name, seconds(time.Since(began)))
	}
	return err
}

func killStandby(_ context.Context, w *world) error {
	standby := w.cluster.first("/synchronous")
	if standby == nil {
		return errors.New("there is no synchronous standby")
	}
	return standby.kill()
}

// allFollow starts what was killed, and waits until there are a primary, a standby that has all commits, and another.
func allFollow(ctx context.Context, w *world) (err error) {
	for _, n := range w.cluster.nodes {
		if !running(n.patroni) {
			if n.patroni, err = n.start(); err != nil {
				return err
			}
		}
	}
	return wait(ctx, startTime, "all three Postgres run, and one has all commits", func() bool {
		following := 0
		for _, n := range w.cluster.nodes {
			if n.is("/replica") {
				following++
			}
		}
		return w.cluster.primary() != nil && w.cluster.synchronous() && following == 2
	})
}

func killMaster(ctx context.Context, w *world) error {
	began := time.Now()
	old, err := w.sentinels.kill(ctx)
	if err != nil {
		return err
	}
	err = wait(ctx, takeOver, "another Redis is the master", func() bool {
		now, err := w.sentinels.master(ctx)
		return err == nil && now != old
	})
	if err == nil {
		say("Sentinel names another master after %s", seconds(time.Since(began)))
	}
	return err
}

// redisFollows starts the server that was killed as a replica of the present master.
func redisFollows(ctx context.Context, w *world) error {
	master, err := w.sentinels.master(ctx)
	if err != nil {
		return err
	}
	for port, p := range w.sentinels.servers {
		if !running(p) {
			if w.sentinels.servers[port], err = w.sentinels.start(port, master); err != nil {
				return err
			}
		}
	}
	return wait(ctx, startTime, "two replicas follow the master of Redis", func() bool { return w.sentinels.complete(ctx) })
}
