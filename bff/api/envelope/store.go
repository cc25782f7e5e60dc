package envelope

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

// PostgresStore holds keys in the table gw_key, encrypted at rest, so that a copy of the database opens no envelope.
type PostgresStore struct {
	db  *sql.DB
	box *secret.Box
}

// NewPostgresStore returns a store in db whose rows are encrypted by box.
func NewPostgresStore(db *sql.DB, box *secret.Box) *PostgresStore {
	return &PostgresStore{db: db, box: box}
}

// Newest returns the two newest keys.
func (s *PostgresStore) Newest(ctx context.Context) ([]Key, error) {
	rows, err := s.db.QueryContext(ctx,
		`select kid, pem, created_at, retired_at from gw_key order by created_at desc, kid limit $1`, liveKeys)
	if err != nil {
		return nil, fmt.Errorf("gw_key: %w", err)
	}
	defer rows.Close()
	var keys []Key
	for rows.Next() {
		var (
			kid     string
			sealed  []byte
			created time.Time
			retired sql.NullTime
		)
		if err := rows.Scan(&kid, &sealed, &created, &retired); err != nil {
			return nil, fmt.Errorf("gw_key: %w", err)
		}
		text, err := s.box.Open(purpose(kid), sealed)
		if err != nil {
			return nil, fmt.Errorf("gw_key: key %s does not decrypt; was APP_SECRET changed? %w", kid, err)
		}
		k, err := parseKey(text, created.UTC())
		if err != nil {
			return nil, err
		}
		if k.KID != kid {
			return nil, fmt.Errorf("gw_key: the key of row %s is another one", kid)
		}
		if retired.Valid {
			k.RetiredAt = retired.Time.UTC()
		}
		keys = append(keys, k)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("gw_key: %w", err)
	}
	return keys, nil
}

// Append inserts k in a transaction that no other Append overlaps.
func (s *PostgresStore) Append(ctx context.Context, k Key, after string) (added bool, err error) {
	text, err := k.pem()
	if err != nil {
		return false, err
	}
	sealed, err := s.box.Seal(purpose(k.KID), text)
	if err != nil {
		return false, err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("gw_key: %w", err)
	}
	defer func() {
		if !added || err != nil {
			_ = tx.Rollback()
		}
	}()
	if _, err := tx.ExecContext(ctx, `lock table gw_key in share row exclusive mode`); err != nil {
		return false, fmt.Errorf("gw_key: %w", err)
	}
	var newest string
	err = tx.QueryRowContext(ctx, `select kid from gw_key order by created_at desc, kid limit 1`).Scan(&newest)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, fmt.Errorf("gw_key: %w", err)
	}
	if newest != after {
		return false, nil
	}
	if _, err := tx.ExecContext(ctx, `update gw_key set retired_at = $1 where retired_at is null`, k.CreatedAt); err != nil {
		return false, fmt.Errorf("gw_key: %w", err)
	}
	if _, err := tx.ExecContext(ctx, `insert into gw_key (kid, pem, bits, created_at) values ($1, $2, $3, $4)`,
		k.KID, sealed, k.Private.N.BitLen(), k.CreatedAt); err != nil {
		return false, fmt.Errorf("gw_key: %w", err)
	}
	if _, err := tx.ExecContext(ctx, `delete from gw_key where kid not in
		(select kid from gw_key order by created_at desc, kid limit $1)`, liveKeys); err != nil {
		return false, fmt.Errorf("gw_key: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return false, fmt.Errorf("gw_key: %w", err)
	}
	return true, nil
}

// purpose ties the encrypted key to its row.
func purpose(kid string) string { return "gw_key:" + kid }
