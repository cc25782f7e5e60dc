package envelope

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// SeenFor is how long an opened envelope is remembered. A stamp can lie Window ahead, so it can be valid for twice the
// Window; the rest is for replicas whose clocks differ.
const SeenFor = 4 * Window

// Seen remembers which wrapped keys have been opened.
type Seen interface {
	// Remember reports whether hash was new, and keeps it. Of callers at the same time, one receives true.
	Remember(ctx context.Context, hash [sha256.Size]byte, at time.Time) (fresh bool, err error)
}

// PostgresSeen remembers in the table envelope_seen, so that replicas and restarts know too.
type PostgresSeen struct{ db *sql.DB }

// NewPostgresSeen returns the memory in db.
func NewPostgresSeen(db *sql.DB) *PostgresSeen { return &PostgresSeen{db: db} }

// Remember inserts hash unless it is there. It commits by itself: an envelope is used up even if its call fails.
func (s *PostgresSeen) Remember(ctx context.Context, hash [sha256.Size]byte, at time.Time) (bool, error) {
	res, err := s.db.ExecContext(ctx,
		`insert into envelope_seen (hash, seen_at) values ($1, $2) on conflict do nothing`, hash[:], at)
	if err != nil {
		return false, fmt.Errorf("envelope_seen: %w", err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return false, fmt.Errorf("envelope_seen: %w", err)
	}
	return n == 1, nil
}

// Purge deletes what was opened longer than SeenFor before now, and returns how many rows that were.
func (s *PostgresSeen) Purge(ctx context.Context, now time.Time) (int64, error) {
	return pg.DeleteOld(ctx, s.db, "envelope_seen", "hash", `seen_at < $1`, now.Add(-SeenFor))
}
