package payment

import (
	"context"
	_ "embed"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// OpenCase is something about money that a person has to look at.
type OpenCase struct {
	// Kind is refund (staff have to decide, or the provider refused or did not confirm it), payment (the money does not
	// match), dispute, books (they and the provider differ) or event (it names nothing we know, or could not be worked for long).
	Kind    string    `json:"kind"`
	OrderNo string    `json:"orderNo,omitempty"`
	Since   time.Time `json:"since"`
	What    string    `json:"what"`
}

//go:embed cases.sql
var casesSQL string

// OpenCases lists them, oldest first.
func (s *Service) OpenCases(ctx context.Context, limit int) ([]OpenCase, error) {
	return pg.List[OpenCase](s.db.Conn(ctx), "list open cases", casesSQL, map[string]any{
		"unknown": OutcomeUnknown, "limit": limit, "late": s.clock.Now().Add(-providerSLA), "stuck": s.clock.Now().Add(-2 * parkFor),
	})
}
