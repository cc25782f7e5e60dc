package promos

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog/promo"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/studio"
)

// code is a promo code of a site.
type code struct {
	Code string `json:"code"`
	// State is running, scheduled, ended or used_up.
	State string `json:"state"`
	// Kind is percent or amount; Value is percent, or minor units of Currency.
	Kind           string     `json:"kind"`
	Value          int64      `json:"value"`
	MinSubtotal    int64      `json:"minSubtotal"`
	Currency       string     `json:"currency"`
	Zone           string     `json:"zone"`
	Group          string     `json:"group"`
	StartsAt       *time.Time `json:"startsAt"`
	EndsAt         *time.Time `json:"endsAt"`
	MaxUses        *int       `json:"maxUses"`
	MaxPerCustomer *int       `json:"maxPerCustomer"`
	Used           int        `json:"used"`
	GrantOn        string     `json:"grantOn"`
	Granted        int64      `json:"granted"`
	Revision       int64      `json:"revision,string"`
	Author         string     `json:"author"`
	EditedAt       *time.Time `json:"editedAt"`
	// Typed is what a form shows to be changed.
	Typed typed `json:"typed"`
}

// typed are values as people type them: amounts with their decimals, times by the site's clocks.
type typed struct {
	Value       string `json:"value"`
	MinSubtotal string `json:"minSubtotal"`
	Starts      string `json:"starts"`
	Ends        string `json:"ends"`
}

func (a *Area) codeOf(p promo.Code) (code, error) {
	zone, err := p.Location()
	if err != nil {
		return code{}, err
	}
	out := code{
		Code: p.Code, State: p.State(a.Codes.Now()), Kind: p.Kind, Value: p.Value, MinSubtotal: p.MinSubtotal, Currency: p.Currency, Zone: p.Zone,
		Group: p.GroupCode, StartsAt: p.StartsAt, EndsAt: p.EndsAt, MaxUses: p.MaxUses, MaxPerCustomer: p.MaxPerCustomer, Used: p.Used,
		GrantOn: p.GrantOn, Granted: p.Granted, Revision: p.Revision, Author: p.Author, EditedAt: p.EditedAt,
		Typed: typed{Value: money.Decimal(p.Value, p.Currency), Starts: promo.Local(p.StartsAt, zone), Ends: promo.Local(p.EndsAt, zone)},
	}
	if p.Kind == promo.Percent {
		out.Typed.Value = strconv.FormatInt(p.Value, 10)
	}
	if p.MinSubtotal > 0 {
		out.Typed.MinSubtotal = money.Decimal(p.MinSubtotal, p.Currency)
	}
	return out, nil
}

// cost is what orders with a code were given in a currency: paid ones, and those that wait for their payment.
type cost struct {
	Currency string `json:"currency"`
	Paid     int64  `json:"paid"`
	Given    int64  `json:"given"`
	Waiting  int64  `json:"waiting"`
	Held     int64  `json:"held"`
}

type use struct {
	OrderNo string `json:"orderNo"`
	// State is used, or held while the order waits for its payment.
	State    string    `json:"state"`
	Amount   int64     `json:"amount"`
	Currency string    `json:"currency"`
	At       time.Time `json:"at"`
}

// atSite is a code at a site that has it.
type atSite struct {
	Site  site   `json:"site"`
	Is    code   `json:"is"`
	Costs []cost `json:"costs"`
	Uses  []use  `json:"uses"`
}

func (a *Area) show(c echo.Context) error {
	ctx := c.Request().Context()
	list, err := a.Codes.Get(ctx, promo.NormalName(c.Param("code")))
	if err != nil {
		return err
	}
	groups, err := a.groups(c, list[0].TenantID)
	if err != nil {
		return err
	}
	out := struct {
		Code   string   `json:"code"`
		Groups []group  `json:"groups"`
		Sites  []atSite `json:"sites"`
		// Missing are the sites that do not have it.
		Missing []site `json:"missing"`
	}{list[0].Code, groups, []atSite{}, []site{}}
	for _, s := range a.sites(studio.Locale(c)) {
		had := false
		for _, p := range list {
			if p.TenantID != s.ID {
				continue
			}
			one := atSite{Site: s, Costs: []cost{}, Uses: []use{}}
			if one.Is, err = a.codeOf(p); err != nil {
				return err
			}
			costs, uses, err := a.Codes.Uses(ctx, p)
			if err != nil {
				return err
			}
			for _, x := range costs {
				one.Costs = append(one.Costs, cost{x.Currency, x.Paid, x.Given, x.Waiting, x.Held})
			}
			for _, u := range uses {
				one.Uses = append(one.Uses, use(u))
			}
			out.Sites, had = append(out.Sites, one), true
		}
		if !had {
			out.Missing = append(out.Missing, s)
		}
	}
	return c.JSON(http.StatusOK, out)
}

// wanted is what a form says of a code.
type wanted struct {
	Kind           string `json:"kind"`
	Group          string `json:"group"`
	Starts         string `json:"starts"`
	Ends           string `json:"ends"`
	MaxUses        string `json:"maxUses"`
	MaxPerCustomer string `json:"maxPerCustomer"`
	GrantOn        string `json:"grantOn"`
	Confirmed      bool   `json:"confirmed"`
}

func (w wanted) at(value, minSubtotal string) promo.CodeInput {
	return promo.CodeInput{
		Kind: w.Kind, Value: value, MinSubtotal: minSubtotal, GroupCode: w.Group, Starts: w.Starts, Ends: w.Ends, MaxUses: w.MaxUses,
		MaxPerCustomer: w.MaxPerCustomer, GrantOn: w.GrantOn, Confirmed: w.Confirmed,
	}
}

func (a *Area) create(c echo.Context) error {
	in, err := studio.Decode[struct {
		wanted
		Code  string `json:"code"`
		Sites []struct {
			Site        string `json:"site"`
			Value       string `json:"value"`
			MinSubtotal string `json:"minSubtotal"`
		} `json:"sites"`
	}](c)
	if err != nil {
		return err
	}
	var sites []promo.AtSite
	seen := map[int64]bool{}
	for _, one := range in.Sites {
		of, err := studio.SiteOf(a.Sites(), one.Site)
		if err != nil {
			return err
		}
		if seen[of.ID] {
			return fault.New("bad_request")
		}
		seen[of.ID] = true
		sites = append(sites, promo.AtSite{TenantID: of.ID, Value: one.Value, MinSubtotal: one.MinSubtotal})
	}
	if err := a.Codes.Create(c.Request().Context(), studio.By(c), in.Code, sites, in.at("", "")); err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, map[string]string{"code": promo.NormalName(in.Code)})
}

func (a *Area) change(c echo.Context) error {
	in, err := studio.Decode[struct {
		wanted
		seen
		Value       string `json:"value"`
		MinSubtotal string `json:"minSubtotal"`
	}](c)
	if err != nil {
		return err
	}
	of, err := studio.SiteOf(a.Sites(), in.Site)
	if err != nil {
		return err
	}
	err = a.Codes.Change(c.Request().Context(), studio.By(c), of.ID, promo.NormalName(c.Param("code")), in.Revision, in.at(in.Value, in.MinSubtotal))
	return studio.Respond(c, err)
}

// seen is the code of a site that somebody looks at.
type seen struct {
	Site     string `json:"site"`
	Revision int64  `json:"revision,string"`
}

func (a *Area) end(c echo.Context) error {
	in, err := studio.Decode[seen](c)
	if err != nil {
		return err
	}
	of, err := studio.SiteOf(a.Sites(), in.Site)
	if err != nil {
		return err
	}
	return studio.Respond(c, a.Codes.End(c.Request().Context(), studio.By(c), of.ID, promo.NormalName(c.Param("code")), in.Revision))
}

func (a *Area) delete(c echo.Context) error {
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	revision, err := strconv.ParseInt(c.QueryParam("revision"), 10, 64)
	if err != nil {
		return fault.New("bad_request")
	}
	return studio.Respond(c, a.Codes.Delete(c.Request().Context(), studio.By(c), of.ID, promo.NormalName(c.Param("code")), revision))
}
