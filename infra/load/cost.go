package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/infra/process"
)

// What something costs, in the order of the table. Processor time is in milliseconds.
const (
	shopTime = iota
	rendererTime
	postgresTime
	redisTime
	sandboxTime
	benchTime
	statementCount
	queueStatementCount
	commitCount
	walBytes
	walPages
	costs
)

var costLines = [costs]struct{ what, unit string }{
	shopTime:            {"processor time of the shop", "ms"},
	rendererTime:        {"processor time of the renderer", "ms"},
	postgresTime:        {"processor time of Postgres, without the sandbox's sessions", "ms"},
	redisTime:           {"processor time of Redis", "ms"},
	sandboxTime:         {"processor time of the sandbox, with its sessions in Postgres", "ms"},
	benchTime:           {"processor time of the load generator", "ms"},
	statementCount:      {"statements of the shop", ""},
	queueStatementCount: {"of these, the job queue's", ""},
	commitCount:         {"commits of the shop, those of single reads included", ""},
	walBytes:            {"WAL, the sandbox's included", "bytes"},
	walPages:            {"of this, pages that are written whole as the first change after a checkpoint", "pages"},
}

// cost is how much of everything was used.
type cost [costs]float64

// usage is a reading of the resources that a shop has used since it started.
type usage struct {
	used cost
	at   time.Time
}

// costPerOrder returns what one of several orders costs that were placed between two readings, less what the shop does in that time
// without visitors, known from two readings of an idle shop.
func costPerOrder(idle, busy [2]usage, orders int) cost {
	var out cost
	times := busy[1].at.Sub(busy[0].at).Seconds() / idle[1].at.Sub(idle[0].at).Seconds()
	for i := range out {
		without := (idle[1].used[i] - idle[0].used[i]) * times
		out[i] = max(busy[1].used[i]-busy[0].used[i]-without, 0) / float64(orders)
	}
	return out
}

// flushTime is longer than a session of the database that has nothing to do keeps its counters to itself.
const flushTime = 10500 * time.Millisecond

// readUsage reads the usage after some time, at least flushTime, so that all counters are up to date.
func (s *Shop) readUsage(ctx context.Context, after time.Duration) (usage, error) {
	select {
	case <-ctx.Done():
		return usage{}, context.Cause(ctx)
	case <-time.After(after):
	}
	conn, err := s.Connect(ctx, ownDatabase)
	if err != nil {
		return usage{}, fmt.Errorf("read what was used: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	m := usage{at: time.Now()}
	if err := errors.Join(s.readProcesses(ctx, conn, &m.used), s.readDatabase(ctx, conn, &m.used)); err != nil {
		return usage{}, fmt.Errorf("read what was used: %w", err)
	}
	return m, nil
}

func (s *Shop) readProcesses(ctx context.Context, conn *pgx.Conn, c *cost) error {
	for _, part := range []struct {
		cost, pid int
		read      func(pid int) (time.Duration, error)
	}{
		{shopTime, s.FrontDoor(), process.CPUTime},
		{rendererTime, s.Renderer(), process.CPUTimeOfAll},
		{postgresTime, s.Postgres(), process.CPUTimeOfAll},
		{redisTime, s.Redis(), process.CPUTimeOfAll},
		{sandboxTime, s.Sandbox(), process.CPUTime},
		{benchTime, os.Getpid(), process.CPUTime},
	} {
		if part.cost == redisTime && part.pid == 0 {
			continue // the sandbox's own, in memory
		}
		used, err := part.read(part.pid)
		if err != nil {
			return err
		}
		c[part.cost] = inMilliseconds(used)
	}
	sessions, err := sessionsTime(ctx, conn, sandboxDatabase)
	c[postgresTime] -= inMilliseconds(sessions)
	c[sandboxTime] += inMilliseconds(sessions)
	return err
}

// sessionsTime returns the processor time that the sessions in a database have used.
func sessionsTime(ctx context.Context, conn *pgx.Conn, database string) (time.Duration, error) {
	rows, err := conn.Query(ctx, `select pid from pg_stat_activity where datname = $1`, database)
	if err != nil {
		return 0, err
	}
	sessions, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		return 0, err
	}
	sum := time.Duration(0)
	for _, pid := range sessions {
		used, err := process.CPUTime(pid)
		if err != nil {
			return 0, err
		}
		sum += used
	}
	return sum, nil
}

func (s *Shop) readDatabase(ctx context.Context, conn *pgx.Conn, c *cost) error {
	err := conn.QueryRow(ctx, `
		select xact_commit, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8, (select wal_fpi::float8 from pg_stat_wal)
		from pg_stat_database where datname = $1`, shopDatabase).Scan(&c[commitCount], &c[walBytes], &c[walPages])
	if err != nil || !s.CountsStatements {
		return err
	}
	// The server keeps no comments in front of statements, by which the job queue names its own: they are known by its tables.
	return conn.QueryRow(ctx, `
		select coalesce(sum(calls), 0)::float8, coalesce(sum(calls) filter (where query like '%river\_%' or query like '%pg_notify%'), 0)::float8
		from pg_stat_statements
		where dbid = (select oid from pg_database where datname = $1) and query not like '%' || $2 || '%'`,
		shopDatabase, benchMark).Scan(&c[statementCount], &c[queueStatementCount])
}

// benchMark is a comment in statements that the bench sends to the shop's database, so that they are not counted.
const benchMark = "/* bench */"

// figures are the lines of the table.
func (c cost) figures(s *Shop) []Figure {
	var out []Figure
	for i, line := range costLines {
		counted := i != statementCount && i != queueStatementCount || s.CountsStatements
		if counted && (i != redisTime || s.Redis() != 0) {
			out = append(out, figure("an order: "+line.what, c[i], line.unit))
		}
	}
	if !s.CountsStatements {
		out = append(out, Figure{What: "an order: statements of the shop", Text: "not measured: the server has no pg_stat_statements"})
	}
	return out
}
