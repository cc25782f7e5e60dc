package pg

import (
	"context"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// Statements collects the statements that ran under a context, transaction control left out. It is what the query
// budgets of the tests read.
type Statements struct {
	mu  sync.Mutex
	sql []string
}

// All returns the statements so far, in order.
func (s *Statements) All() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.sql...)
}

// Count returns how many statements ran so far.
func (s *Statements) Count() int { return len(s.All()) }

type statementsKey struct{}

// CountStatements returns a context under which every statement is collected.
func CountStatements(ctx context.Context) (context.Context, *Statements) {
	s := &Statements{}
	return context.WithValue(ctx, statementsKey{}, s), s
}

type counter struct{}

// TraceQueryStart notes the statement where somebody counts.
func (counter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	s, ok := ctx.Value(statementsKey{}).(*Statements)
	if !ok {
		return ctx
	}
	switch verb := strings.ToLower(strings.TrimSpace(q.SQL)); {
	case strings.HasPrefix(verb, "begin"), strings.HasPrefix(verb, "commit"), strings.HasPrefix(verb, "rollback"):
	default:
		s.mu.Lock()
		s.sql = append(s.sql, q.SQL)
		s.mu.Unlock()
	}
	return ctx
}

// TraceQueryEnd does nothing.
func (counter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
