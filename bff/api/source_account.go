package api

import (
	"context"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Account gathers the page of basic information.
func (s *Source) Account(ctx context.Context, a pages.Ask) (gen.AccountPage, error) {
	user, err := loggedIn(ctx)
	if err != nil {
		return gen.AccountPage{}, err
	}
	addresses, err := s.Addresses(ctx)
	if err != nil {
		return gen.AccountPage{}, err
	}
	countries, err := s.countries(ctx, a)
	if err != nil {
		return gen.AccountPage{}, err
	}
	sessions, err := s.Logins(ctx)
	if err != nil {
		return gen.AccountPage{}, err
	}
	guests, err := s.GuestOrders(ctx)
	return gen.AccountPage{User: user, Addresses: addresses, Countries: countries, Sessions: sessions, GuestOrders: guests}, err
}

// loggedIn shows the customer. Fault: login_required.
func loggedIn(ctx context.Context) (gen.User, error) {
	if caller.Of(ctx).User() == nil {
		return gen.User{}, fault.New("login_required")
	}
	return view.User(read.Customer(ctx)), nil
}

// AccountOrders gathers the page of the customer's orders. A filter that nobody offers is no page.
func (s *Source) AccountOrders(ctx context.Context, a pages.Ask) (gen.AccountOrdersPage, error) {
	if caller.Of(ctx).UserID() == 0 {
		return gen.AccountOrdersPage{}, fault.New("login_required")
	}
	page, err := strconv.Atoi(a.Query.Get("page"))
	if a.Query.Get("page") != "" && (err != nil || page < 1) {
		return gen.AccountOrdersPage{}, fault.New("not_found")
	}
	shown, err := s.CustomerOrders(ctx, order.ListQuery{
		Tab: a.Query.Get("tab"), Period: a.Query.Get("period"), Keyword: a.Query.Get("keyword"), Page: page,
	})
	if err != nil {
		return gen.AccountOrdersPage{}, err
	}
	shown.GuestOrders, err = s.GuestOrders(ctx)
	return shown, err
}

// AccountRewards gathers points, with one page of their ledger.
func (s *Source) AccountRewards(ctx context.Context, a pages.Ask) (gen.AccountRewardsPage, error) {
	page, err := strconv.Atoi(a.Query.Get("page"))
	if err != nil || page < 1 {
		page = 1
	}
	rewards, err := s.RewardsOf(ctx, page, signupURL(ctx))
	return gen.AccountRewardsPage{Rewards: rewards}, err
}

// AccountDelete gathers the page of the farewell.
func (s *Source) AccountDelete(ctx context.Context, _ pages.Ask) (gen.AccountDeletePage, error) {
	user, err := loggedIn(ctx)
	return gen.AccountDeletePage{User: user}, err
}
