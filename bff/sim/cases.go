package sim

import (
	"context"
	_ "embed"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Case is something about a carrier that people should look at: a request of which nobody knows whether the carrier took it, which it
// refuses for a reason that only people can mend, or which it does not take back, or a message about nothing of ours.
type Case struct {
	Kind string `json:"kind"` // request, reissue or message
	// ID is that of the request, the reissue or the message; a message can be worked again by it.
	ID      int64     `json:"id,string"`
	OrderNo string    `json:"orderNo,omitempty"`
	Carrier string    `json:"carrier"`
	What    string    `json:"what"`
	Since   time.Time `json:"since"`
	// RefundAt is when the shop gives up; a request that may have been taken is not given up before it could be looked up.
	RefundAt *time.Time `json:"refundAt,omitempty"`
}

//go:embed cases.sql
var casesSQL string

// Unreconciled lists what people should look at, oldest first.
func (s *Service) Unreconciled(ctx context.Context, limit int) ([]Case, error) {
	now := s.clock.Now()
	return pg.List[Case](s.db.Conn(ctx), "list cases of carriers", casesSQL, map[string]any{
		"now": now, "late": now.Add(-unknownEventRetry), "tried": now.Add(-maxBackoff), "kept": now.Add(-EventsKeptFor), "limit": limit,
	})
}
