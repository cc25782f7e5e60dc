package sim_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// No mail says of a SIM that was deleted or retired that its plan runs out or ends, or that more can be added to it.
func TestNoMailIsSentAboutAPlanOnADeadSIM(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"", "delete", "retire"} {
		t.Run("end: "+end, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "plan")
			f.placeDeliveredOrder(t)
			ref := f.simRef(t)
			f.Control(t, ref, "attach", nil)
			f.Control(t, ref, "use", map[string]any{"mb": 900})
			want := 1
			if end != "" {
				f.Control(t, ref, end, nil)
				want = 0
			}
			f.Clock.Advance(6*24*time.Hour + time.Hour)
			f.Work(t, f.Fixture, time.Second)
			f.receiveMessages(t, f.TakeMessages())
			require.NoError(t, f.sims.Refresh(ctx, int64(f.Count(t, `select id from sim_line`))))
			f.receiveMessages(t, f.TakeMessages())
			f.requireCount(t, "mails about a plan", `select count(*) from notification where key like 'plan:%'`, want)
		})
	}
}
