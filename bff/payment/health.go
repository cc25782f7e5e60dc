package payment

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// How the provider answers when it is asked whether it is there.
const (
	AnswerGood    = "good"
	AnswerRefused = "refused" // it is there and does not take our key
	AnswerNone    = "none"
)

// pingFor is how long Health waits for the provider: somebody looks at a page meanwhile.
const pingFor = 3 * time.Second

// Health is how shop and provider get on at a moment.
type Health struct {
	// Answer is one of the answers above, Took how long it was waited for.
	Answer string
	Took   time.Duration
	// LastEvent is when a message of the provider came in last, nil when none ever did.
	LastEvent *time.Time
	// Waiting counts stored messages that are not worked yet.
	Waiting int
}

// Health asks the provider for an answer and looks at what it has sent. That the provider is down is an answer, not an
// error.
func (s *Service) Health(ctx context.Context) (Health, error) {
	var h Health
	err := s.db.SQL.QueryRowContext(ctx, `select max(received_at), count(*) filter (where processed_at is null) from payment_event`).
		Scan(&h.LastEvent, &h.Waiting)
	if err != nil {
		return Health{}, fmt.Errorf("read payment events: %w", err)
	}
	asked := s.clock.Now()
	h.Answer, err = s.ping(ctx)
	h.Took = s.clock.Now().Sub(asked)
	if err != nil {
		s.log.WarnContext(ctx, "payment provider health check failed", "answer", h.Answer, "err", err)
	}
	return h, nil
}

func (s *Service) ping(ctx context.Context) (answer string, err error) {
	ctx, cancel := context.WithTimeout(ctx, pingFor)
	defer cancel()
	err = s.provider.Ping(ctx)
	switch {
	case err == nil:
		return AnswerGood, nil
	case errors.Is(err, ErrUnavailable):
		return AnswerNone, err
	default:
		return AnswerRefused, err
	}
}
