package pages_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
)

func TestAPageSaysThatItIsADraft(t *testing.T) {
	t.Parallel()
	s := pagestest.New()
	service := s.Service().WithPreviews(pagestest.Drafts{})
	page, err := service.Query(context.Background(), pages.Request{Tenant: pagestest.Site, RawPath: "/en/services/delivery?preview=good", Origin: "http://x"})
	require.NoError(t, err)
	require.Contains(t, page.Preview.Text, "Version 7 by mei")
	require.Equal(t, "/preview/good", page.Preview.Link.Href)
	require.True(t, page.Noindex)
	require.Equal(t, "http://x/en/services/delivery", page.Seo.Canonical)
	require.Equal(t, "/zh/services/delivery?preview=good", page.Shell.Languages[1].Href)
	page, err = service.Query(context.Background(), pages.Request{Tenant: pagestest.Site, RawPath: "/en/services/delivery?preview=bad"})
	require.NoError(t, err)
	require.Equal(t, 404, page.Status)
	page, err = service.Query(context.Background(), pages.Request{Tenant: pagestest.Site, RawPath: "/en/services/delivery"})
	require.NoError(t, err)
	require.Nil(t, page.Preview)
}

// What is being written has no version that anybody could look up.
func TestAPageSaysThatItIsBeingWritten(t *testing.T) {
	t.Parallel()
	writing := editor.Preview{Drafts: []string{"zh"}, Versions: map[string]editor.Version{"zh": {Author: "mei"}}}
	for in, want := range map[string]string{"en": "What mei had written by", "zh": "mei 截至"} {
		_, text := pages.PreviewState(writing, "zh", in)
		require.Contains(t, text, want)
	}
}

func TestATextHasItsPage(t *testing.T) {
	t.Parallel()
	for text, want := range map[editor.Text]string{
		{Kind: "service", Name: "delivery"}: "/zh/services/delivery", {Kind: "terms", Name: "privacy-policy"}: "/zh/terms/privacy-policy",
		{Kind: "page", Name: "why-us"}: "/zh/why-us", {Kind: "page", Name: "esim"}: "/zh/esim", {Kind: "faq", Name: "01-plans"}: "/zh/faq",
		{Kind: "page", Name: "nothing"}: "/zh",
	} {
		require.Equal(t, want, pages.TextPath(text, "zh"), text)
	}
}
