package sim

import (
	"context"
	_ "embed"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// KeptAfterEnd is how long a SIM's data is kept after its last plan has ended: until then more can be added to it, and what it
// used can be asked about. The privacy policy promises it.
const KeptAfterEnd = 30 * 24 * time.Hour

//go:embed due.sql
var dueSQL string

// setDue notes when the data of SIMs is to be erased, as far as anybody can say now. It follows everything that is learned, so
// that a plan that is added or made longer puts the time off.
//   - A SIM that was taken back, or that its carrier has given up: at once.
//   - A SIM whose plans all have an end: KeptAfterEnd after the last of them. Data that is used up does not end a plan before
//     its time, because more can be added to it.
//   - A SIM of which no carrier says anything: as if it had been begun on the last day on which it could be.
//   - A plan without an end, or a contract that nobody counts: not yet.
func (s *Service) setDue(ctx context.Context, tx *pg.Tx, simIDs ...int64) error {
	if len(simIDs) == 0 {
		return nil
	}
	return pg.Exec(tx.WithContext(ctx), "note when SIMs are to be erased", dueSQL,
		map[string]any{"sims": pg.Array(simIDs), "kept": KeptAfterEnd.Seconds()})
}
