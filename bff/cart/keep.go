package cart

import (
	"context"
	"time"
)

// VisitorsKeptFor is how long something stays in the cart of a browser that does not come back: as long as its cookie lives.
const VisitorsKeptFor = 365 * 24 * time.Hour

// Purge empties the carts of browsers that have forgotten them.
func (s *Service) Purge(ctx context.Context) error {
	return s.db.Forget(ctx, "cart_item", `updated_at < $1 and owner like 'v:%'`, s.clock.Now().Add(-VisitorsKeptFor))
}
