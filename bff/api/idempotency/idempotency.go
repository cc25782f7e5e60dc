package idempotency

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const (
	// beyond is what a lease has beyond the longest call: for keeping the answer (pg.Detached), and for clocks of replicas that
	// differ.
	beyond = 10 * time.Second
	// KeepFor is how long a key is remembered.
	KeepFor = 48 * time.Hour

	maxKey     = 255
	tokenBytes = 16

	lockNotAvailable = "55P03"
)

// ErrLeaseLost is returned by Finish and Abandon when another runner has taken over, or has finished, since Begin.
var ErrLeaseLost = errors.New("idempotency: the lease was lost")

// Scope says whose key it is and for what.
type Scope struct {
	TenantID int64
	// Owner is the user or the browser, for example "user:7" or "visitor:9f...".
	Owner string
	// Scope is the call, for example "orderEncryptSubmit".
	Scope string
	// Key is what the caller sent, see ValidKey.
	Key string
	// RequestHash is what Hash made of the request.
	RequestHash []byte
}

// Kind says what to do about a call.
type Kind int

const (
	// Fresh: do the work, then Finish or Abandon.
	Fresh Kind = iota + 1
	// Replay: give the kept answer.
	Replay
	// Mismatch: refuse; the key was used for another request.
	Mismatch
	// Running: refuse for now; the first call is not done.
	Running
)

// Outcome is what Begin found.
type Outcome struct {
	Kind Kind
	// Run is set when Kind is Fresh.
	Run Run
	// Status and Body are the kept answer when Kind is Replay.
	Status int
	Body   []byte
}

// Run is the right to finish what was begun.
type Run struct {
	scope Scope
	token []byte
}

// Runner runs the statements: a pool, or the transaction that does the work.
type Runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Store keeps keys in the table idempotency_key.
type Store struct {
	db    Runner
	clock clock.Clock
	lease time.Duration
}

// NewStore returns a store that works on db unless a method is given another connection; longest is how long a call can run.
func NewStore(db Runner, clk clock.Clock, longest time.Duration) *Store {
	return &Store{db: db, clock: clk, lease: longest + beyond}
}

// Lease is how long a runner has before another may take over: longer than it can run, so that there are never two.
func (st *Store) Lease() time.Duration { return st.lease }

// ValidKey reports whether key may be an Idempotency-Key: 1 to 255 visible ASCII characters.
func ValidKey(key string) bool {
	if key == "" || len(key) > maxKey {
		return false
	}
	for i := range len(key) {
		if key[i] <= ' ' || key[i] > '~' {
			return false
		}
	}
	return true
}

// leaseOver is what ends the lease of a row: its time, and that it is longer than any, which is so after a clock was put back.
const leaseOver = `(k.locked_until <= $7 or k.locked_until > excluded.locked_until + interval '1 minute')`

// Begin asks whether to do s. It always runs on the store's own pool: the claim must be seen by others at once. While a
// row is running, its body holds the token of the runner.
func (st *Store) Begin(ctx context.Context, s Scope) (Outcome, error) {
	if !ValidKey(s.Key) || len(s.RequestHash) == 0 {
		return Outcome{}, errors.New("idempotency: a key and a request hash are needed")
	}
	now := st.clock.Now()
	token := make([]byte, tokenBytes)
	_, _ = rand.Read(token)
	var (
		mine, done, same bool
		status           int
		body             []byte
	)
	err := st.db.QueryRowContext(ctx, `
		insert into idempotency_key as k
			(tenant_id, owner, scope, key, request_hash, state, body, created_at, locked_until)
		values ($1, $2, $3, $4, $5, 'running', $6, $7, $8)
		on conflict (tenant_id, owner, scope, key) do update set
			body = case when k.state = 'running' and `+leaseOver+` and k.request_hash = $5
				then excluded.body else k.body end,
			locked_until = case when k.state = 'running' and `+leaseOver+` and k.request_hash = $5
				then excluded.locked_until else k.locked_until end
		returning k.state = 'running' and k.body = $6, k.state = 'done', k.request_hash = $5, k.status, k.body`,
		s.TenantID, s.Owner, s.Scope, s.Key, s.RequestHash, token, now, now.Add(st.lease)).
		Scan(&mine, &done, &same, &status, &body)
	var refused *pgconn.PgError
	switch {
	case errors.As(err, &refused) && refused.Code == lockNotAvailable:
		return Outcome{Kind: Running}, nil // its transaction is at work and holds the row
	case err != nil:
		return Outcome{}, fmt.Errorf("begin the idempotent call: %w", err)
	case mine:
		return Outcome{Kind: Fresh, Run: Run{scope: s, token: token}}, nil
	case !same:
		return Outcome{Kind: Mismatch}, nil
	case done:
		return Outcome{Kind: Replay, Status: status, Body: body}, nil
	}
	return Outcome{Kind: Running}, nil
}

// Finish keeps the answer, in tx when it is not nil, and returns ErrLeaseLost when r may not finish any more: the
// caller then rolls its work back.
func (st *Store) Finish(ctx context.Context, tx Runner, r Run, status int, body []byte) error {
	if tx == nil {
		tx = st.db
	}
	if body == nil {
		body = []byte{}
	}
	return exactlyOne(tx.ExecContext(ctx, `
		update idempotency_key set state = 'done', status = $6, body = $7
		where tenant_id = $1 and owner = $2 and scope = $3 and key = $4 and state = 'running' and body = $5`,
		r.scope.TenantID, r.scope.Owner, r.scope.Scope, r.scope.Key, r.token, status, body))
}

// Abandon deletes the key because the work was not done, so that the caller may try again with it at once. It returns
// ErrLeaseLost when there was no key.
func (st *Store) Abandon(ctx context.Context, r Run) error {
	return exactlyOne(st.db.ExecContext(ctx, `
		delete from idempotency_key
		where tenant_id = $1 and owner = $2 and scope = $3 and key = $4 and state = 'running' and body = $5`,
		r.scope.TenantID, r.scope.Owner, r.scope.Scope, r.scope.Key, r.token))
}

// Erase deletes an owner's keys with what was answered.
func (st *Store) Erase(ctx context.Context, tx Runner, tenantID int64, owner string) error {
	if _, err := tx.ExecContext(ctx, `delete from idempotency_key where tenant_id = $1 and owner = $2`, tenantID, owner); err != nil {
		return fmt.Errorf("delete idempotency keys: %w", err)
	}
	return nil
}

// Purge deletes keys that are older than KeepFor and returns how many those were.
func (st *Store) Purge(ctx context.Context) (int64, error) {
	now := st.clock.Now()
	return pg.DeleteOld(ctx, st.db, "idempotency_key", "tenant_id, owner, scope, key",
		`created_at < $1 and (state = 'done' or locked_until < $2)`, now.Add(-KeepFor), now)
}

func exactlyOne(res sql.Result, err error) error {
	if err != nil {
		return fmt.Errorf("end the idempotent call: %w", err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return fmt.Errorf("end the idempotent call: %w", err)
	}
	if n != 1 {
		return ErrLeaseLost
	}
	return nil
}
