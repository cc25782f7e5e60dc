package catalogue

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/shared"
)

// change is a price that was set, or that waits for its moment.
type change struct {
	ID       int64  `json:"id,string"`
	Price    int64  `json:"price"`
	Currency string `json:"currency"`
	// Was is the price that it replaced, null until it is applied.
	Was      *int64    `json:"was"`
	StartsAt time.Time `json:"startsAt"`
	State    string    `json:"state"`
	// Why is the reason why it is held, in words.
	Why       string     `json:"why"`
	Author    string     `json:"author"`
	CreatedAt time.Time  `json:"createdAt"`
	EndedAt   *time.Time `json:"endedAt"`
	EndedBy   string     `json:"endedBy"`
}

func changeOf(c merchandise.Change, lang string) *change {
	out := &change{c.ID, c.Price, c.Currency, c.Was, c.StartsAt, c.State, "", c.Author, c.CreatedAt, c.EndedAt, c.EndedBy}
	if c.Why != "" {
		out.Why = shared.Text(lang, "server", "studioPrices.held."+c.Why, nil)
	}
	return out
}

// atSite is a plan as one site sells it.
type atSite struct {
	Site     studio.Site `json:"site"`
	Price    int64       `json:"price"`
	Currency string      `json:"currency"`
	// Zone is the IANA name of the zone by whose clocks prices begin.
	Zone     string     `json:"zone"`
	Visible  bool       `json:"visible"`
	Revision int64      `json:"revision,string"`
	Author   string     `json:"author"`
	EditedAt *time.Time `json:"editedAt"`
	// Decided says that staff have set the price: the shop's files do not change it any more.
	Decided bool    `json:"decided"`
	Details details `json:"details"`
	// Facts are those of the plan's page, RefundDays the number in its refund policy, 0 for none.
	Facts      gen.GoodsFacts `json:"facts"`
	RefundDays int            `json:"refundDays"`
	// Found is the plan's page as a search engine shows it, by language; empty for a hidden plan, which has none.
	Found map[string]found `json:"found"`
	// Waiting are scheduled prices by their moments, Past those that wait no more, the newest first.
	Waiting []*change `json:"waiting"`
	Past    []*change `json:"past"`
}

func (a *Area) show(c echo.Context) error {
	ctx, lang := c.Request().Context(), studio.Locale(c)
	list, err := a.Products.Get(ctx, c.Param("goods"))
	if err != nil {
		return err
	}
	changes, err := a.Products.Changes(ctx, c.Param("goods"))
	if err != nil {
		return err
	}
	texts, err := a.Products.DetailsOf(ctx, c.Param("goods"))
	if err != nil {
		return err
	}
	out := struct {
		ID    string            `json:"id"`
		Names map[string]string `json:"names"`
		Group string            `json:"group"`
		Sites []atSite          `json:"sites"`
	}{list[0].GoodsID, map[string]string{"en": list[0].NameEn, "zh": list[0].NameZh}, list[0].GroupCode, []atSite{}}
	for _, p := range list {
		one := atSite{
			Site:     studio.Site{ID: p.TenantID, Name: a.siteName(p.TenantID, lang)},
			Price:    p.Price,
			Currency: p.Currency,
			Zone:     p.Zone,
			Visible:  p.Visible,
			Revision: p.Revision, Author: p.Author, EditedAt: p.EditedAt, Decided: p.Decided("price"), Waiting: []*change{}, Past: []*change{},
		}
		one.Details = detailsOf(texts[p.TenantID])
		one.Facts, one.RefundDays = view.Facts(p.Goods()), p.Facts().RefundDays
		if one.Found, err = a.found(ctx, p); err != nil {
			return err
		}
		for _, ch := range changes {
			switch {
			case ch.TenantID != p.TenantID:
			case ch.State == merchandise.Waiting:
				one.Waiting = append(one.Waiting, changeOf(ch, lang))
			default:
				one.Past = append(one.Past, changeOf(ch, lang))
			}
		}
		byMoment(one.Waiting)
		out.Sites = append(out.Sites, one)
	}
	return c.JSON(http.StatusOK, out)
}
