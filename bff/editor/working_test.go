package editor_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/editor"
)

func (o office) writes(who editor.Actor, lang, title string, on editor.Basis) (editor.Working, error) {
	return o.SaveWorking(o.t.Context(), who, says(refunds, lang, title), on)
}

func (o office) wrote(who editor.Actor, lang, title string, on editor.Basis) editor.Working {
	o.t.Helper()
	w, err := o.writes(who, lang, title, on)
	require.NoError(o.t, err)
	return w
}

func (o office) working(lang string) editor.Working {
	o.t.Helper()
	all, err := o.Working(o.t.Context(), refunds)
	require.NoError(o.t, err)
	return all[lang]
}

func TestWordsAreSavedWhileTheyAreTyped(t *testing.T) {
	t.Parallel()
	o := open(t)
	require.Contains(t, o.working("en").Source, "title: Refunds", "it begins with what is shown")
	require.EqualValues(t, 1, o.wrote(mei, "en", "M", editor.Basis{}).Revision)
	require.EqualValues(t, 2, o.wrote(mei, "en", "Mo", editor.Basis{Revision: 1}).Revision)
	require.EqualValues(t, 2, o.wrote(mei, "en", "Mo", editor.Basis{Revision: 1}).Revision, "the answer was lost, and the save comes again")
	w := o.wrote(mei, "en", "not: finished", editor.Basis{Revision: 2})
	require.True(t, w.Dirty)
	require.Equal(t, "Refunds", o.title(refunds, "en"))
	states, err := o.One(t.Context(), refunds)
	require.NoError(t, err)
	require.Nil(t, states["en"].Draft, "nothing is handed in")

	broken := says(refunds, "en", "x")
	broken.Source = "no front matter yet"
	_, err = o.SaveWorking(t.Context(), mei, broken, editor.Basis{Revision: 3})
	require.NoError(t, err, "half a text is kept, too")
	_, err = o.HandIn(t.Context(), mei, refunds, map[string]int64{"en": 4})
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "faulty", refused.Code)
	for _, bad := range []string{"\xff", "\x00", strings.Repeat("x", 200_001)} {
		broken.Source = bad
		_, err = o.SaveWorking(t.Context(), mei, broken, editor.Basis{Revision: 4})
		require.ErrorAs(t, err, &refused)
	}
}

func TestOfTwoEditorsTheSecondIsToldAndLosesNothing(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.wrote(mei, "en", "Mei", editor.Basis{})
	_, err := o.writes(ben, "en", "Ben", editor.Basis{})
	var overtaken *editor.Overtaken
	require.ErrorAs(t, err, &overtaken)
	require.Contains(t, overtaken.Now.Source, "title: Mei")
	require.Equal(t, "mei", overtaken.Now.Author)
	aside, err := o.Asides(t.Context(), ben, refunds)
	require.NoError(t, err)
	require.Len(t, aside, 1)
	require.Equal(t, overtaken.Aside, aside[0].ID)
	require.Contains(t, aside[0].Source, "title: Ben")
	hers, err := o.Asides(t.Context(), mei, refunds)
	require.NoError(t, err)
	require.Empty(t, hers, "nobody else sees them")
	require.NoError(t, o.ForgetAside(t.Context(), mei, aside[0].ID))
	aside, err = o.Asides(t.Context(), ben, refunds)
	require.NoError(t, err)
	require.Len(t, aside, 1, "and nobody else forgets them")

	var errs [2]error
	var group sync.WaitGroup
	for i, who := range []editor.Actor{mei, ben} {
		group.Go(func() { _, errs[i] = o.writes(who, "en", "At once, "+who.Name, editor.Basis{Revision: 1}) })
	}
	group.Wait()
	require.True(t, (errs[0] == nil) != (errs[1] == nil), "one of two who save at once: %v", errs)
}

func TestEditorsSeeEachOther(t *testing.T) {
	t.Parallel()
	o := open(t)
	be := func(who editor.Actor, locale string) []editor.Present {
		others, err := o.MarkPresent(t.Context(), who, refunds, locale)
		require.NoError(t, err)
		return others
	}
	require.Empty(t, be(mei, "en"))
	others := be(ben, "")
	require.Len(t, others, 1)
	require.Equal(t, []string{"mei", "en"}, []string{others[0].Author, others[0].Locale})
	require.NoError(t, o.MarkAbsent(t.Context(), ben, refunds))
	require.Empty(t, be(mei, "en"))
	o.clock.Advance(editor.PresentFor)
	require.Empty(t, be(ben, "zh"), "whoever says nothing is gone")
}

func TestWordsThatAreHandedInAreADraft(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.wrote(mei, "en", "Money back", editor.Basis{})
	versions, err := o.HandIn(t.Context(), mei, refunds, map[string]int64{"en": 1})
	require.NoError(t, err)
	require.Len(t, versions, 2)
	again, err := o.HandIn(t.Context(), mei, refunds, map[string]int64{"en": 1})
	require.NoError(t, err)
	require.Equal(t, versions, again, "the same again is no other version")
	var overtaken *editor.Overtaken
	_, err = o.HandIn(t.Context(), mei, refunds, map[string]int64{"en": 7})
	require.ErrorAs(t, err, &overtaken)

	// The command line hands in another one: words that were not typed follow it, typed ones do not hide it.
	o.save(says(refunds, "en", "From git"))
	require.Contains(t, o.working("en").Source, "From git")
	_, err = o.writes(mei, "en", "Typed", editor.Basis{Revision: 1, Version: versions["en"]})
	require.ErrorAs(t, err, &overtaken, "based on what is not the newest")
	w := o.wrote(mei, "en", "Typed", editor.Basis{Revision: 1, Version: overtaken.Now.Newest})
	newer := o.save(says(refunds, "en", "From git again"))[0]
	_, err = o.HandIn(t.Context(), mei, refunds, map[string]int64{"en": w.Revision})
	var refused *editor.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "unseen", refused.Code)
	require.Contains(t, o.working("en").Source, "Typed")
	require.NoError(t, o.Adopt(t.Context(), mei, refunds, "en", editor.Basis{Revision: w.Revision, Version: newer}))
	_, err = o.HandIn(t.Context(), mei, refunds, map[string]int64{"en": w.Revision})
	require.NoError(t, err)
}

func TestWordsThatAreThrownAwayAreKeptAside(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.wrote(mei, "en", "Thrown away", editor.Basis{})
	w, err := o.Discard(t.Context(), ben, refunds, "en", 1)
	require.NoError(t, err)
	require.False(t, w.Dirty)
	require.Contains(t, w.Source, "title: Refunds")
	aside, err := o.Asides(t.Context(), ben, refunds)
	require.NoError(t, err)
	require.Contains(t, aside[0].Source, "Thrown away")
}

func TestALivePreviewShowsWhatIsBeingWritten(t *testing.T) {
	t.Parallel()
	o := open(t)
	token, err := o.Live(refunds)
	require.NoError(t, err)
	title := func() string {
		p, err := o.Open(t.Context(), 20, token)
		require.NoError(t, err)
		page, _, err := p.Page("service", "refund", "en")
		require.NoError(t, err)
		return page.Title
	}
	require.Equal(t, "Refunds", title())
	o.wrote(mei, "en", "Typed", editor.Basis{})
	require.Equal(t, "Typed", title())
	p, err := o.Open(t.Context(), 20, token)
	require.NoError(t, err)
	require.Zero(t, p.Versions["en"].ID, "nobody has handed it in")
	half := says(refunds, "en", "x")
	half.Source = "---\ntitle: Half\n---\n"
	_, err = o.SaveWorking(t.Context(), mei, half, editor.Basis{Revision: 1})
	require.NoError(t, err)
	require.Equal(t, "Refunds", title(), "what no page can show is not shown")
	o.clock.Advance(editor.LiveFor)
	_, err = o.Open(t.Context(), 20, token)
	require.ErrorIs(t, err, editor.ErrPreview)
}

func TestALinkForColleaguesIsTakenBack(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.save(says(refunds, "en", "Money back"))
	token, until, err := o.CreateLink(t.Context(), refunds, mei, time.Hour)
	require.NoError(t, err)
	require.Equal(t, o.clock.Now().Add(time.Hour), until)
	_, err = o.Open(t.Context(), 20, token)
	require.NoError(t, err)
	links, err := o.Links(t.Context(), refunds)
	require.NoError(t, err)
	require.Len(t, links, 1)
	same, err := o.TokenOf(t.Context(), refunds, links[0].ID)
	require.NoError(t, err)
	p, err := o.Open(t.Context(), 20, same)
	require.NoError(t, err)
	require.Equal(t, "Money back", editor.Field(p.Versions["en"].Source, "title"))
	require.NotZero(t, p.Versions["en"].ID)
	changed, err := o.Revoke(t.Context(), editor.Text{Kind: "service", Name: "delivery"}, mei, links[0].ID)
	require.NoError(t, err)
	require.False(t, changed, "it is of another text")
	changed, err = o.Revoke(t.Context(), refunds, ben, links[0].ID)
	require.NoError(t, err)
	require.True(t, changed)
	_, err = o.Open(t.Context(), 20, token)
	require.ErrorIs(t, err, editor.ErrPreview)
	same, err = o.TokenOf(t.Context(), refunds, links[0].ID)
	require.NoError(t, err)
	require.Empty(t, same)
	for _, bad := range []time.Duration{0, editor.LinkUpTo + 1} {
		_, _, err = o.CreateLink(t.Context(), refunds, mei, bad)
		require.Error(t, err)
	}
}

func TestWritingOnAnApprovedTextReopensItsReview(t *testing.T) {
	t.Parallel()
	o := open(t)
	state := func() editor.ReviewState {
		r, err := o.Review(t.Context(), refunds)
		require.NoError(t, err)
		return r.State
	}
	require.Equal(t, editor.Draft, state())
	require.Error(t, o.SetReview(t.Context(), mei, refunds, "maybe"))
	o.wrote(mei, "en", "Money back", editor.Basis{})
	require.NoError(t, o.SetReview(t.Context(), mei, refunds, editor.InReview))
	require.NoError(t, o.SetReview(t.Context(), ben, refunds, editor.Approved))
	require.Equal(t, editor.Approved, state())
	o.wrote(mei, "en", "Money back again", editor.Basis{Revision: 1})
	require.Equal(t, editor.Draft, state())

	require.Error(t, o.Comment(t.Context(), ben, refunds, editor.Comment{Body: " "}))
	require.NoError(t, o.Comment(t.Context(), ben, refunds, editor.Comment{Locale: "en", Quote: "again", Body: "<script>alert(1)</script>"}))
	list, err := o.Comments(t.Context(), refunds)
	require.NoError(t, err)
	require.Equal(t, "<script>alert(1)</script>", list[0].Body)
	for _, want := range []bool{true, false} {
		done, err := o.Resolve(t.Context(), mei, refunds, list[0].ID)
		require.NoError(t, err)
		require.Equal(t, want, done)
	}
	all, err := o.Overview(t.Context(), 0)
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
