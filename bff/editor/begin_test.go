package editor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

func TestANewTextIsThereAsLongAsSomethingIsWritten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	news := editor.Text{Kind: "service", Name: "news"}
	var refused *editor.Refused
	require.ErrorAs(t, f.CreateText(t.Context(), mei, refunds), &refused, "it is there")
	require.Equal(t, "there", refused.Code)
	for range 2 { // The answer to the first request was lost.
		require.NoError(t, f.CreateText(t.Context(), mei, news))
	}
	require.Equal(t, "1", pgtest.Text(t, f.db, `select count(*)::text from audit_log where action = 'begin' and entity_id like '%news%'`))
	require.ErrorAs(t, f.CreateText(t.Context(), ben, news), &refused)
	_, err := f.Publish(t.Context(), news, mei, publishOrder(false))
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "missing", refused.Code)
	_, err = f.Link(t.Context(), news, editor.PreviewFor)
	require.NoError(t, err)
	list, err := f.Overview(t.Context(), 0)
	require.NoError(t, err)
	var found bool
	for _, one := range list {
		found = found || one.Text == news && one.HasUnpublished()
	}
	require.True(t, found, "it is in the list, and waits")

	for locale, title := range map[string]string{"en": "News", "zh": "新闻"} {
		_, err := f.SaveWorking(t.Context(), mei, fileWithTitle(news, locale, title), editor.Basis{Revision: 1})
		require.NoError(t, err)
	}
	require.ErrorAs(t, f.CreateText(t.Context(), mei, news), &refused, "something is written in it")
	_, err = f.HandIn(t.Context(), mei, news, map[string]int64{"en": 2, "zh": 2})
	require.NoError(t, err)
	f.publishText(news, false)
	require.Equal(t, []string{"News", "新闻"}, []string{f.publishedTitle(news, "en"), f.publishedTitle(news, "zh")})

	// A site's own begins with the words that all share; thrown away, it is not there.
	own := editor.Text{Tenant: 22, Kind: "service", Name: "refund"}
	require.NoError(t, f.CreateText(t.Context(), mei, own))
	states, err := f.One(t.Context(), refunds)
	require.NoError(t, err)
	working, err := f.Working(t.Context(), own)
	require.NoError(t, err)
	require.Equal(t, states["zh"].Shown.Source, working["zh"].Source)
	for _, locale := range []string{"en", "zh"} {
		_, err := f.Discard(t.Context(), mei, own, locale, working[locale].Revision)
		require.NoError(t, err)
	}
	_, err = f.One(t.Context(), own)
	require.ErrorIs(t, err, editor.ErrNoText)
	require.NoError(t, f.CreateText(t.Context(), ben, own), "and may be begun again")
}
