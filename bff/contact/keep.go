package contact

import (
	"context"
	"time"
)

// KeptFor is how long a message is kept, as the privacy policy says: two years.
const KeptFor = 2 * 365 * 24 * time.Hour

// Purge deletes old messages.
func (s *Service) Purge(ctx context.Context) error {
	return s.db.DeleteOld(ctx, "contact_message", "id", `created_at < $1`, s.clock.Now().Add(-KeptFor))
}
