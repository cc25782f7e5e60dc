package changes

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Every is how often a feed reads the log.
const Every = 250 * time.Millisecond

// Kept is how long the log remembers. What was made from the data and is older than this must be made again.
const Kept = 48 * time.Hour

// Mark is a moment of the log; see the package's invariants. The zero Mark lies before every change.
type Mark int64

// Feed follows the log. It is safe for concurrent use.
type Feed struct {
	db       *sql.DB
	onChange func(tags []string)

	mu   sync.RWMutex
	mark Mark
	last map[string]Mark
	// seen are the changes of transactions at or behind the mark that have been passed on already.
	seen map[change]bool
}

type change struct {
	xid Mark
	tag string
}

// Open returns a feed that has read the log once. onChange is called with the tags of later changes, from Run's goroutine,
// before anybody can see a Mark behind them.
func Open(ctx context.Context, db *sql.DB, onChange func(tags []string)) (*Feed, error) {
	f := &Feed{db: db, onChange: onChange, last: map[string]Mark{}, seen: map[change]bool{}}
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

// Holds reports whether what was read at or after the mark, and shows the tagged things, is still what the data say.
func (f *Feed) Holds(at Mark, tags []string) bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for _, t := range tags {
		if last, ok := f.last[t]; ok && last >= at {
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
		err := f.read(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			slog.WarnContext(ctx, "changes not read; asked again until they are", "error", err)
		}
		failing = err != nil
	}
}

// Forget removes what is older than Kept from the log.
func (f *Feed) Forget(ctx context.Context, now time.Time) error {
	if _, err := f.db.ExecContext(ctx, `delete from change_log where at < $1`, now.Add(-Kept)); err != nil {
		return fmt.Errorf("forget old changes: %w", err)
	}
	return nil
}

// read passes on what is new. One statement reads the log and the snapshot it was read in.
func (f *Feed) read(ctx context.Context) error {
	from := f.Mark()
	next, found, err := f.query(ctx, from)
	if err != nil {
		return err
	}
	fresh := f.unseen(found)
	if len(fresh) > 0 && from > 0 && f.onChange != nil {
		f.onChange(fresh)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mark = next
	for c := range f.seen {
		if c.xid < next {
			delete(f.seen, c)
		}
	}
	return nil
}

func (f *Feed) query(ctx context.Context, from Mark) (next Mark, found []change, err error) {
	rows, err := f.db.QueryContext(ctx, `
		select pg_snapshot_xmin(pg_current_snapshot())::text::bigint, c.xid::text::bigint, c.tag
		from (select 1) one left join change_log c on c.xid >= $1::bigint::text::xid8`, int64(from))
	if err != nil {
		return 0, nil, fmt.Errorf("read changes: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var xid sql.NullInt64
		var tag sql.NullString
		if err := rows.Scan(&next, &xid, &tag); err != nil {
			return 0, nil, fmt.Errorf("read changes: %w", err)
		}
		if tag.Valid {
			found = append(found, change{xid: Mark(xid.Int64), tag: tag.String})
		}
	}
	return next, found, rows.Err()
}

// unseen books the changes and returns the tags of those that were not booked before.
func (f *Feed) unseen(found []change) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var fresh []string
	for _, c := range found {
		if f.seen[c] {
			continue
		}
		f.seen[c] = true
		f.last[c.tag] = max(f.last[c.tag], c.xid)
		fresh = append(fresh, c.tag)
	}
	return fresh
}
