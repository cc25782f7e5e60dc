package editor_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/jobs"
)

// schedules has the drafts that wait published in an hour, and returns the number of that.
func (o office) schedules(mode editor.Mode, until *time.Time) int64 {
	o.t.Helper()
	id, err := o.Schedule(o.t.Context(), refunds, mei, editor.Order{Mode: mode}, o.clock.Now().Add(time.Hour), until)
	require.NoError(o.t, err)
	return id
}

func (o office) schedule() editor.Schedule {
	o.t.Helper()
	list, err := o.Schedules(o.t.Context(), refunds)
	require.NoError(o.t, err)
	return list[0]
}

func (o office) drafts(en, zh string) { o.save(says(refunds, "en", en), says(refunds, "zh", zh)) }

func TestATextIsPublishedAtItsTimeAndOnce(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.drafts("Sale", "大减价")
	id := o.schedules(editor.Both, nil)
	require.True(t, jobs.IsSnoozed(o.PublishScheduled(t.Context(), id)), "not before")
	require.Equal(t, "Refunds", o.title(refunds, "en"))
	o.drafts("Later", "以后") // what is written afterwards is not what was scheduled
	o.clock.Advance(time.Hour)
	var group sync.WaitGroup
	var errs [4]error
	for i := range errs {
		group.Go(func() { errs[i] = o.PublishScheduled(t.Context(), id) })
	}
	group.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	require.Equal(t, []string{"Sale", "大减价"}, []string{o.title(refunds, "en"), o.title(refunds, "zh")})
	history, err := o.History(t.Context(), refunds, 0)
	require.NoError(t, err)
	require.Len(t, history, 2, "the files, and this one")
	require.Equal(t, editor.SchedulePublished, o.schedule().State)
}

func TestASchedulePublishesByAJob(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.drafts("Sale", "大减价")
	id := o.schedules(editor.Both, nil)
	var n int
	require.NoError(t, o.db.SQL.QueryRow(`select count(*) from river_job where kind = 'publish_text'
		and (args ->> 'schedule_id')::bigint = $1 and scheduled_at = $2`, id, o.clock.Now().Add(time.Hour)).Scan(&n))
	require.Equal(t, 1, n)
}

func TestAPublicationExpires(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.drafts("Sale", "大减价")
	until := o.clock.Now().Add(2 * time.Hour)
	id := o.schedules(editor.Both, &until)
	require.NoError(t, o.ExpireScheduled(t.Context(), id), "it is not published yet")
	o.clock.Advance(time.Hour)
	require.NoError(t, o.PublishScheduled(t.Context(), id))
	require.True(t, jobs.IsSnoozed(o.ExpireScheduled(t.Context(), id)))
	require.Equal(t, "Sale", o.title(refunds, "en"))
	o.clock.Advance(time.Hour)
	for range 2 {
		require.NoError(t, o.ExpireScheduled(t.Context(), id))
		require.Equal(t, "Refunds", o.title(refunds, "en"))
	}
	require.Equal(t, editor.ScheduleEnded, o.schedule().State)
}

func TestWhatWasPublishedSinceDoesNotExpire(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.drafts("Sale", "大减价")
	until := o.clock.Now().Add(2 * time.Hour)
	id := o.schedules(editor.Both, &until)
	o.clock.Advance(time.Hour)
	require.NoError(t, o.PublishScheduled(t.Context(), id))
	o.drafts("Newer", "更新")
	o.publish(refunds, false)
	o.clock.Advance(time.Hour)
	require.NoError(t, o.ExpireScheduled(t.Context(), id))
	require.Equal(t, "Newer", o.title(refunds, "en"))
	require.Equal(t, "overtaken", o.schedule().Why)
}

func TestAScheduleThatWasOvertakenIsHeld(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.drafts("Sale", "大减价")
	id := o.schedules(editor.Both, nil)
	_, err := o.Schedule(t.Context(), refunds, ben, editor.Order{}, o.clock.Now().Add(time.Hour), nil)
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "scheduled", refused.Code)
	o.drafts("Corrected", "已更正")
	o.publish(refunds, false)
	o.clock.Advance(time.Hour)
	require.NoError(t, o.PublishScheduled(t.Context(), id))
	require.Equal(t, "Corrected", o.title(refunds, "en"))
	require.Equal(t, []string{editor.ScheduleHeld, "overtaken"}, []string{o.schedule().State, o.schedule().Why})
}

func TestAScheduleIsCancelled(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.drafts("Sale", "大减价")
	id := o.schedules(editor.Both, nil)
	require.Error(t, o.CancelSchedule(t.Context(), editor.Text{Kind: "service", Name: "delivery"}, mei, id), "of another text")
	require.NoError(t, o.CancelSchedule(t.Context(), refunds, mei, id))
	require.Error(t, o.CancelSchedule(t.Context(), refunds, mei, id), "twice")
	o.clock.Advance(time.Hour)
	require.NoError(t, o.PublishScheduled(t.Context(), id))
	require.Equal(t, "Refunds", o.title(refunds, "en"))
	o.schedules(editor.Both, nil)
}

func TestWhatCannotBeScheduled(t *testing.T) {
	t.Parallel()
	o := open(t)
	now := o.clock.Now()
	for name, c := range map[string]struct {
		at    time.Time
		until *time.Time
		code  string
	}{
		"over":            {now, nil, "bad_time"},
		"too far":         {now.Add(400 * 24 * time.Hour), nil, "bad_time"},
		"expires before":  {now.Add(time.Hour), new(now.Add(time.Minute)), "bad_expiry"},
		"nothing to show": {now.Add(time.Hour), nil, "nothing_new"},
	} {
		_, err := o.Schedule(t.Context(), refunds, mei, editor.Order{}, c.at, c.until)
		var refused *editor.Refused
		require.ErrorAs(t, err, &refused, name)
		require.Equal(t, c.code, refused.Code, name)
	}
}

func TestACorrectionLeavesNoLanguageBehind(t *testing.T) {
	t.Parallel()
	o := open(t)
	publish := func(mode editor.Mode) string {
		p, err := o.Publish(t.Context(), refunds, mei, editor.Order{Mode: mode})
		require.NoError(t, err)
		return p.Stale
	}
	o.save(says(refunds, "en", "Refunds, a comma"))
	require.Empty(t, publish(editor.Correction))
	o.save(says(refunds, "en", "Other refunds"))
	require.Equal(t, "zh", publish(editor.Alone))
	o.save(says(refunds, "en", "Other refunds, a comma"))
	require.Equal(t, "zh", publish(editor.Correction), "what was left behind before stays so")
	o.save(says(refunds, "en", "Sale"))
	id := o.schedules(editor.Correction, nil)
	o.clock.Advance(time.Hour)
	require.NoError(t, o.PublishScheduled(t.Context(), id))
	states, err := o.One(t.Context(), refunds)
	require.NoError(t, err)
	require.True(t, states["zh"].Stale)
}

func TestOnlyWhatWasSeenIsPublished(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.drafts("Mei", "美")
	states, err := o.One(t.Context(), refunds)
	require.NoError(t, err)
	seen := map[string]int64{"en": states["en"].Draft.ID, "zh": states["zh"].Draft.ID}
	o.save(says(refunds, "en", "Ben"))
	_, err = o.Publish(t.Context(), refunds, mei, editor.Order{Versions: seen})
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "overtaken", refused.Code)
	require.Equal(t, "Refunds", o.title(refunds, "en"))
}

func TestAFormerPublicationIsRestoredAsNewVersions(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, n := range []string{"One", "Two"} {
		o.drafts(n, "第"+n)
		o.publish(refunds, false)
	}
	history, err := o.History(t.Context(), refunds, 0)
	require.NoError(t, err)
	require.Len(t, history, 3)
	p, err := o.RestoreTo(t.Context(), refunds, ben, history[2].ID)
	require.NoError(t, err)
	require.Equal(t, "Refunds", o.title(refunds, "en"))
	require.Greater(t, p.Versions["en"], *history[0].En)
	restored, err := o.Version(t.Context(), refunds, "en", p.Versions["en"])
	require.NoError(t, err)
	require.Equal(t, "ben", restored.Author)
	_, err = o.RestoreTo(t.Context(), refunds, ben, history[2].ID)
	require.ErrorContains(t, err, "says that already")
	_, err = o.RestoreTo(t.Context(), editor.Text{Kind: "service", Name: "delivery"}, ben, history[2].ID)
	require.ErrorContains(t, err, "was not published like that")
	versions, err := o.Versions(t.Context(), refunds, "en")
	require.NoError(t, err)
	require.Len(t, versions, 4)
}
