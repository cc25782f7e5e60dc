package catalogue

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/studio"
)

func byMoment(list []*change) {
	slices.SortFunc(list, func(a, b *change) int { return cmp.Or(a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.ID, b.ID)) })
}

func (a *Area) siteName(id int64, lang string) string {
	for _, s := range a.Sites() {
		if s.ID == id {
			return s.Name.In(lang)
		}
	}
	return ""
}

// wanted is a price that somebody wants.
type wanted struct {
	Site string `json:"site"`
	// Price is the amount as it was typed, At when it begins by the site's clocks, 2026-12-01T00:00; "" for now.
	Price    string `json:"price"`
	Currency string `json:"currency"`
	At       string `json:"at"`
	// Revision and Was are those that the caller has seen.
	Revision  int64 `json:"revision,string"`
	Was       int64 `json:"was"`
	Confirmed bool  `json:"confirmed"`
}

// want reads what a call wants. Faults: bad_request, not_found.
func (a *Area) want(c echo.Context) (merchandise.NewPrice, error) {
	in, err := studio.Decode[wanted](c)
	if err != nil {
		return merchandise.NewPrice{}, err
	}
	of, err := studio.SiteOf(a.Sites(), in.Site)
	return merchandise.NewPrice{
		TenantID: of.ID, GoodsID: c.Param("goods"), Typed: in.Price, Currency: in.Currency, At: in.At, Revision: in.Revision, Was: in.Was,
		Confirmed: in.Confirmed,
	}, err
}

// verdict is what a price does.
type verdict struct {
	From     int64  `json:"from"`
	To       int64  `json:"to"`
	Currency string `json:"currency"`
	// Permille is the change in thousandths of From; Big says that it has to be confirmed.
	Permille int64 `json:"permille"`
	Big      bool  `json:"big"`
	// StartsAt is null for now.
	StartsAt *time.Time `json:"startsAt"`
	Reach    *reach     `json:"reach,omitempty"`
}

func verdictOf(v merchandise.Verdict) verdict {
	out := verdict{From: v.From, To: v.To, Currency: v.Product.Currency, Permille: v.Permille, Big: v.Big}
	if !v.StartsAt.IsZero() {
		out.StartsAt = &v.StartsAt
	}
	return out
}

// field puts a refusal beside the field of the form that it is about.
func field(err error) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	switch f.Code {
	case "price_invalid", "price_not_in_unit", "price_too_small", "price_too_large", "price_same", "price_currency":
		return f.WithFields(map[string]string{"price": f.Code})
	case "price_time_invalid", "price_no_such_time", "price_time_past", "price_time_far", "price_scheduled_then":
		return f.WithFields(map[string]string{"at": f.Code})
	}
	return err
}

func (a *Area) preview(c echo.Context) error {
	n, err := a.want(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	v, err := a.Products.Preview(ctx, n)
	if err != nil {
		return field(err)
	}
	out := verdictOf(v)
	if out.Reach, err = a.reach(ctx, v.Product); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) setPrice(c echo.Context) error {
	n, err := a.want(c)
	if err != nil {
		return err
	}
	v, err := a.Products.SetPrice(c.Request().Context(), studio.By(c), n)
	if err != nil {
		return field(err)
	}
	return c.JSON(http.StatusOK, verdictOf(v))
}

func (a *Area) withdraw(c echo.Context) error {
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	return studio.Respond(c, a.Products.Withdraw(c.Request().Context(), studio.By(c), of.ID, c.Param("goods"), id))
}
