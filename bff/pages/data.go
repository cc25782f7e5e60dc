package pages

import (
	"context"
	"net/url"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// data returns what a page shows, of the contract's type for its kind.
func (s *PageService) data(ctx context.Context, a Ask, at place) (any, error) {
	if at.row.Login && !a.LoggedIn {
		return nil, toLogin(a.Locale, at)
	}
	data, err := s.gather(ctx, a)
	if fault.Code(err) == "login_required" {
		return nil, toLogin(a.Locale, at)
	}
	return data, err
}

// gather asks the source for what the kind of page shows.
func (s *PageService) gather(ctx context.Context, a Ask) (any, error) {
	switch a.Kind {
	case Home:
		return s.source.Home(ctx, a)
	case Listing, Group:
		return s.source.Listing(ctx, a)
	case Detail:
		return s.detail(ctx, a)
	case Destination:
		return s.source.Destination(ctx, a)
	case Compare:
		return s.source.Compare(ctx, a)
	case Which:
		return s.source.Which(ctx, a)
	case ESIM, ESIMModule:
		return s.source.ESIM(ctx, a)
	case Cart:
		return s.source.Cart(ctx, a)
	case Order:
		return s.source.Order(ctx, a)
	case Payment:
		return s.source.Payment(ctx, a)
	case Track:
		return s.source.Track(ctx, a)
	case OrderDetail:
		return s.source.OrderDetail(ctx, a)
	case Install:
		return s.source.Install(ctx, a)
	case OrderSims:
		return s.source.OrderSims(ctx, a)
	case Reissue:
		return s.source.Reissue(ctx, a)
	case Review:
		return s.source.Review(ctx, a)
	case Login, Signup, ForgotPassword:
		return auth(a)
	case Account, AccountOrders, AccountSims, AccountRewards, AccountDelete:
		return s.account(ctx, a)
	case Service, Terms, WhyUs:
		return s.source.Content(ctx, a)
	case FAQ:
		return s.source.FAQ(ctx, a)
	case Contact:
		return gen.EmptyPage{}, nil
	case TestPayment:
		return s.source.TestPayment(ctx, a)
	case TestStripe:
		return s.source.TestStripe(ctx, a)
	default:
		return nil, fault.New("not_found")
	}
}

// detail sends goods that are looked for in another group to their own address: each has one.
func (s *PageService) detail(ctx context.Context, a Ask) (any, error) {
	data, err := s.source.Detail(ctx, a)
	if err != nil {
		return nil, err
	}
	if data.Goods.Group != a.Params[ParamGroup] {
		to := RedirectTo(Detail, a.Locale, map[string]string{ParamGroup: data.Goods.Group, ParamGoods: data.Goods.GoodsId})
		to.Status = 308
		return nil, to
	}
	return data, nil
}

// account asks for one of the customer's pages.
func (s *PageService) account(ctx context.Context, a Ask) (any, error) {
	switch a.Kind {
	case AccountOrders:
		return s.source.AccountOrders(ctx, a)
	case AccountSims:
		return s.source.AccountSims(ctx, a)
	case AccountRewards:
		return s.source.AccountRewards(ctx, a)
	case AccountDelete:
		return s.source.AccountDelete(ctx, a)
	}
	if to := section(a); to != nil {
		return nil, to
	}
	return s.source.Account(ctx, a)
}

// section is where the select of the account's sections leads: to a page of its own or to a part of the first one.
// It is nil for the first page itself.
func section(a Ask) *Redirect {
	name := a.Query.Get("section")
	switch name {
	case "orders":
		return RedirectTo(AccountOrders, a.Locale, nil)
	case "sims":
		return RedirectTo(AccountSims, a.Locale, nil)
	case "rewards":
		return RedirectTo(AccountRewards, a.Locale, nil)
	case "delete":
		return RedirectTo(AccountDelete, a.Locale, nil)
	case "addresses", "password":
		to := RedirectTo(Account, a.Locale, nil)
		to.To += "#" + name
		return to
	default:
		return nil
	}
}

// auth are the pages before a login; somebody who is logged in has nothing to do on the first two.
func auth(a Ask) (any, error) {
	back := SafeRedirect(a.Query.Get("redirect"))
	if a.LoggedIn && a.Kind != ForgotPassword {
		if back == "" {
			return nil, RedirectTo(Account, a.Locale, nil)
		}
		return nil, &Redirect{To: back}
	}
	return gen.AuthPage{Redirect: back, Referral: a.Query.Get("referral")}, nil
}

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
	path, _ := Normalize(u.EscapedPath(), "")
	if locale, rest := SplitLocale(path); locale == "" || rest == "" || path != u.EscapedPath() {
		return ""
	}
	return to
}
