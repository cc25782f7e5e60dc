package pages_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func TestQueryFindsThePage(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		path, kind, want string
		status           int
	}{
		{"/en/home", "home", "/en/home", 200},
		{"/EN/Home/?utm=1", "home", "/en/home", 200},
		{"/zh/travel-card/asia?sort=2&x=1", "group", "/zh/travel-card/asia?sort=2", 200},
		{"/en/travel-card/atlantis", "not_found", "/en/travel-card/atlantis", 404},
		{"/en/travel-card/listing?countries=ZZ", "not_found", "/en/travel-card/listing", 404},
		{"/en/travel-card/asia/nothing", "not_found", "/en/travel-card/asia/nothing", 404},
		{"/en/services/delivery", "service", "/en/services/delivery", 200},
		{"/en/services/secrets", "not_found", "/en/services/secrets", 404},
		{"/en/test/payment", "not_found", "/en/test/payment", 404},
		{"/en/no/such/page", "not_found", "/en/no/such/page", 404},
		{"/nothing", "not_found", "/en/nothing", 404},
		{"/en/my-order?orderNo=1", "track", "/en/my-order?orderNo=1", 200},
	} {
		p := pagestest.Query(t, tc.path)
		require.Equal(t, tc.kind, p.Kind, tc.path)
		require.Equal(t, tc.status, p.Status, tc.path)
		require.Equal(t, tc.want, p.Path, tc.path)
		require.Equal(t, "b1", p.Shell.BuildId, tc.path)
		if tc.status == 404 {
			require.IsType(t, gen.NotFoundPage{}, p.Data)
			require.True(t, p.Noindex)
			require.Empty(t, p.Seo.Alternates)
		}
	}
	require.Equal(t, "/en/no/such/page", pagestest.Query(t, "/en/no/such/page").Data.(gen.NotFoundPage).Path)
}

func TestPrivatePagesSayWhoTheyAreFor(t *testing.T) {
	t.Parallel()
	for path, private := range map[string]bool{"/en/cart": true, "/en/home": false, "/en/no/such/page": false} {
		for _, in := range []bool{true, false} {
			p := pagestest.Query(t, path, func(r *pages.Request) { r.LoggedIn = in })
			if !private {
				require.Nil(t, p.IsLogin, path)
				continue
			}
			require.Equal(t, in, *p.IsLogin, path)
		}
	}
}

func TestQueryRedirects(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		path   string
		login  bool
		to     string
		status int
	}{
		{"/", false, "/en/home", 302},
		{"/zh", false, "/zh/home", 302},
		{"/cart?x=1", false, "/en/cart?x=1", 302},
		{"/en/order", false, "/en/cart", 302},
		{"/en/my-account/orders?tab=waiting&x=1", false, "/en/login?redirect=/en/my-account/orders%3Ftab%3Dwaiting", 302},
		{"/en/travel-card/europe/jp-3g-7", false, "/en/travel-card/asia/jp-3g-7", 308},
		{"/en/login?redirect=/en/my-account", true, "/en/my-account", 302},
		{"/zh/my-account?section=orders", true, "/zh/my-account/orders", 302},
		{"/en/my-account?section=delete", true, "/en/my-account/delete-account", 302},
		{"/en/my-account?section=rewards", true, "/en/my-account/rewards", 302},
		{"/en/my-account?section=password", true, "/en/my-account#password", 302},
		{"/en/signup?redirect=//evil.example", true, "/en/my-account", 302},
	} {
		p := pagestest.Query(t, tc.path, func(r *pages.Request) { r.LoggedIn = tc.login })
		require.NotNil(t, p.Redirect, tc.path)
		require.Equal(t, tc.to, p.Redirect.To, tc.path)
		require.Equal(t, tc.status, p.Redirect.Status, tc.path)
		require.True(t, p.Noindex)
	}
	require.Nil(t, pagestest.Query(t, "/en/my-account", pagestest.LoggedIn).Redirect)
	require.Equal(t, gen.AuthPage{Redirect: "/zh/order?buyNow=a"}, pagestest.Query(t, "/zh/login?redirect=%2Fzh%2Forder%3FbuyNow%3Da").Data)
	require.Equal(t, gen.AuthPage{}, pagestest.Query(t, "/en/login?redirect=https://evil.example").Data)
}

func TestQueryFailsOnlyWhenThePageCannotBeGathered(t *testing.T) {
	t.Parallel()
	ask := func(change func(*pagestest.Shop), path string) (pages.Result, error) {
		s := pagestest.New()
		service := s.Service()
		change(s)
		return service.Query(context.Background(), pages.Request{Tenant: pagestest.Site, RawPath: path, Origin: pagestest.Origin})
	}
	down := errors.New("the database is down")
	_, err := ask(func(s *pagestest.Shop) { s.CartErr = down }, "/en/cart")
	require.ErrorIs(t, err, down)
	_, err = ask(func(s *pagestest.Shop) { s.ShellErr = down }, "/en/home")
	require.ErrorIs(t, err, down)
	p, err := ask(func(s *pagestest.Shop) { s.CartErr = fault.New("login_required") }, "/en/cart")
	require.NoError(t, err)
	require.Equal(t, "/en/login?redirect=/en/cart", p.Redirect.To)
	_, err = ask(func(*pagestest.Shop) {}, "")
	require.Equal(t, "validation_failed", fault.Code(err))
}

func TestTheSourceIsAskedInCanonicalTerms(t *testing.T) {
	t.Parallel()
	s := pagestest.New()
	service := s.Service()
	_, err := service.Query(context.Background(), pages.Request{
		Tenant: pagestest.Site, RawPath: "/zh/travel-card/ASIA?countries=kr&countries=JP&utm=1&page=1", Origin: pagestest.Origin + "/", LoggedIn: true,
	})
	require.NoError(t, err)
	require.Len(t, s.Asked, 1)
	a := s.Asked[0]
	require.Equal(t, "zh", a.Locale)
	require.Equal(t, map[string]string{"group": "asia"}, a.Params)
	require.Equal(t, map[string][]string{"countries": {"JP,KR"}}, map[string][]string(a.Query))
	require.Equal(t, pagestest.Origin, a.Origin)
	require.True(t, a.LoggedIn)
	require.Equal(t, pages.Group, a.Kind)
}

func TestLanguagesLeadToTheSamePage(t *testing.T) {
	t.Parallel()
	got := pagestest.Query(t, "/zh/travel-card/asia?data=lt5&utm=1").Shell.Languages
	require.Equal(t, []gen.ShellLanguage{
		{Locale: "en", Label: "English", Href: "/en/travel-card/asia?data=lt5"},
		{Locale: "zh", Label: "简体中文", Href: "/zh/travel-card/asia?data=lt5"},
	}, got)
	require.Equal(t, "/zh/no/page", pagestest.Query(t, "/en/no/page").Shell.Languages[1].Href)
	back := pagestest.Query(t, "/en/login?redirect=%2Fen%2Fmy-account%2Forders%3Ftab%3Dwaiting").Shell.Languages
	require.Equal(t, "/en/login?redirect=%2Fen%2Fmy-account%2Forders%3Ftab%3Dwaiting", back[0].Href)
	require.Equal(t, "/zh/login?redirect=%2Fzh%2Fmy-account%2Forders%3Ftab%3Dwaiting", back[1].Href)
}

func TestDataIsTheKindsType(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(pagestest.Query(t, "/en/contact").PageQuery)
	require.NoError(t, err)
	require.Contains(t, string(raw), `"data":{}`)
}
