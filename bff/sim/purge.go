package sim

import (
	"context"
	"errors"
	"time"
)

// EventsKeptFor is how long a message of a carrier is kept after it came in, once it has been worked.
const EventsKeptFor = 90 * 24 * time.Hour

// Purge deletes old messages of carriers, and erases the data of SIMs whose plans have ended.
func (s *Service) Purge(ctx context.Context) error {
	return errors.Join(
		s.db.DeleteOld(ctx, "carrier_event", "id", `received_at < $1 and handled_at is not null`, s.clock.Now().Add(-EventsKeptFor)),
		s.Erase(ctx),
	)
}
