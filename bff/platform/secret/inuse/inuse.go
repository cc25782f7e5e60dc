// Package inuse remembers since when each secret of the settings is in use, so that nobody forgets to exchange one.
//
// Invariants:
//   - Neither a secret nor anything from which it can be found is kept: four bytes of an HMAC whose key it is. They distinguish two
//     secrets of one name, and fit one in four billion others.
//   - A secret that is noted again keeps the moment at which it was first noted.
package inuse

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"time"
)

const (
	// printSize is how many bytes are kept of a hash.
	printSize = 4
	// Kept is how long a secret that nobody uses any more is remembered.
	Kept = 400 * 24 * time.Hour
)

// Secret is one of the settings. A setting that is a list has several of one name, the one in use first.
type Secret struct{ Name, Value string }

func (s Secret) print() []byte {
	mac := hmac.New(sha256.New, []byte(s.Value))
	mac.Write([]byte("roamcart secret in use " + s.Name))
	return mac.Sum(nil)[:printSize]
}

// Age is since when a secret is in use; Since is zero where no shop has started with it.
type Age struct {
	Name  string
	Since time.Time
}

// Note notes that a shop uses the secrets at now, and deletes those that none has used for as long as Kept.
func Note(ctx context.Context, db *sql.DB, now time.Time, secrets []Secret) error {
	for _, s := range secrets {
		_, err := db.ExecContext(ctx, `insert into secret_in_use (name, print, first_used, last_used) values ($1, $2, $3, $3)
			on conflict (name, print) do update set last_used = greatest(secret_in_use.last_used, excluded.last_used)`, s.Name, s.print(), now)
		if err != nil {
			return fmt.Errorf("note that %s is in use: %w", s.Name, err)
		}
	}
	if _, err := db.ExecContext(ctx, `delete from secret_in_use where last_used < $1`, now.Add(-Kept)); err != nil {
		return fmt.Errorf("delete secrets that are not in use: %w", err)
	}
	return nil
}

// Ages returns since when the secrets are in use, in their order.
func Ages(ctx context.Context, db *sql.DB, secrets []Secret) ([]Age, error) {
	out := make([]Age, len(secrets))
	for i, s := range secrets {
		var since sql.NullTime
		err := db.QueryRowContext(ctx, `select max(first_used) from secret_in_use where name = $1 and print = $2`, s.Name, s.print()).Scan(&since)
		if err != nil {
			return nil, fmt.Errorf("read since when %s is in use: %w", s.Name, err)
		}
		out[i] = Age{Name: s.Name, Since: since.Time}
	}
	return out, nil
}
