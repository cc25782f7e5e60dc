package pg

import (
	"context"
	"sync"
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

func (s *Statements) add(sql string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sql = append(s.sql, sql)
}
