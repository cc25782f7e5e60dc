package editor_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/jobs"
)

// schedulePublication schedules the publication of the drafts in an hour and returns its id.
func (f fixture) schedulePublication(mode editor.Mode, until *time.Time) int64 {
	f.t.Helper()
	id, err := f.Schedule(f.t.Context(), refunds, mei, editor.Order{Mode: mode}, f.clock.Now().Add(time.Hour), until)
	require.NoError(f.t, err)
	return id
}

func (f fixture) readSchedule() editor.Schedule {
	f.t.Helper()
	list, err := f.Schedules(f.t.Context(), refunds)
	require.NoError(f.t, err)
	return list[0]
}

func (f fixture) saveDrafts(en, zh string) {
	f.saveFiles(fileWithTitle(refunds, "en", en), fileWithTitle(refunds, "zh", zh))
}

func TestATextIsPublishedAtItsTimeAndOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveDrafts("Sale", "大减价")
	id := f.schedulePublication(editor.Both, nil)
	require.True(t, jobs.IsSnoozed(f.PublishScheduled(t.Context(), id)), "not before")
	require.Equal(t, "Refunds", f.publishedTitle(refunds, "en"))
	f.saveDrafts("Later", "以后") // what is written afterwards is not what was scheduled
	f.clock.Advance(time.Hour)
	var group sync.WaitGroup
	var errs [4]error
	for i := range errs {
		group.Go(func() { errs[i] = f.PublishScheduled(t.Context(), id) })
	}
	group.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	require.Equal(t, []string{"Sale", "大减价"}, []string{f.publishedTitle(refunds, "en"), f.publishedTitle(refunds, "zh")})
	history, err := f.History(t.Context(), refunds, 0)
	require.NoError(t, err)
	require.Len(t, history, 2, "the files, and this one")
	require.Equal(t, editor.SchedulePublished, f.readSchedule().State)
	states, err := f.One(t.Context(), refunds)
	require.NoError(t, err)
	for _, locale := range []string{"en", "zh"} {
		require.NotNil(t, states[locale].Draft, "what was written after the schedule still waits in %s", locale)
	}
}

func TestASchedulePublishesByAJob(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveDrafts("Sale", "大减价")
	id := f.schedulePublication(editor.Both, nil)
	var n int
	require.NoError(t, f.db.SQL.QueryRow(`select count(*) from river_job where kind = 'publish_text'
		and (args ->> 'schedule_id')::bigint = $1 and scheduled_at = $2`, id, f.clock.Now().Add(time.Hour)).Scan(&n))
	require.Equal(t, 1, n)
}

func TestAPublicationExpires(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveDrafts("Sale", "大减价")
	until := f.clock.Now().Add(2 * time.Hour)
	id := f.schedulePublication(editor.Both, &until)
	require.NoError(t, f.ExpireScheduled(t.Context(), id), "it is not published yet")
	f.clock.Advance(time.Hour)
	require.NoError(t, f.PublishScheduled(t.Context(), id))
	require.True(t, jobs.IsSnoozed(f.ExpireScheduled(t.Context(), id)))
	require.Equal(t, "Sale", f.publishedTitle(refunds, "en"))
	f.clock.Advance(time.Hour)
	for range 2 {
		require.NoError(t, f.ExpireScheduled(t.Context(), id))
		require.Equal(t, "Refunds", f.publishedTitle(refunds, "en"))
	}
	require.Equal(t, editor.ScheduleEnded, f.readSchedule().State)
}

func TestAnExpiryThatIsRefusedIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hash := strings.Repeat("0a", 16)
	_, err := f.db.SQL.Exec(`insert into image (hash, name, bytes, decorative, actor, author, created_at)
		values ($1, $1 || '-700x350.jpg', 1, true, 'staff:mei', 'mei', now())`, hash)
	require.NoError(t, err)
	en, zh := fileWithTitle(refunds, "en", "Map"), fileWithTitle(refunds, "zh", "地图")
	en.Source += "\n![](image:" + hash + "-700x350.jpg)\n"
	f.saveFiles(en, zh)
	f.publishText(refunds, false)
	f.saveDrafts("Sale", "大减价")
	until := f.clock.Now().Add(2 * time.Hour)
	id := f.schedulePublication(editor.Both, &until)
	f.clock.Advance(time.Hour)
	require.NoError(t, f.PublishScheduled(t.Context(), id))
	_, err = f.db.SQL.Exec(`delete from image`)
	require.NoError(t, err)
	f.clock.Advance(time.Hour)
	require.NoError(t, f.ExpireScheduled(t.Context(), id), "what was there before has an image that is gone")
	require.Equal(t, []string{editor.ScheduleEnded, "faulty"}, []string{f.readSchedule().State, f.readSchedule().Why})
	require.Equal(t, "Sale", f.publishedTitle(refunds, "en"))
	require.Equal(t, "大减价", f.publishedTitle(refunds, "zh"))
}

func TestALaterPublicationDoesNotExpire(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveDrafts("Sale", "大减价")
	until := f.clock.Now().Add(2 * time.Hour)
	id := f.schedulePublication(editor.Both, &until)
	f.clock.Advance(time.Hour)
	require.NoError(t, f.PublishScheduled(t.Context(), id))
	f.saveDrafts("Newer", "更新")
	f.publishText(refunds, false)
	f.clock.Advance(time.Hour)
	require.NoError(t, f.ExpireScheduled(t.Context(), id))
	require.Equal(t, "Newer", f.publishedTitle(refunds, "en"))
	require.Equal(t, "overtaken", f.readSchedule().Why)
}

func TestAScheduleThatWasOvertakenIsHeld(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveDrafts("Sale", "大减价")
	id := f.schedulePublication(editor.Both, nil)
	_, err := f.Schedule(t.Context(), refunds, ben, editor.Order{}, f.clock.Now().Add(time.Hour), nil)
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "scheduled", refused.Code)
	f.saveDrafts("Corrected", "已更正")
	f.publishText(refunds, false)
	f.clock.Advance(time.Hour)
	require.NoError(t, f.PublishScheduled(t.Context(), id))
	require.Equal(t, "Corrected", f.publishedTitle(refunds, "en"))
	require.Equal(t, []string{editor.ScheduleHeld, "overtaken"}, []string{f.readSchedule().State, f.readSchedule().Why})
}

func TestAScheduleIsCancelled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveDrafts("Sale", "大减价")
	id := f.schedulePublication(editor.Both, nil)
	require.Error(t, f.CancelSchedule(t.Context(), editor.Text{Kind: "service", Name: "delivery"}, mei, id), "of another text")
	require.NoError(t, f.CancelSchedule(t.Context(), refunds, mei, id))
	require.Error(t, f.CancelSchedule(t.Context(), refunds, mei, id), "twice")
	f.clock.Advance(time.Hour)
	require.NoError(t, f.PublishScheduled(t.Context(), id))
	require.Equal(t, "Refunds", f.publishedTitle(refunds, "en"))
	f.schedulePublication(editor.Both, nil)
}

func TestInvalidSchedulesAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	now := f.clock.Now()
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
		_, err := f.Schedule(t.Context(), refunds, mei, editor.Order{}, c.at, c.until)
		var refused *editor.Refused
		require.ErrorAs(t, err, &refused, name)
		require.Equal(t, c.code, refused.Code, name)
	}
}

func TestACorrectionLeavesNoLanguageBehind(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	publish := func(mode editor.Mode) string {
		p, err := f.Publish(t.Context(), refunds, mei, editor.Order{Mode: mode})
		require.NoError(t, err)
		return p.Stale
	}
	f.saveFiles(fileWithTitle(refunds, "en", "Refunds, a comma"))
	require.Empty(t, publish(editor.Correction))
	f.saveFiles(fileWithTitle(refunds, "en", "Other refunds"))
	require.Equal(t, "zh", publish(editor.Alone))
	f.saveFiles(fileWithTitle(refunds, "en", "Other refunds, a comma"))
	require.Equal(t, "zh", publish(editor.Correction), "what was left behind before stays so")
	f.saveFiles(fileWithTitle(refunds, "en", "Sale"))
	id := f.schedulePublication(editor.Correction, nil)
	f.clock.Advance(time.Hour)
	require.NoError(t, f.PublishScheduled(t.Context(), id))
	states, err := f.One(t.Context(), refunds)
	require.NoError(t, err)
	require.True(t, states["zh"].Stale)
}

func TestOnlyWhatWasSeenIsPublished(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveDrafts("Mei", "美")
	states, err := f.One(t.Context(), refunds)
	require.NoError(t, err)
	seen := map[string]int64{"en": states["en"].Draft.ID, "zh": states["zh"].Draft.ID}
	f.saveFiles(fileWithTitle(refunds, "en", "Ben"))
	_, err = f.Publish(t.Context(), refunds, mei, editor.Order{Versions: seen})
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "overtaken", refused.Code)
	require.Equal(t, "Refunds", f.publishedTitle(refunds, "en"))
}

func TestAFormerPublicationIsRestoredAsNewVersions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, n := range []string{"One", "Two"} {
		f.saveDrafts(n, "第"+n)
		f.publishText(refunds, false)
	}
	history, err := f.History(t.Context(), refunds, 0)
	require.NoError(t, err)
	require.Len(t, history, 3)
	p, err := f.RestoreTo(t.Context(), refunds, ben, history[2].ID)
	require.NoError(t, err)
	require.Equal(t, "Refunds", f.publishedTitle(refunds, "en"))
	require.Greater(t, p.Versions["en"], *history[0].En)
	restored, err := f.Version(t.Context(), refunds, "en", p.Versions["en"])
	require.NoError(t, err)
	require.Equal(t, "ben", restored.Author)
	_, err = f.RestoreTo(t.Context(), refunds, ben, history[2].ID)
	require.ErrorContains(t, err, "says that already")
	_, err = f.RestoreTo(t.Context(), editor.Text{Kind: "service", Name: "delivery"}, ben, history[2].ID)
	require.ErrorContains(t, err, "was not published like that")
	versions, err := f.Versions(t.Context(), refunds, "en")
	require.NoError(t, err)
	require.Len(t, versions, 4)
}
