package pg

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// unit is a piece of work, such as a request or a job, and the connections that it holds.
type unit struct {
	mu sync.Mutex
	// busy counts the running statements of each connection, and one more for an open transaction.
	busy map[*pgx.Conn]int
}

type unitKey struct{}

// WithUnit returns a context for a unit of work, which holds one connection at a time: whoever waits for a second one while
// holding the first brings a full pool to a standstill. Options.OnSecond learns of statements that do. What runs side by side, while
// nothing is held for it, is a unit each.
func WithUnit(ctx context.Context) context.Context {
	return context.WithValue(ctx, unitKey{}, &unit{busy: map[*pgx.Conn]int{}})
}

// take notes that the unit uses a connection, n times more, and reports whether it holds another one.
func (u *unit) take(conn *pgx.Conn, n int) (second bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.busy[conn] += n; u.busy[conn] <= 0 {
		delete(u.busy, conn)
	}
	return n > 0 && len(u.busy) > 1
}

// drop notes that a connection is gone, and with it what was open on it.
func (u *unit) drop(conn *pgx.Conn) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.busy, conn)
}

// tracer follows every statement of a pool: for those who count statements, and for units of work.
type tracer struct {
	onSecond    func(statement string)
	onStatement func(conn uint32, statement string)
}

// Follow calls onStatement as Options.OnStatement for the connections that are opened with cfg.
func Follow(cfg *pgx.ConnConfig, onStatement func(conn uint32, statement string)) {
	cfg.Tracer = tracer{onStatement: onStatement}
}

type runningKey struct{}

// running is a statement that has begun.
type running struct {
	unit *unit
	verb string
}

// TraceQueryStart notes that a statement begins.
func (t tracer) TraceQueryStart(ctx context.Context, conn *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if t.onStatement != nil {
		t.onStatement(conn.PgConn().PID(), q.SQL)
	}
	ctx = startSpan(ctx, q.SQL)
	s, counted := ctx.Value(statementsKey{}).(*Statements)
	u, ok := ctx.Value(unitKey{}).(*unit)
	watched := ok && t.onSecond != nil
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
	if u.take(conn, 1) {
		t.onSecond(q.SQL)
	}
	return context.WithValue(ctx, runningKey{}, running{u, verb})
}

// TraceQueryEnd notes that a statement has ended; the connection of a transaction stays taken until that has ended.
func (t tracer) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, q pgx.TraceQueryEndData) {
	endSpan(ctx, q.Err)
	r, ok := ctx.Value(runningKey{}).(running)
	if !ok {
		return
	}
	var refused *pgconn.PgError
	switch {
	case q.Err != nil && !errors.As(q.Err, &refused):
		r.unit.drop(conn)
	case r.verb == "begin" && q.Err == nil:
	case r.verb == "commit", r.verb == "rollback":
		r.unit.take(conn, -2)
	default:
		r.unit.take(conn, -1)
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
