package wording_test

import (
	"errors"
	"log/slog"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/notify/wording"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/seed/seeded"
)

var (
	mei = audit.By{Actor: "staff:mei@example.com", Author: "Mei"}
	bo  = audit.By{Actor: "staff:bo@example.com", Author: "Bo"}
)

const kind, title = "review_asked", "review_asked.title"

func says(en, zh string) wording.Body { return wording.Body{title: {"en": en, "zh": zh}} }

func TestAMailTextIsChanged(t *testing.T) {
	t.Parallel()
	db := seeded.New(t)
	ctx, s, memory := t.Context(), wording.New(db, clock.NewFake(seeded.Day)), wording.NewMemory(db, slog.New(slog.DiscardHandler))
	shown := func(locale string) string {
		require.NoError(t, memory.Reload(ctx))
		return memory.Overrides(ctx)[locale][title]
	}
	require.Empty(t, shown("en"))
	_, err := db.SQL.Exec(`delete from change_log`)
	require.NoError(t, err)
	require.NoError(t, s.Set(ctx, mei, kind, 0, says("  How was\n it? ", "怎么样？")))
	require.Equal(t, []string{"How was it?", "怎么样？"}, []string{shown("en"), shown("zh")})
	var tags int
	require.NoError(t, db.SQL.QueryRow(`select count(*) from change_log where tag = 'mails'`).Scan(&tags))
	require.Equal(t, 1, tags)

	// Of two who have seen the same, the second is told who was first.
	err = s.Set(ctx, bo, kind, 0, says("Well?", "好吗？"))
	var told *fault.Error
	require.True(t, errors.As(err, &told))
	require.Equal(t, []any{"mails_overtaken", "Mei"}, []any{told.Code, told.Params["author"]})
	require.Equal(t, "details_same", fault.Code(s.Set(ctx, bo, kind, 1, says("How was it?", "怎么样？"))))
	require.Equal(t, "mails_faulty", fault.Code(s.Set(ctx, bo, kind, 1, says("<b>How?</b>", "怎么样？"))))
	require.Equal(t, "mails_faulty", fault.Code(s.Set(ctx, bo, kind, 1, says("How?", ""))))
	require.Equal(t, "mails_faulty", fault.Code(s.Set(ctx, bo, kind, 1, wording.Body{"order_paid.title": {"en": "Paid", "zh": "已付"}})), "of another mail")
	require.Equal(t, "not_found", fault.Code(s.Set(ctx, bo, "method", 0, wording.Body{})))

	// Back to what the shop came with, and forth to the version before.
	require.NoError(t, s.Restore(ctx, bo, kind, 1, 0))
	require.Empty(t, shown("en"))
	history, err := s.History(ctx, kind)
	require.NoError(t, err)
	require.Equal(t, []string{"Bo", "Mei"}, []string{history[0].Author, history[1].Author})
	require.NoError(t, s.Restore(ctx, bo, kind, 2, history[1].ID))
	require.Equal(t, "How was it?", shown("en"))
	require.Equal(t, "not_found", fault.Code(s.Restore(ctx, bo, kind, 3, 99)))
	var log string
	require.NoError(t, db.SQL.QueryRow(`select string_agg(actor || ' ' || action, ', ' order by id) from audit_log where entity = 'mail'`).Scan(&log))
	require.Equal(t, "staff:mei@example.com change, staff:bo@example.com restore, staff:bo@example.com restore", log)

	// What does not fit any more with a new version of the shop is not used.
	require.NoError(t, pg.Exec(db.Conn(ctx), "break", `update mail_text set body = '{"review_asked.title": {"en": "{{gone}}", "zh": "好"}, "review_asked.old": {}}'`))
	require.Empty(t, shown("zh"))
}

// Two who save at the same moment: one of them is told.
func TestAConcurrentSaveIsRefused(t *testing.T) {
	t.Parallel()
	db := seeded.New(t)
	s := wording.New(db, clock.NewFake(seeded.Day))
	var both sync.WaitGroup
	errs := make([]error, 2)
	for i, by := range []audit.By{mei, bo} {
		both.Go(func() { errs[i] = s.Set(t.Context(), by, kind, 0, says(by.Author, by.Author)) })
	}
	both.Wait()
	require.ElementsMatch(t, []string{"", "mails_overtaken"}, []string{fault.Code(errs[0]), fault.Code(errs[1])})
	history, err := s.History(t.Context(), kind)
	require.NoError(t, err)
	require.Len(t, history, 1)
}

// Mails read the texts of staff from memory, and are sent while nobody can read them.
func TestMailsReadStaffTextsFromMemory(t *testing.T) {
	t.Parallel()
	db := seeded.New(t)
	memory := wording.NewMemory(db, slog.New(slog.DiscardHandler))
	require.NoError(t, wording.New(db, clock.NewFake(seeded.Day)).Set(t.Context(), mei, kind, 0, says("How was it?", "怎么样？")))
	require.Equal(t, "How was it?", memory.Overrides(t.Context())["en"][title], "read when it is first asked")
	never := wording.NewMemory(db, slog.New(slog.DiscardHandler))
	require.NoError(t, db.SQL.Close())
	require.Equal(t, "How was it?", memory.Overrides(t.Context())["en"][title])
	require.Nil(t, never.Overrides(t.Context()))
	_, err := notify.Preview(never.Overrides(t.Context()), kind, "en")
	require.NoError(t, err)
}
