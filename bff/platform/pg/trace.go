package pg

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// unit is a unit of work, such as a request or a job, with the connections that it holds.
type unit struct {
	mu sync.Mutex
	// busy counts the running statements of each connection, and one more for an open transaction.
	busy map[*pgx.Conn]int
}

type unitKey struct{}

// WithUnitOfWork returns a context for a unit of work, which must hold at most one connection at a time: units that wait for a second
// connection while they hold the first deadlock on a full pool. Options.OnSecondConnection is called with each statement that takes a
// second one. Work that runs in parallel needs a unit of its own for each goroutine.
func WithUnitOfWork(ctx context.Context) context.Context {
	return context.WithValue(ctx, unitKey{}, &unit{busy: map[*pgx.Conn]int{}})
}

// addUse adds n to the uses of a connection by the unit, and reports whether the unit holds another connection.
func (u *unit) addUse(conn *pgx.Conn, n int) (second bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.busy[conn] += n; u.busy[conn] <= 0 {
		delete(u.busy, conn)
	}
	return n > 0 && len(u.busy) > 1
}

// removeConnection removes a connection that was closed.
func (u *unit) removeConnection(conn *pgx.Conn) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.busy, conn)
}

// tracer is called for every statement of a pool: it counts statements and the connections of units of work.
type tracer struct {
	onSecondConnection func(statement string)
	onStatement        func(conn uint32, statement string)
}

// TraceStatements calls onStatement as Options.OnStatement for the connections that are opened with cfg.
func TraceStatements(cfg *pgx.ConnConfig, onStatement func(conn uint32, statement string)) {
	cfg.Tracer = tracer{onStatement: onStatement}
}

type runningKey struct{}

// running is a statement that has begun.
type running struct {
	unit *unit
	verb string
}

// TraceQueryStart counts a statement that begins.
func (t tracer) TraceQueryStart(ctx context.Context, conn *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if t.onStatement != nil {
		t.onStatement(conn.PgConn().PID(), q.SQL)
	}
	ctx = startSpan(ctx, q.SQL)
	s, counted := ctx.Value(statementsKey{}).(*Statements)
	u, ok := ctx.Value(unitKey{}).(*unit)
	watched := ok && t.onSecondConnection != nil
	if !counted && !watched {
		return ctx
	}
	verb := verbOf(q.SQL)
	if counted && verb == "" {
		s.add(q.SQL)
	}
	if !watched {
		return ctx
	}
	if u.addUse(conn, 1) {
		t.onSecondConnection(q.SQL)
	}
	return context.WithValue(ctx, runningKey{}, running{u, verb})
}

// TraceQueryEnd releases the connection of a statement that has ended; that of a transaction only when the transaction has ended.
func (t tracer) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, q pgx.TraceQueryEndData) {
	endSpan(ctx, q.Err)
	r, ok := ctx.Value(runningKey{}).(running)
	if !ok {
		return
	}
	var refused *pgconn.PgError
	switch {
	case q.Err != nil && !errors.As(q.Err, &refused):
		r.unit.removeConnection(conn)
	case r.verb == "begin" && q.Err == nil:
	case r.verb == "commit", r.verb == "rollback":
		r.unit.addUse(conn, -2)
	default:
		r.unit.addUse(conn, -1)
	}
}

// verbOf names a statement that begins or ends a transaction; it is "" for any other.
func verbOf(statement string) string {
	statement = strings.TrimSpace(statement)
	for _, verb := range []string{"begin", "commit", "rollback"} {
		if len(statement) >= len(verb) && strings.EqualFold(statement[:len(verb)], verb) {
			// "rollback to savepoint" ends no transaction.
			if verb == "rollback" && strings.Contains(strings.ToLower(statement), " to ") {
				return ""
			}
			return verb
		}
	}
	return ""
}
