package changes

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Every is how often a feed reads the log.
const Every = 250 * time.Millisecond

// patience bounds one reading.
const patience = 5 * time.Second

// Kept is how long the log remembers. What was made from the data and is older than this must be made again.
const Kept = 48 * time.Hour

// Feed follows the log. It is safe for concurrent use.
type Feed struct {
	db       *sql.DB
	log      *slog.Logger
	onChange func(ctx context.Context, tags []string) error

	mu   sync.RWMutex
	mark Mark
	last map[string]last
	// seen are the changes of transactions at or behind the mark's Xmin that have been passed on already.
	seen map[change]bool
}

type change struct {
	xid int64
	tag string
}

// last is the newest change of a tag: its transaction, and the reading that brought it.
type last struct{ xid, seq int64 }

// Open returns a feed that has read the log once. onChange is called with the tags of later changes, from Run's goroutine,
// before anybody can see a Mark behind them; its context ends with the patience of the reading that brought them. When it fails
// it is called with the same tags again, at the next reading. log notes when the log of changes cannot be read or passed on.
func Open(ctx context.Context, db *sql.DB, log *slog.Logger, onChange func(ctx context.Context, tags []string) error) (*Feed, error) {
	f := &Feed{db: db, log: log, onChange: onChange, mark: Mark{Feed: rand.Text()}, last: map[string]last{}, seen: map[change]bool{}}
	// A restored dump carries numbers of another cluster, which would be ahead of this one's for years.
	if _, err := db.ExecContext(ctx, `delete from change_log where xid >= pg_snapshot_xmax(pg_current_snapshot())`); err != nil {
		return nil, fmt.Errorf("open change feed: %w", err)
	}
	return f, f.read(ctx)
}

// Mark returns how far the log has been read.
func (f *Feed) Mark() Mark {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.mark
}

// IsCurrent reports whether what was read at or after the mark, and shows the tagged things, is still what the data say.
func (f *Feed) IsCurrent(at Mark, tags []string) bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for _, t := range tags {
		switch l, ok := f.last[t]; {
		case !ok:
		case at.Feed == f.mark.Feed && l.seq > at.Seq, at.Feed != f.mark.Feed && l.xid >= at.Xmin:
			return false
		}
	}
	return true
}

// Run follows the log until ctx ends. It returns when it has stopped.
func (f *Feed) Run(ctx context.Context) {
	tick := time.NewTicker(Every)
	defer tick.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := f.readInTime(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			f.log.WarnContext(ctx, "reading the change log failed; retrying", "error", err)
		}
		failing = err != nil
	}
}

// readInTime does not wait for a database that has gone without a word.
func (f *Feed) readInTime(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return f.read(ctx)
}

// Purge removes what is older than Kept from the log.
func (f *Feed) Purge(ctx context.Context, now time.Time) error {
	_, err := pg.DeleteOld(ctx, f.db, "change_log", "xid, tag", `at < $1`, now.Add(-Kept))
	return err
}

// read passes on what is new. One statement reads the log and the snapshot it was read in.
func (f *Feed) read(ctx context.Context) error {
	from := f.Mark()
	xmin, found, err := f.query(ctx, from.Xmin)
	if err != nil {
		return err
	}
	next := Mark{Feed: from.Feed, Seq: from.Seq + 1, Xmin: xmin}
	fresh := f.unseen(found, next.Seq)
	if len(fresh) > 0 && from.Seq > 0 {
		if err := f.onChange(ctx, tagsOf(fresh)); err != nil {
			f.forgetDelivered(fresh)
			return fmt.Errorf("pass changes on: %w", err)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mark = next
	for c := range f.seen {
		if c.xid < xmin {
			delete(f.seen, c)
		}
	}
	return nil
}

func (f *Feed) query(ctx context.Context, from int64) (xmin int64, found []change, err error) {
	rows, err := f.db.QueryContext(ctx, `
		select pg_snapshot_xmin(pg_current_snapshot())::text::bigint, c.xid::text::bigint, c.tag
		from (select 1) one left join change_log c on c.xid >= $1::bigint::text::xid8`, from)
	if err != nil {
		return 0, nil, fmt.Errorf("read changes: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var xid sql.NullInt64
		var tag sql.NullString
		if err := rows.Scan(&xmin, &xid, &tag); err != nil {
			return 0, nil, fmt.Errorf("read changes: %w", err)
		}
		if tag.Valid {
			found = append(found, change{xid: xid.Int64, tag: tag.String})
		}
	}
	return xmin, found, rows.Err()
}

// unseen records the changes for a reading and returns those that were not recorded before.
func (f *Feed) unseen(found []change, seq int64) []change {
	f.mu.Lock()
	defer f.mu.Unlock()
	var fresh []change
	for _, c := range found {
		if f.seen[c] {
			continue
		}
		f.seen[c] = true
		f.last[c.tag] = last{xid: max(f.last[c.tag].xid, c.xid), seq: seq}
		fresh = append(fresh, c)
	}
	return fresh
}

// forgetDelivered lets the next reading pass changes on again. What was made before them stays old.
func (f *Feed) forgetDelivered(list []change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range list {
		delete(f.seen, c)
	}
}

func tagsOf(list []change) []string {
	tags := make([]string, len(list))
	for i, c := range list {
		tags[i] = c.tag
	}
	return tags
}
