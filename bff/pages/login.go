package pages

import (
	"context"
	"net/url"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// The pages before a login.
const (
	Login          Kind = "login"
	Signup         Kind = "signup"
	ForgotPassword Kind = "forgot_password"
)

var (
	loginQuery = []Param{{Name: "redirect"}, {Name: "referral"}}

	loginPage  = Page[gen.AuthPage]{Row: Row{Kind: Login, Pattern: "/login", Private: true, Query: loginQuery}, Data: guestData}
	signupPage = Page[gen.AuthPage]{Row: Row{Kind: Signup, Pattern: "/signup", Private: true, Query: loginQuery}, Data: guestData}

	forgotPasswordPage = Page[gen.AuthPage]{
		Row: Row{Kind: ForgotPassword, Pattern: "/forgot-password", Private: true, Query: loginQuery}, Data: authData,
	}
)

// guestData gathers a page on which somebody who is logged in has nothing to do.
func guestData(ctx context.Context, s *Source, a PageContext) (gen.AuthPage, error) {
	page, err := authData(ctx, s, a)
	if err != nil || !a.LoggedIn {
		return page, err
	}
	if page.Redirect == "" {
		return page, RedirectTo(Account, a.Locale, nil)
	}
	return page, &Redirect{To: page.Redirect}
}

// authData reads where the visitor goes on after a login, and who recommended the shop.
func authData(_ context.Context, _ *Source, a PageContext) (gen.AuthPage, error) {
	return gen.AuthPage{Redirect: SafeRedirect(a.Query.Get("redirect")), Referral: a.Query.Get("referral")}, nil
}

// toLogin leads to the login, and from there back.
func toLogin(locale string, at place) *Redirect {
	back := strings.ReplaceAll(url.QueryEscape(at.path+at.query), "%2F", "/")
	return &Redirect{To: Path(Login, locale, nil) + "?redirect=" + back}
}

// SafeRedirect returns to when it is a page path of this shop, else "": an address of another site never comes back.
func SafeRedirect(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || strings.ContainsAny(to, "\\\r\n\t") {
		return ""
	}
	path, ok := normalPath(u.EscapedPath())
	if !ok { // a browser would read it in its own way
		return ""
	}
	if locale, rest := SplitLocale(path); locale == "" || rest == "" || path != u.EscapedPath() {
		return ""
	}
	return to
}
