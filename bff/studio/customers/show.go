package customers

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

const (
	// ledgerSize is how many entries of the points ledger a page shows.
	ledgerSize = 10
	// maxListed is how many SIMs, promo codes and actions of staff are shown at most.
	maxListed = 50
	// maxPage is the last page of a list that is read.
	maxPage = 1_000_000
)

// document is all that staff see of a customer.
type document struct {
	Site   studio.Site `json:"site"`
	Zone   string      `json:"zone"`
	ID     int64       `json:"id,string"`
	Name   string      `json:"name"`
	Email  string      `json:"email"`
	Locale string      `json:"locale"`
	Since  time.Time   `json:"since"`
	Access access      `json:"access"`
	Orders orders      `json:"orders"`
	// SIMs, Promos and History are the newest maxListed; More names which of them there are more of.
	SIMs    []sim    `json:"sims"`
	Points  points   `json:"points"`
	Promos  []promo  `json:"promos"`
	History []action `json:"history"`
	More    []string `json:"more"`
}

// access is how the account can be entered.
type access struct {
	// Sessions are how many are open, null while that cannot be read.
	Sessions    *int       `json:"sessions"`
	Generation  int64      `json:"generation,string"`
	LockedUntil *time.Time `json:"lockedUntil"`
}

// paged is a page of a list, counted from 1.
type paged struct {
	Page  int `json:"page"`
	Size  int `json:"size"`
	Total int `json:"total"`
}

type orders struct {
	paged
	Items []placed `json:"items"`
}

// placed is an order; the amount is in minor units.
type placed struct {
	OrderNo  string       `json:"orderNo"`
	Status   order.Status `json:"status"`
	PlacedAt time.Time    `json:"placedAt"`
	Total    int64        `json:"total"`
	Currency string       `json:"currency"`
}

type sim struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// Last4 are the last digits of its number.
	Last4 string `json:"last4"`
	// State is in the caller's language.
	State string `json:"state"`
	// OrderNo is the customer's order that it was bought with, or "".
	OrderNo    string     `json:"orderNo"`
	ValidUntil *time.Time `json:"validUntil"`
}

type points struct {
	Spendable int64 `json:"spendable"`
	Pending   int64 `json:"pending"`
	Owed      int64 `json:"owed"`
	// Last is the last adjustment by staff, which the next one names.
	Last   int64  `json:"last,string"`
	Ledger ledger `json:"ledger"`
}

type ledger struct {
	paged
	Items []entry `json:"items"`
}

type entry struct {
	At     time.Time `json:"at"`
	Points int64     `json:"points"`
	// Kind is in the caller's language.
	Kind string `json:"kind"`
	// State is that of points that came in: pending, available or void.
	State     string     `json:"state"`
	OrderNo   string     `json:"orderNo"`
	ExpiresAt *time.Time `json:"expiresAt"`
}

type promo struct {
	Code string `json:"code"`
	// Reason says in the caller's language why the code cannot be used now, "" when it can.
	Reason string     `json:"reason"`
	EndsAt *time.Time `json:"endsAt"`
}

// action is something that staff did to the customer.
type action struct {
	At     time.Time      `json:"at"`
	Actor  string         `json:"actor"`
	Action string         `json:"action"`
	Detail map[string]any `json:"detail"`
}

// show answers with all that there is about a customer; `orders` and `points` are the pages of these lists. Faults: not_found,
// user_not_found.
func (a *Area) show(c echo.Context) error {
	who, of, err := a.named(c)
	if err != nil {
		return err
	}
	locale := studio.Locale(c)
	out := document{
		Site: studio.Site{ID: of.ID, Name: of.Name.In(locale)}, Zone: of.TimeZone, ID: who.ID,
		Name: shared.FullName(who.Locale, who.FirstName, who.LastName), Email: who.Email, Locale: who.Locale, Since: who.CreatedAt, More: []string{},
	}
	for _, add := range []func(echo.Context, account.Customer, tenant.Tenant, *document) error{
		a.addAccess, a.addOrders, a.addSIMs, a.addPoints, a.addPromos, a.addHistory,
	} {
		if err := add(c, who, of, &out); err != nil {
			return err
		}
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) addAccess(c echo.Context, who account.Customer, of tenant.Tenant, out *document) error {
	now, err := a.Accounts.Access(c.Request().Context(), of.ID, who.ID)
	out.Access = access(now)
	return err
}

func (a *Area) addOrders(c echo.Context, who account.Customer, of tenant.Tenant, out *document) error {
	out.Orders = orders{paged{Page: page(c, "orders"), Size: order.PageSize}, []placed{}}
	list, err := a.Orders.List(c.Request().Context(), of.ID, who.ID, order.ListQuery{Page: out.Orders.Page})
	if err != nil {
		return err
	}
	out.Orders.Total = list.Total
	for _, o := range list.Orders {
		out.Orders.Items = append(out.Orders.Items, placed{o.OrderNo, o.Status, o.CreatedAt, o.Amounts.OrderTotal, o.Amounts.Currency})
	}
	return nil
}

func (a *Area) addSIMs(c echo.Context, who account.Customer, of tenant.Tenant, out *document) error {
	list, err := a.SIMs.List(c.Request().Context(), owned.Owner{TenantID: of.ID, UserID: who.ID})
	if err != nil {
		return err
	}
	locale := studio.Locale(c)
	out.SIMs = []sim{}
	for _, s := range cut(out, "sims", list) {
		state := shared.Text(locale, "server", "sim.state."+string(s.State()), nil)
		out.SIMs = append(out.SIMs, sim{s.Name(locale), s.SimType, s.ICCIDLast4, state, s.OrderNo, s.ValidUntil()})
	}
	return nil
}

func (a *Area) addPoints(c echo.Context, who account.Customer, of tenant.Tenant, out *document) error {
	ctx, at := c.Request().Context(), page(c, "points")
	// Last comes first: an adjustment that is made meanwhile is seen as one after it.
	last, err := a.Rewards.LastAdjustment(ctx, of.ID, who.ID)
	if err != nil {
		return err
	}
	sum, err := a.Rewards.Summary(ctx, of.ID, who.ID)
	if err != nil {
		return err
	}
	list, total, err := a.Rewards.Ledger(ctx, of.ID, who.ID, at, ledgerSize)
	if err != nil {
		return err
	}
	out.Points = points{sum.Points, sum.Pending, sum.Owed, last, ledger{paged{at, ledgerSize, total}, []entry{}}}
	for _, e := range list {
		kind := shared.Text(studio.Locale(c), "account", "rewards.kind."+e.Kind, nil)
		out.Points.Ledger.Items = append(out.Points.Ledger.Items, entry{e.At, e.Points, kind, e.State, e.OrderNo, e.ExpiresAt})
	}
	return nil
}

func (a *Area) addPromos(c echo.Context, who account.Customer, of tenant.Tenant, out *document) error {
	list, err := a.Rewards.Wallet(c.Request().Context(), of.ID, who.ID)
	if err != nil {
		return err
	}
	out.Promos = []promo{}
	for _, p := range cut(out, "promos", list) {
		one := promo{Code: p.Code, EndsAt: p.EndsAt}
		if p.Reason != "" {
			one.Reason = shared.Text(studio.Locale(c), "errors", p.Reason, nil)
		}
		out.Promos = append(out.Promos, one)
	}
	return nil
}

func (a *Area) addHistory(c echo.Context, who account.Customer, of tenant.Tenant, out *document) error {
	list, err := a.Accounts.StaffHistory(c.Request().Context(), of.ID, who.ID, maxListed+1)
	if err != nil {
		return err
	}
	out.History = []action{}
	for _, e := range cut(out, "history", list) {
		out.History = append(out.History, action{e.At, e.Actor, e.Action, e.Detail.V})
	}
	return nil
}

// cut returns the first maxListed of a list; out notes by its name that there are more.
func cut[T any](out *document, name string, list []T) []T {
	if len(list) <= maxListed {
		return list
	}
	out.More = append(out.More, name)
	return list[:maxListed]
}

// page reads the number of a page from the address; what is no number is the first.
func page(c echo.Context, name string) int {
	n, _ := strconv.Atoi(c.QueryParam(name))
	return min(max(n, 1), maxPage)
}
