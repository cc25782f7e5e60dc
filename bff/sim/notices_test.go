package sim_test

import (
	"testing"
	"time"
)

// Of a SIM that was deleted or retired nobody is told that its plan runs out or ends, and that more can be added to it.
func TestNobodyIsToldOfAPlanOnADeadSIM(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"", "delete", "retire"} {
		t.Run("end: "+end, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "plan")
			c.delivered(t)
			ref := c.lineRef(t)
			c.Control(t, ref, "attach", nil)
			c.Control(t, ref, "use", map[string]any{"mb": 900})
			want := 1
			if end != "" {
				c.Control(t, ref, end, nil)
				want = 0
			}
			c.Clock.Advance(6*24*time.Hour + time.Hour)
			c.Work(t, c.Fixture, time.Second)
			c.hears(t, c.TakeMessages())
			if err := c.sims.Refresh(ctx, int64(c.Count(t, `select id from sim_line`))); err != nil {
				t.Fatal(err)
			}
			c.hears(t, c.TakeMessages())
			c.wants(t, "mails about a plan", `select count(*) from notification where key like 'plan:%'`, want)
		})
	}
}
