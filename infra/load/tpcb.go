package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// tpcbDatabase is where the bare transactions run, beside the shop's database on the same server.
const tpcbDatabase = "bench_tpcb"

var tpcbRate = regexp.MustCompile(`tps = ([\d.]+)`)

// transactions returns how many of pgbench's default transactions the shop's database server does a second, and what was
// used: pgbench, or the same five statements when it is not installed.
func transactions(ctx context.Context, s *Shop, length time.Duration) (perSecond float64, how string, err error) {
	if err := emptyDatabase(ctx, s); err != nil {
		return 0, "", err
	}
	program, err := exec.LookPath("pgbench")
	if err != nil {
		perSecond, err = tpcb(ctx, s, length)
		return perSecond, "pgbench's five statements", err
	}
	dir, port, err := s.sockets()
	if err != nil {
		return 0, "", err
	}
	where := []string{"--host", dir, "--port", port, "--username", "roamcart"}
	fill := append([]string{"--initialize", "--quiet", "--scale", strconv.Itoa(buyers)}, where...)
	if _, err := output(ctx, program, append(fill, tpcbDatabase)...); err != nil {
		return 0, "", err
	}
	run := append([]string{"--client", strconv.Itoa(buyers), "--jobs", "2", "--time", strconv.Itoa(int(length.Seconds()))}, where...)
	said, err := output(ctx, program, append(run, tpcbDatabase)...)
	if err != nil {
		return 0, "", err
	}
	rate := tpcbRate.FindSubmatch(said)
	if rate == nil {
		return 0, "", fmt.Errorf("pgbench said something else than expected: %q", said)
	}
	perSecond, err = strconv.ParseFloat(string(rate[1]), 64)
	return perSecond, "pgbench", err
}

func emptyDatabase(ctx context.Context, s *Shop) error {
	conn, err := s.Connect(ctx, "postgres")
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, statement := range []string{`drop database if exists ` + tpcbDatabase, `create database ` + tpcbDatabase} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// tpcbTables are the tables of TPC-B with 100,000 accounts and ten tellers for each branch.
var tpcbTables = []string{
	`create table branches (bid int primary key, bbalance int) with (fillfactor = 100)`,
	`create table tellers (tid int primary key, bid int, tbalance int) with (fillfactor = 100)`,
	`create table accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100)`,
	`create table history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))`,
	fmt.Sprintf(`insert into branches select n, 0 from generate_series(1, %d) n`, buyers),
	fmt.Sprintf(`insert into tellers select n, (n - 1) / 10 + 1, 0 from generate_series(1, %d) n`, 10*buyers),
	fmt.Sprintf(`insert into accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, %d) n`, 100_000*buyers),
	`vacuum analyze`,
}

// tpcb does what pgbench does.
func tpcb(ctx context.Context, s *Shop, length time.Duration) (float64, error) {
	clients := make([]*pgx.Conn, buyers)
	for i := range clients {
		conn, err := s.Connect(ctx, tpcbDatabase)
		if err != nil {
			return 0, err
		}
		defer func() { _ = conn.Close(ctx) }()
		clients[i] = conn
	}
	for _, statement := range tpcbTables {
		if _, err := clients[0].Exec(ctx, statement); err != nil {
			return 0, err
		}
	}
	counts, faults := make([]int, buyers), make([]error, buyers)
	began, end := time.Now(), time.Now().Add(length)
	var all sync.WaitGroup
	for i, conn := range clients {
		all.Go(func() {
			for ; time.Now().Before(end) && faults[i] == nil; counts[i]++ {
				faults[i] = tpcbTransaction(ctx, conn)
			}
		})
	}
	all.Wait()
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return float64(sum) / time.Since(began).Seconds(), errors.Join(faults...)
}

func tpcbTransaction(ctx context.Context, conn *pgx.Conn) error {
	account, branch, teller, delta := rand.N(100_000*buyers)+1, rand.N(buyers)+1, rand.N(10*buyers)+1, rand.N(10_001)-5000
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		for _, statement := range []struct {
			sql  string
			args []any
		}{
			{`update accounts set abalance = abalance + $1 where aid = $2`, []any{delta, account}},
			{`select abalance from accounts where aid = $1`, []any{account}},
			{`update tellers set tbalance = tbalance + $1 where tid = $2`, []any{delta, teller}},
			{`update branches set bbalance = bbalance + $1 where bid = $2`, []any{delta, branch}},
			{`insert into history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)`, []any{teller, branch, account, delta}},
		} {
			if _, err := tx.Exec(ctx, statement.sql, statement.args...); err != nil {
				return err
			}
		}
		return nil
	})
}
