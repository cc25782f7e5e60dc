package pg

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// ErrNested is returned by InTx when the caller is in a transaction already.
var ErrNested = errors.New("pg: a transaction does not nest")

const maxTries = 4

// Tx is a running transaction. Modules use gorm on it; the job queue uses the *sql.Tx.
type Tx struct {
	*gorm.DB
	sql *sql.Tx
	// committed is what AfterCommit was given.
	committed []func()
}

// SQL returns the transaction that gorm works in.
func (tx *Tx) SQL() *sql.Tx { return tx.sql }

// AfterCommit has fn called once the transaction is committed, in the order of the calls. It is not called when the transaction, or the
// part of it that InSavepoint undoes, is rolled back.
func (tx *Tx) AfterCommit(fn func()) { tx.committed = append(tx.committed, fn) }

type inTxKey struct{}

// InTx runs fn in a read-committed transaction. fn may run again when Postgres reports a serialization failure or a
// deadlock, so it must not have effects outside the transaction.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	if ctx.Value(inTxKey{}) != nil {
		return ErrNested
	}
	return retry(ctx, func() error { return db.once(context.WithValue(ctx, inTxKey{}, true), fn) })
}

// WithRetry runs fn, which sends one statement outside any transaction. As with InTx, fn may run again.
func (db *DB) WithRetry(ctx context.Context, fn func(c Conn) error) error {
	return retry(ctx, func() error { return fn(db.Conn(ctx)) })
}

// retry calls fn until it succeeds, or fails with an error that IsRetryable does not hold for, at most maxTries times.
func retry(ctx context.Context, fn func() error) error {
	for try := 1; ; try++ {
		err := fn()
		if err == nil || try == maxTries || !IsRetryable(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(try)*5*time.Millisecond + rand.N(20*time.Millisecond)):
		}
	}
}

func (db *DB) once(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	var tx *Tx
	err := db.Conn(ctx).Transaction(func(g *gorm.DB) error {
		bare, ok := g.Statement.ConnPool.(*sql.Tx)
		if !ok {
			return errors.New("pg: gorm's transaction is not a *sql.Tx; is PrepareStmt on?")
		}
		tx = &Tx{DB: g, sql: bare}
		return fn(ctx, tx)
	})
	if err == nil {
		for _, after := range tx.committed {
			after()
		}
	}
	return err
}

// InSavepoint runs fn after a savepoint. When fn fails, the transaction is rolled back to the savepoint and goes on: failure is fn's error.
// err is an error of the transaction itself, which cannot go on.
func (tx *Tx) InSavepoint(fn func() error) (failure, err error) {
	const name = "try"
	if err := tx.SavePoint(name).Error; err != nil {
		return nil, fmt.Errorf("pg: savepoint: %w", err)
	}
	before := len(tx.committed)
	if failure = fn(); failure == nil {
		return nil, nil
	}
	tx.committed = tx.committed[:before]
	if err := tx.RollbackTo(name).Error; err != nil {
		return failure, errors.Join(fmt.Errorf("pg: rollback to savepoint: %w", err), failure)
	}
	return failure, nil
}

// lockNotAvailable is the server's code for a lock that did not come within lock_timeout.
const lockNotAvailable = "55P03"

// IsRetryable reports whether err says that a transaction would succeed if it were tried again: a deadlock, or a failed serialization.
func IsRetryable(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && (pe.Code == "40001" || pe.Code == "40P01")
}

// IsUnique reports whether err is a violation of a unique constraint or index; with names, of one of these.
func IsUnique(err error, names ...string) bool {
	if errors.Is(err, gorm.ErrDuplicatedKey) && len(names) == 0 {
		return true
	}
	var pe *pgconn.PgError
	if !errors.As(err, &pe) || pe.Code != "23505" {
		return false
	}
	return len(names) == 0 || slices.Contains(names, pe.ConstraintName)
}

// IsBadText reports whether err says that a text cannot be stored: it holds a NUL, or bytes that are not UTF-8.
func IsBadText(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && (pe.Code == "22021" || pe.Code == "22P05")
}

// readOnly is what a server says to a write that is not, or no longer, the one that writes are for.
const readOnly = "25006"

// unavailableClasses are those of connections, resources, an operator's intervention and the system beneath.
var unavailableClasses = []string{"08", "53", "57", "58"}

// IsUnavailable reports whether err says that the database cannot be reached, is going away, has too much to do, cannot write
// to its disk or does not write at all, rather than that it refused a statement; trying again later may help. A lock that was
// not to be had in time counts, too.
func IsUnavailable(err error) bool {
	if err == nil {
		return false
	}
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok {
		return IsRetryable(err) || pe.Code == lockNotAvailable || pe.Code == readOnly ||
			(len(pe.Code) == 5 && slices.Contains(unavailableClasses, pe.Code[:2]))
	}
	var ce *pgconn.ConnectError
	return errors.As(err, &ce) || errors.Is(err, sql.ErrConnDone) || pgconn.SafeToRetry(err) || isBroken(err)
}

// isBroken reports whether a connection ended under a statement, before or after the server had it.
func isBroken(err error) bool {
	var lost *net.OpError
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &lost)
}
