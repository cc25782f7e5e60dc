package pages

import (
	"cmp"
	"context"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// The pages of a customer's account.
const (
	Account        Kind = "account"
	AccountOrders  Kind = "account_orders"
	AccountRewards Kind = "account_rewards"
	AccountDelete  Kind = "account_delete"
)

var (
	accountPage = Page[gen.AccountPage]{
		Row:     Row{Kind: Account, Pattern: "/my-account", Private: true, Login: true, Query: []Param{{Name: "section"}}},
		Forward: section,
		Data:    accountData,
	}

	accountOrdersPage = Page[gen.AccountOrdersPage]{
		Row: Row{
			Kind: AccountOrders, Pattern: "/my-account/orders", Private: true, Login: true,
			Query: []Param{{Name: "tab", Default: "all"}, {Name: "period", Default: "all"}, {Name: "keyword"}, {Name: "page", Default: "1"}},
		},
		Data: accountOrdersData,
	}

	accountRewardsPage = Page[gen.AccountRewardsPage]{
		Row: Row{
			Kind: AccountRewards, Pattern: "/my-account/rewards", Private: true, Login: true, Query: []Param{{Name: "page", Default: "1"}},
		},
		Data: accountRewardsData,
	}

	accountDeletePage = Page[gen.AccountDeletePage]{
		Row:  Row{Kind: AccountDelete, Pattern: "/my-account/delete-account", Private: true, Login: true},
		Data: accountDeleteData,
	}
)

// section is where the select of the account's sections leads: to a page of its own or to a part of the first one.
// It is nil for the first page itself.
func section(a PageContext) *Redirect {
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

// accountData gathers the page of basic information.
func accountData(ctx context.Context, s *Source, a PageContext) (gen.AccountPage, error) {
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
	guests, err := s.guestOrders(ctx)
	return gen.AccountPage{User: user, Addresses: addresses, Countries: countries, Sessions: sessions, GuestOrders: guests}, err
}

// loggedIn shows the customer. Fault: login_required.
func loggedIn(ctx context.Context) (gen.User, error) {
	if caller.Of(ctx).User() == nil {
		return gen.User{}, fault.New("login_required")
	}
	return view.User(read.Customer(ctx)), nil
}

// accountOrdersData gathers the page of the customer's orders. A filter that nobody offers is no page.
func accountOrdersData(ctx context.Context, s *Source, a PageContext) (gen.AccountOrdersPage, error) {
	if caller.Of(ctx).UserID() == 0 {
		return gen.AccountOrdersPage{}, fault.New("login_required")
	}
	page, err := pageOf(a)
	if err != nil {
		return gen.AccountOrdersPage{}, err
	}
	shown, err := s.CustomerOrders(ctx, order.ListQuery{
		Tab: a.Query.Get("tab"), Period: a.Query.Get("period"), Keyword: a.Query.Get("keyword"), Page: page,
	})
	if err != nil {
		return gen.AccountOrdersPage{}, err
	}
	shown.GuestOrders, err = s.guestOrders(ctx)
	return shown, err
}

// accountRewardsData gathers points, with one page of their ledger.
func accountRewardsData(ctx context.Context, s *Source, a PageContext) (gen.AccountRewardsPage, error) {
	page, err := pageOf(a)
	if err != nil {
		return gen.AccountRewardsPage{}, err
	}
	rewards, err := s.RewardsOf(ctx, page, a.Origin+Path(Signup, a.Locale, nil))
	return gen.AccountRewardsPage{Rewards: rewards}, err
}

// pageOf returns which page of a list is asked for. Fault: not_found, where it is no number of a page.
func pageOf(a PageContext) (int, error) {
	page, err := strconv.Atoi(cmp.Or(a.Query.Get("page"), "1"))
	if err != nil || page < 1 {
		return 0, fault.New("not_found")
	}
	return page, nil
}

// accountDeleteData gathers the page of the farewell.
func accountDeleteData(ctx context.Context, s *Source, _ PageContext) (gen.AccountDeletePage, error) {
	user, err := loggedIn(ctx)
	return gen.AccountDeletePage{User: user}, err
}

// guestOrders returns the orders that the customer may take into the account, nil when there are none.
func (s *Source) guestOrders(ctx context.Context) (*gen.GuestOrders, error) {
	call, c := caller.Of(ctx), read.Customer(ctx)
	list, err := s.Orders.Unclaimed(ctx, call.Tenant.ID, c.ID, c.Email)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	goods, err := s.GoodsOf(ctx, call.Tenant.ID, list...)
	if err != nil {
		return nil, err
	}
	first, err := s.Orders.FirstOrder(ctx, call.Tenant.ID, c.ID)
	if err != nil {
		return nil, err
	}
	out := gen.GuestOrders{Later: c.ClaimPutOffAt != nil, FirstOrder: first, Items: make([]gen.OrderSummary, len(list))}
	for i, o := range list {
		out.Items[i] = view.OrderSummary(o, view.OrderExtras{Now: s.Clock.Now(), Goods: goods}, call.Locale)
		out.Later = out.Later && !o.OfferedSince().After(*c.ClaimPutOffAt)
	}
	return &out, nil
}
