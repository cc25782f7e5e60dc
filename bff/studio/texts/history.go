package texts

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/studio"
)

// measured are how many pages were fresh and late after a publication, and after how many milliseconds the last of the fresh ones.
type measured struct {
	Fresh   int    `json:"fresh"`
	Late    int    `json:"late"`
	Slowest *int64 `json:"slowest"`
}

func (a *Area) history(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	before, err := studio.Cursor(c, "before")
	if err != nil {
		return err
	}
	list, err := a.Texts.History(c.Request().Context(), t, before)
	if err != nil {
		return err
	}
	type past struct {
		ID     int64     `json:"id,string"`
		En     string    `json:"en"`
		Zh     string    `json:"zh"`
		Behind string    `json:"behind"`
		Author string    `json:"author"`
		At     time.Time `json:"at"`
		// Pages are nil where there is no receipt.
		Pages *measured `json:"pages"`
	}
	text := func(id *int64) string {
		if id == nil {
			return ""
		}
		return number(*id)
	}
	out := []past{}
	for _, p := range list {
		one := past{ID: p.ID, En: text(p.En), Zh: text(p.Zh), Behind: p.Stale, Author: authorOf(p.Author), At: p.At}
		if p.Receipt {
			one.Pages = &measured{p.Fresh, p.Late, p.Slowest}
		}
		out = append(out, one)
	}
	return c.JSON(http.StatusOK, map[string]any{"publications": out})
}

// receipt answers with the receipt of a former publication. Fault: not_found.
func (a *Area) receipt(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	kept, err := a.Texts.Receipt(c.Request().Context(), t, id)
	if err == nil && kept == nil {
		err = fault.New("not_found")
	}
	if err != nil {
		return err
	}
	out := receipt{Publication: number(id), Pages: []page{}, Unknown: kept.Unknown, Linked: []string{}}
	for _, one := range kept.Pages {
		out.Pages = append(out.Pages, page{one.Address, one.Milliseconds, one.Milliseconds == nil})
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) version(c echo.Context) error {
	f, err := a.file(c)
	if err != nil {
		return err
	}
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	v, err := a.Texts.Version(c.Request().Context(), f.Text, f.Locale, id)
	if err == nil && v == nil {
		err = fault.New("not_found")
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, published{*stampOf(v), v.Source})
}
