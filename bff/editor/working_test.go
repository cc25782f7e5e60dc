package editor_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/editor"
)

func (f fixture) saveWorking(who editor.Actor, lang, title string, on editor.Basis) (editor.Working, error) {
	return f.SaveWorking(f.t.Context(), who, fileWithTitle(refunds, lang, title), on)
}

func (f fixture) mustSaveWorking(who editor.Actor, lang, title string, on editor.Basis) editor.Working {
	f.t.Helper()
	w, err := f.saveWorking(who, lang, title, on)
	require.NoError(f.t, err)
	return w
}

func (f fixture) readWorking(lang string) editor.Working {
	f.t.Helper()
	all, err := f.Working(f.t.Context(), refunds)
	require.NoError(f.t, err)
	return all[lang]
}

func TestWordsAreSavedWhileTheyAreTyped(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	require.Contains(t, f.readWorking("en").Source, "title: Refunds", "it begins with what is shown")
	require.EqualValues(t, 1, f.mustSaveWorking(mei, "en", "M", editor.Basis{}).Revision)
	require.EqualValues(t, 2, f.mustSaveWorking(mei, "en", "Mo", editor.Basis{Revision: 1}).Revision)
	require.EqualValues(t, 2, f.mustSaveWorking(mei, "en", "Mo", editor.Basis{Revision: 1}).Revision,
		"the answer was lost, and the save comes again")
	w := f.mustSaveWorking(mei, "en", "not: finished", editor.Basis{Revision: 2})
	require.True(t, w.Dirty)
	require.Equal(t, "Refunds", f.publishedTitle(refunds, "en"))
	states, err := f.One(t.Context(), refunds)
	require.NoError(t, err)
	require.Nil(t, states["en"].Draft, "nothing is handed in")

	broken := fileWithTitle(refunds, "en", "x")
	broken.Source = "no front matter yet"
	_, err = f.SaveWorking(t.Context(), mei, broken, editor.Basis{Revision: 3})
	require.NoError(t, err, "half a text is kept, too")
	_, err = f.HandIn(t.Context(), mei, refunds, map[string]int64{"en": 4})
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "faulty", refused.Code)
	for _, bad := range []string{"\xff", "\x00", strings.Repeat("x", 200_001)} {
		broken.Source = bad
		_, err = f.SaveWorking(t.Context(), mei, broken, editor.Basis{Revision: 4})
		require.ErrorAs(t, err, &refused)
	}
}

func TestAConcurrentSaveIsRefusedAndKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustSaveWorking(mei, "en", "Mei", editor.Basis{})
	_, err := f.saveWorking(ben, "en", "Ben", editor.Basis{})
	var overtaken *editor.ConflictError
	require.ErrorAs(t, err, &overtaken)
	require.Contains(t, overtaken.Now.Source, "title: Mei")
	require.Equal(t, "mei", overtaken.Now.Author)
	aside, err := f.DiscardedTexts(t.Context(), ben, refunds)
	require.NoError(t, err)
	require.Len(t, aside, 1)
	require.Equal(t, overtaken.DiscardedID, aside[0].ID)
	require.Contains(t, aside[0].Source, "title: Ben")
	hers, err := f.DiscardedTexts(t.Context(), mei, refunds)
	require.NoError(t, err)
	require.Empty(t, hers, "nobody else sees them")
	require.NoError(t, f.DeleteDiscardedText(t.Context(), mei, aside[0].ID))
	aside, err = f.DiscardedTexts(t.Context(), ben, refunds)
	require.NoError(t, err)
	require.Len(t, aside, 1, "and nobody else deletes them")

	var errs [2]error
	var group sync.WaitGroup
	for i, who := range []editor.Actor{mei, ben} {
		group.Go(func() { _, errs[i] = f.saveWorking(who, "en", "At once, "+who.Name, editor.Basis{Revision: 1}) })
	}
	group.Wait()
	require.True(t, (errs[0] == nil) != (errs[1] == nil), "one of two who save at once: %v", errs)
}

func TestEditorsSeeEachOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	be := func(who editor.Actor, locale string) []editor.Present {
		others, err := f.MarkPresent(t.Context(), who, refunds, locale)
		require.NoError(t, err)
		return others
	}
	require.Empty(t, be(mei, "en"))
	others := be(ben, "")
	require.Len(t, others, 1)
	require.Equal(t, []string{"mei", "en"}, []string{others[0].Author, others[0].Locale})
	require.NoError(t, f.MarkAbsent(t.Context(), ben, refunds))
	require.Empty(t, be(mei, "en"))
	f.clock.Advance(editor.PresentFor)
	require.Empty(t, be(ben, "zh"), "whoever says nothing is gone")
}

func TestWordsThatAreHandedInAreADraft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustSaveWorking(mei, "en", "Money back", editor.Basis{})
	versions, err := f.HandIn(t.Context(), mei, refunds, map[string]int64{"en": 1})
	require.NoError(t, err)
	require.Len(t, versions, 2)
	again, err := f.HandIn(t.Context(), mei, refunds, map[string]int64{"en": 1})
	require.NoError(t, err)
	require.Equal(t, versions, again, "the same again is no other version")
	var overtaken *editor.ConflictError
	_, err = f.HandIn(t.Context(), mei, refunds, map[string]int64{"en": 7})
	require.ErrorAs(t, err, &overtaken)

	// The command line hands in another one: words that were not typed follow it, typed ones do not hide it.
	f.saveFiles(fileWithTitle(refunds, "en", "From git"))
	require.Contains(t, f.readWorking("en").Source, "From git")
	_, err = f.saveWorking(mei, "en", "Typed", editor.Basis{Revision: 1, Version: versions["en"]})
	require.ErrorAs(t, err, &overtaken, "based on what is not the newest")
	w := f.mustSaveWorking(mei, "en", "Typed", editor.Basis{Revision: 1, Version: overtaken.Now.Newest})
	newer := f.saveFiles(fileWithTitle(refunds, "en", "From git again"))[0]
	_, err = f.HandIn(t.Context(), mei, refunds, map[string]int64{"en": w.Revision})
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "unseen", refused.Code)
	require.Contains(t, f.readWorking("en").Source, "Typed")
	require.NoError(t, f.Adopt(t.Context(), mei, refunds, "en", editor.Basis{Revision: w.Revision, Version: newer}))
	_, err = f.HandIn(t.Context(), mei, refunds, map[string]int64{"en": w.Revision})
	require.NoError(t, err)
}

func TestWritingGoesOnAfterHandingIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	w := f.mustSaveWorking(mei, "en", "Money back", editor.Basis{})
	_, err := f.HandIn(t.Context(), ben, refunds, map[string]int64{"en": w.Revision})
	require.NoError(t, err)
	// The browser still names the version that there was when it read the text.
	w = f.mustSaveWorking(mei, "en", "Money back now", editor.Basis{Revision: w.Revision, Version: w.Newest})
	_, err = f.HandIn(t.Context(), mei, refunds, map[string]int64{"en": w.Revision})
	require.NoError(t, err, "it is based on the version that was handed in")

	f.saveFiles(fileWithTitle(refunds, "en", "From git"))
	var overtaken *editor.ConflictError
	_, err = f.saveWorking(mei, "en", "Typed", editor.Basis{Revision: w.Revision, Version: w.Newest})
	require.ErrorAs(t, err, &overtaken, "a version with other words is one that nobody here has seen")
}

func TestDiscardedTextIsStored(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustSaveWorking(mei, "en", "Thrown away", editor.Basis{})
	w, err := f.Discard(t.Context(), ben, refunds, "en", 1)
	require.NoError(t, err)
	require.False(t, w.Dirty)
	require.Contains(t, w.Source, "title: Refunds")
	aside, err := f.DiscardedTexts(t.Context(), ben, refunds)
	require.NoError(t, err)
	require.Contains(t, aside[0].Source, "Thrown away")
}

func TestALivePreviewShowsWhatIsBeingWritten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token, err := f.Live(refunds)
	require.NoError(t, err)
	title := func() string {
		p, err := f.Open(t.Context(), 20, token)
		require.NoError(t, err)
		page, _, err := p.Page("service", "refund", "en")
		require.NoError(t, err)
		return page.Title
	}
	require.Equal(t, "Refunds", title())
	f.mustSaveWorking(mei, "en", "Typed", editor.Basis{})
	require.Equal(t, "Typed", title())
	p, err := f.Open(t.Context(), 20, token)
	require.NoError(t, err)
	require.Zero(t, p.Versions["en"].ID, "nobody has handed it in")
	half := fileWithTitle(refunds, "en", "x")
	half.Source = "---\ntitle: Half\n---\n"
	_, err = f.SaveWorking(t.Context(), mei, half, editor.Basis{Revision: 1})
	require.NoError(t, err)
	require.Equal(t, "Refunds", title(), "what no page can show is not shown")
	f.clock.Advance(editor.LiveFor)
	_, err = f.Open(t.Context(), 20, token)
	require.ErrorIs(t, err, editor.ErrPreview)
}

func TestALinkForColleaguesIsTakenBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saveFiles(fileWithTitle(refunds, "en", "Money back"))
	token, until, err := f.CreateLink(t.Context(), refunds, mei, time.Hour)
	require.NoError(t, err)
	require.Equal(t, f.clock.Now().Add(time.Hour), until)
	_, err = f.Open(t.Context(), 20, token)
	require.NoError(t, err)
	links, err := f.Links(t.Context(), refunds)
	require.NoError(t, err)
	require.Len(t, links, 1)
	same, err := f.TokenOf(t.Context(), refunds, links[0].ID)
	require.NoError(t, err)
	p, err := f.Open(t.Context(), 20, same)
	require.NoError(t, err)
	require.Equal(t, "Money back", editor.Field(p.Versions["en"].Source, "title"))
	require.NotZero(t, p.Versions["en"].ID)
	changed, err := f.Revoke(t.Context(), editor.Text{Kind: "service", Name: "delivery"}, mei, links[0].ID)
	require.NoError(t, err)
	require.False(t, changed, "it is of another text")
	changed, err = f.Revoke(t.Context(), refunds, ben, links[0].ID)
	require.NoError(t, err)
	require.True(t, changed)
	_, err = f.Open(t.Context(), 20, token)
	require.ErrorIs(t, err, editor.ErrPreview)
	same, err = f.TokenOf(t.Context(), refunds, links[0].ID)
	require.NoError(t, err)
	require.Empty(t, same)
	for _, bad := range []time.Duration{0, editor.LinkUpTo + 1} {
		_, _, err = f.CreateLink(t.Context(), refunds, mei, bad)
		require.Error(t, err)
	}
}

func TestWritingOnAnApprovedTextReopensItsReview(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	state := func() editor.ReviewState {
		r, err := f.Review(t.Context(), refunds)
		require.NoError(t, err)
		return r.State
	}
	require.Equal(t, editor.Draft, state())
	require.Error(t, f.SetReview(t.Context(), mei, refunds, "maybe"))
	f.mustSaveWorking(mei, "en", "Money back", editor.Basis{})
	require.NoError(t, f.SetReview(t.Context(), mei, refunds, editor.InReview))
	require.NoError(t, f.SetReview(t.Context(), ben, refunds, editor.Approved))
	require.Equal(t, editor.Approved, state())
	f.mustSaveWorking(mei, "en", "Money back again", editor.Basis{Revision: 1})
	require.Equal(t, editor.Draft, state())

	require.Error(t, f.Comment(t.Context(), ben, refunds, editor.Comment{Body: " "}))
	require.NoError(t, f.Comment(t.Context(), ben, refunds, editor.Comment{Locale: "en", Quote: "again", Body: "<script>alert(1)</script>"}))
	list, err := f.Comments(t.Context(), refunds)
	require.NoError(t, err)
	require.Equal(t, "<script>alert(1)</script>", list[0].Body)
	for _, want := range []bool{true, false} {
		done, err := f.Resolve(t.Context(), mei, refunds, list[0].ID)
		require.NoError(t, err)
		require.Equal(t, want, done)
	}
	all, err := f.Overview(t.Context(), 0)
	require.NoError(t, err)
	for _, one := range all {
		if one.Text == refunds {
			require.True(t, one.Working["en"].Dirty)
			require.Zero(t, one.Open)
			require.Equal(t, "Money back again", one.Title("en"))
			require.True(t, one.Has("MONEY again"))
			require.False(t, one.Has("money nowhere"))
		}
	}
}
