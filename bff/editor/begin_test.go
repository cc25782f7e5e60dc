package editor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/editor"
)

func TestANewTextIsThereAsLongAsSomethingIsWritten(t *testing.T) {
	t.Parallel()
	o := open(t)
	news := editor.Text{Kind: "service", Name: "news"}
	var refused *editor.Refused
	require.ErrorAs(t, o.CreateText(t.Context(), mei, refunds), &refused, "it is there")
	require.Equal(t, "there", refused.Code)
	require.NoError(t, o.CreateText(t.Context(), mei, news))
	require.ErrorAs(t, o.CreateText(t.Context(), ben, news), &refused)
	_, err := o.Publish(t.Context(), news, mei, order(false))
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "missing", refused.Code)
	_, err = o.Link(t.Context(), news, editor.PreviewFor)
	require.NoError(t, err)
	list, err := o.Overview(t.Context(), 0)
	require.NoError(t, err)
	var found bool
	for _, one := range list {
		found = found || one.Text == news && one.HasUnpublished()
	}
	require.True(t, found, "it is in the list, and waits")

	for locale, title := range map[string]string{"en": "News", "zh": "新闻"} {
		_, err := o.SaveWorking(t.Context(), mei, says(news, locale, title), editor.Basis{Revision: 1})
		require.NoError(t, err)
	}
	_, err = o.HandIn(t.Context(), mei, news, map[string]int64{"en": 2, "zh": 2})
	require.NoError(t, err)
	o.publish(news, false)
	require.Equal(t, []string{"News", "新闻"}, []string{o.title(news, "en"), o.title(news, "zh")})

	// A site's own begins with the words that all share; thrown away, it is not there.
	own := editor.Text{Tenant: 22, Kind: "service", Name: "refund"}
	require.NoError(t, o.CreateText(t.Context(), mei, own))
	states, err := o.One(t.Context(), refunds)
	require.NoError(t, err)
	working, err := o.Working(t.Context(), own)
	require.NoError(t, err)
	require.Equal(t, states["zh"].Shown.Source, working["zh"].Source)
	for _, locale := range []string{"en", "zh"} {
		_, err := o.Discard(t.Context(), mei, own, locale, working[locale].Revision)
		require.NoError(t, err)
	}
	_, err = o.One(t.Context(), own)
	require.ErrorIs(t, err, editor.ErrNoText)
	require.NoError(t, o.CreateText(t.Context(), ben, own), "and may be begun again")
}
