package payment

import (
	"context"
	"time"
)

// EventsKeptFor is how long a message of the provider is kept after it came in, once it has been worked: longer than a payer
// has to dispute a charge, so that it can be replayed.
const EventsKeptFor = 400 * 24 * time.Hour

// Purge deletes old messages of the provider.
func (s *Service) Purge(ctx context.Context) error {
	return s.db.DeleteOld(ctx, "payment_event", "id", `received_at < $1 and processed_at is not null`, s.clock.Now().Add(-EventsKeptFor))
}
