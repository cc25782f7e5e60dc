package validity_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/offer/validity"
)

func TestPreview(t *testing.T) {
	t.Parallel()
	now := at(t, "2026-03-27T10:00:00Z")
	in := func(text string) *time.Time { instant := at(t, text); return &instant }
	mb := func(n int64) *int64 { return &n }
	week, days := rule(t, 7, validity.Rolling24h, "UTC"), rule(t, 3, validity.CalendarDay, "Europe/London")
	install := week
	install.Activation = validity.OnInstall
	running := validity.Plan{Active: true, EndsAt: in("2026-03-29T00:00:00Z"), Left: mb(200)}
	waiting := validity.Plan{Left: mb(1024), Length: week}
	for _, c := range []struct {
		what  string
		plans []validity.Plan
		topUp validity.TopUp
		want  validity.After
	}{
		{
			"a queue behind the running plan", []validity.Plan{running}, validity.TopUp{Effect: validity.Queue, Rule: week, Data: mb(3072)},
			validity.After{Effect: validity.Queue, RunsOut: true, Data: mb(3272), StartsAt: in("2026-03-29T00:00:00Z"), Until: in("2026-04-05T00:00:00Z")},
		},
		{
			"a queue behind one that waits", []validity.Plan{running, waiting}, validity.TopUp{Effect: validity.Queue, Rule: week, Data: mb(3072)},
			validity.After{Effect: validity.Queue, RunsOut: true, Data: mb(4296), StartsAt: in("2026-04-05T00:00:00Z"), Until: in("2026-04-12T00:00:00Z")},
		},
		{
			"a queue behind a plan that was not used yet", []validity.Plan{waiting}, validity.TopUp{Effect: validity.Queue, Rule: week, Data: mb(3072)},
			validity.After{Effect: validity.Queue, RunsOut: true, Data: mb(4096)},
		},
		{
			"a queue of calendar days begins the day after", []validity.Plan{running}, validity.TopUp{Effect: validity.Queue, Rule: days, Data: mb(1)},
			validity.After{Effect: validity.Queue, RunsOut: true, Data: mb(201), StartsAt: in("2026-03-29T00:00:00Z"), Until: in("2026-04-01T00:00:00+01:00")},
		},
		{
			"an extension over the change of clocks", []validity.Plan{running}, validity.TopUp{Effect: validity.Extend, Rule: days, Data: mb(1024)},
			validity.After{Effect: validity.Extend, Data: mb(1224), Until: in("2026-04-01T00:00:00+01:00")},
		},
		{
			"an extension of what has not started", []validity.Plan{waiting}, validity.TopUp{Effect: validity.Extend, Rule: week, Data: mb(1024)},
			validity.After{Effect: validity.Extend, Data: mb(2048)},
		},
		{
			"a replacement gives the rest up", []validity.Plan{running, waiting}, validity.TopUp{Effect: validity.Replace, Rule: week, Data: mb(3072)},
			validity.After{Effect: validity.Replace, Data: mb(4096), StartsAt: &now, Until: in("2026-04-03T10:00:00Z"), Lost: 200},
		},
		{
			"unlimited stays unlimited", []validity.Plan{{Active: true, EndsAt: running.EndsAt}}, validity.TopUp{Effect: validity.Queue, Rule: week, Data: mb(3072)},
			validity.After{Effect: validity.Queue, StartsAt: running.EndsAt, Until: in("2026-04-05T00:00:00Z")},
		},
		{
			"unlimited on top", []validity.Plan{running}, validity.TopUp{Effect: validity.Extend, Rule: week},
			validity.After{Effect: validity.Extend, Until: in("2026-04-05T00:00:00Z")},
		},
		{
			"nothing on the SIM, first use starts it", nil, validity.TopUp{Effect: validity.Replace, Rule: week, Data: mb(3072)},
			validity.After{Effect: validity.Queue, Data: mb(3072)},
		},
		{
			"nothing on the SIM, nothing has to happen first", nil, validity.TopUp{Effect: validity.Extend, Rule: install, Data: mb(3072)},
			validity.After{Effect: validity.Queue, Data: mb(3072), StartsAt: &now, Until: in("2026-04-03T10:00:00Z")},
		},
	} {
		got := validity.Preview(now, c.plans, c.topUp)
		require.Equal(t, c.want.Effect, got.Effect, c.what)
		require.Equal(t, c.want.Data, got.Data, c.what)
		require.Equal(t, c.want.Lost, got.Lost, c.what)
		require.Equal(t, c.want.RunsOut, got.RunsOut, c.what)
		same(t, c.what+": start", c.want.StartsAt, got.StartsAt)
		same(t, c.what+": end", c.want.Until, got.Until)
	}
}

func same(t *testing.T, what string, want, got *time.Time) {
	t.Helper()
	if want == nil || got == nil {
		require.Equal(t, want, got, what)
		return
	}
	require.Truef(t, want.Equal(*got), "%s: %s, want %s", what, got, want)
}
