package notify

import (
	"context"
	"time"
)

// KeptFor is how long a note is kept after it was written, once it was sent or given up. Until then its key keeps it from being
// sent twice.
const KeptFor = 90 * 24 * time.Hour

// Purge deletes old notes.
func (s *Service) Purge(ctx context.Context) error {
	return s.cfg.DB.DeleteOld(ctx, "notification", "id", `created_at < $1 and state <> 'queued'`, s.cfg.Clock.Now().Add(-KeptFor))
}
