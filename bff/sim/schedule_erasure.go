package sim

import (
	"context"
	_ "embed"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// RetentionAfterEnd is how long a SIM's data is kept after its last plan has ended: until then more can be added to it, and what it
// used can be asked about. The privacy policy promises it.
const RetentionAfterEnd = 30 * 24 * time.Hour

//go:embed schedule_erasure.sql
var scheduleErasureSQL string

// scheduleErasure stores when the data of SIMs is to be erased, as far as it can be known now. It runs after every report that is
// stored, so that a plan that is added or made longer postpones the time.
//   - A SIM that was taken back, or that its carrier has given up: at once.
//   - A SIM whose plans all have an end: RetentionAfterEnd after the last of them. Data that is used up does not end a plan before
//     its time, because more can be added to it.
//   - A SIM of which no carrier says anything: as if it had been begun on the last day on which it could be.
//   - A plan without an end, or a contract that nobody counts: not yet.
func (s *Service) scheduleErasure(ctx context.Context, tx *pg.Tx, simIDs ...int64) error {
	if len(simIDs) == 0 {
		return nil
	}
	return pg.Exec(tx.WithContext(ctx), "schedule erasure of SIMs", scheduleErasureSQL,
		map[string]any{"sims": pg.Array(simIDs), "kept": RetentionAfterEnd.Seconds()})
}
