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
	logf("seed %d: %d shoppers, %g a second; three Postgres under Patroni, three Redis under Sentinel", o.seed, o.orders, o.rate)
	tb, goods, start, err := openWithStock(ctx, o, (*testbed).startReplicated)
	if err != nil {
		return false, err
	}
	defer tb.close()
	var happened []faultRun
	var failed error
	over := make(chan struct{})
	go func() {
		defer close(over)
		happened, failed = tb.runFaults(ctx, failovers)
	}()
	var members []*member
	signed := make(chan struct{})
	go func() {
		defer close(signed)
		members = tb.runSignUps(ctx, over)
	}()
	visits := tb.runVisits(ctx, o, goods, over)
	<-signed
	if <-over; failed != nil {
		return false, failed
	}
	settled, err := tb.settle(ctx)
	if err != nil {
		return false, err
	}
	audited, err := tb.audit(ctx, start, visits, happened)
	if err != nil {
		return false, err
	}
	forgotten, err := tb.loggedOut(ctx, members)
	if err != nil {
		return false, err
	}
	report(os.Stdout, o, visits, happened, audited, settled)
	fmt.Printf("%6d of %d logins lost\n", len(forgotten), len(members))
	for _, text := range forgotten[:min(len(forgotten), shown)] {
		fmt.Printf("         %s\n", text)
	}
	sound = audited.passed() && len(forgotten) == 0 && len(members) > 0
	if !sound {
		tb.keepFiles = true
		logf("journal and logs stay in %s", tb.dir)
	}
	return sound, nil
}

// startReplicated starts two front doors with a renderer each behind HAProxy, over a replicated Postgres and a replicated Redis.
func (tb *testbed) startReplicated(ctx context.Context, _ options) error {
	if err := tb.startPatroni(ctx); err != nil {
		return err
	}
	if err := tb.startSentinels(ctx); err != nil {
		return err
	}
	// The sandbox, whose provider and carrier have their tables in the same database, has no pooler.
	tb.settings["DATABASE_URL"], tb.settings["REDIS_URL"] = tb.cluster.direct, tb.sentinels.address
	if err := tb.startSandbox(ctx); err != nil {
		return err
	}
	tb.settings["DATABASE_URL"], tb.settings["DATABASE_DIRECT_URL"] = tb.cluster.pooled, tb.cluster.direct
	if err := tb.openJournal(); err != nil {
		return err
	}
	var doors []string
	for n := range 2 {
		r, err := tb.newReplica(ctx, n)
		if err != nil {
			return err
		}
		tb.replicas = append(tb.replicas, r)
		tb.closers = append(tb.closers, r.stop)
		doors = append(doors, strings.TrimPrefix(r.url, "http://"))
		if err := r.start(ctx); err != nil {
			return err
		}
	}
	_, port, err := net.SplitHostPort(strings.TrimPrefix(tb.URL, "http://"))
	if err != nil {
		return err
	}
	if tb.haproxy, err = tb.startHAProxy(ctx, port, doors); err != nil {
		return err
	}
	return wait(ctx, startTime, "both front doors are balanced", func() bool { return tb.haproxy.up()["front_doors"] == 2 })
}

// failovers are the faults of a failover run, in their order. Each ends when all servers are back.
var failovers = []fault{
	{name: "primary-kill", description: "the primary and its Patroni are killed (kill -9); a standby takes over", begin: killPrimary, end: allFollow},
	{name: "redis-master-kill", description: "the master of Redis is killed; Sentinel makes a replica the master", begin: killMaster, end: redisFollows},
	{name: "standby-kill", description: "the standby is killed that has every commit; the other one becomes that", begin: killStandby, end: allFollow},
	{name: "switchover", description: "the primary is handed over in order", begin: switchOver, end: allFollow},
	{name: "primary-kill-again", description: "the next primary is killed", begin: killPrimary, end: allFollow},
}

// takeOver bounds how long a standby may take.
const takeOver = time.Minute

func killPrimary(ctx context.Context, tb *testbed) error {
	old := tb.cluster.primary()
	if old == nil {
		return errors.New("there is no primary")
	}
	return tb.replaced(ctx, old, old.kill)
}

func switchOver(ctx context.Context, tb *testbed) error {
	old := tb.cluster.primary()
	if old == nil {
		return errors.New("there is no primary")
	}
	return tb.replaced(ctx, old, func() error { return tb.cluster.switchOver(ctx) })
}

// replaced runs by, and waits until another node than old is the primary and accepts statements.
func (tb *testbed) replaced(ctx context.Context, old *node, by func() error) error {
	began := time.Now()
	if err := by(); err != nil {
		return err
	}
	err := wait(ctx, takeOver, "another node is the primary", func() bool {
		now := tb.cluster.primary()
		if now == nil || now == old {
			return false
		}
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		var reads bool
		err := tb.db.QueryRow(ctx, `select pg_is_in_recovery()`).Scan(&reads)
		return err == nil && !reads
	})
	if err == nil {
		logf("%s has taken over from %s after %s", tb.cluster.primary().name, old.name, seconds(time.Since(began)))
	}
	return err
}

func killStandby(_ context.Context, tb *testbed) error {
	standby := tb.cluster.first("/synchronous")
	if standby == nil {
		return errors.New("there is no synchronous standby")
	}
	return standby.kill()
}

// allFollow starts the killed nodes, and waits for a primary, a synchronous standby and a second standby.
func allFollow(ctx context.Context, tb *testbed) (err error) {
	for _, n := range tb.cluster.nodes {
		if !running(n.patroni) {
			if n.patroni, err = n.start(); err != nil {
				return err
			}
		}
	}
	return wait(ctx, startTime, "all three Postgres run, and one has all commits", func() bool {
		following := 0
		for _, n := range tb.cluster.nodes {
			if n.is("/replica") {
				following++
			}
		}
		return tb.cluster.primary() != nil && tb.cluster.synchronous() && following == 2
	})
}

func killMaster(ctx context.Context, tb *testbed) error {
	began := time.Now()
	old, err := tb.sentinels.kill(ctx)
	if err != nil {
		return err
	}
	err = wait(ctx, takeOver, "another Redis is the master", func() bool {
		now, err := tb.sentinels.master(ctx)
		return err == nil && now != old
	})
	if err == nil {
		logf("Sentinel names another master after %s", seconds(time.Since(began)))
	}
	return err
}

// redisFollows starts the server that was killed as a replica of the present master.
func redisFollows(ctx context.Context, tb *testbed) error {
	master, err := tb.sentinels.master(ctx)
	if err != nil {
		return err
	}
	for port, p := range tb.sentinels.servers {
		if !running(p) {
			if tb.sentinels.servers[port], err = tb.sentinels.start(port, master); err != nil {
				return err
			}
		}
	}
	return wait(ctx, startTime, "two replicas follow the master of Redis", func() bool { return tb.sentinels.complete(ctx) })
}
