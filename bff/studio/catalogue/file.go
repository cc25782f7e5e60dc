package catalogue

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/shared"
)

// export answers with the prices of a site as a file.
func (a *Area) export(c echo.Context) error {
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	out, err := a.Products.Export(c.Request().Context(), of.ID)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="prices-%s.csv"`, of.Code))
	return c.Blob(http.StatusOK, "text/csv; charset=utf-8", out)
}

// fileRow is a row of a file that changes something, or cannot.
type fileRow struct {
	Line int `json:"line"`
	// Column is the number of the cell that is wrong, 0 for the whole row.
	Column int    `json:"column"`
	Site   string `json:"site"`
	Plan   string `json:"plan"`
	// Does is what the row does to the price, null for one that leaves it alone or cannot; Names are the names that it changes. Why
	// says in words why it cannot, "" when it can.
	Does  *verdict  `json:"does"`
	Names []renamed `json:"names"`
	Code  string    `json:"code"`
	Why   string    `json:"why"`
}

// renamed is a name that a row changes.
type renamed struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type fileResult struct {
	Rows      []fileRow `json:"rows"`
	Unchanged int       `json:"unchanged"`
	Faulty    bool      `json:"faulty"`
}

func resultOf(r merchandise.FileResult, lang string) fileResult {
	out := fileResult{[]fileRow{}, r.Unchanged, r.Faulty()}
	for _, one := range r.Rows {
		row := fileRow{Line: one.Line, Column: one.Column, Site: one.Site, Plan: one.Plan, Names: []renamed{}}
		for _, n := range one.Names {
			row.Names = append(row.Names, renamed(n))
		}
		switch f := one.Fault; {
		case f != nil:
			row.Code, row.Why = f.Code, messageOf(f, lang)
		case one.Verdict.Product.GoodsID != "":
			v := verdictOf(one.Verdict)
			row.Does = &v
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func messageOf(f *fault.Error, lang string) string {
	key := f.Text
	if key == "" {
		key = f.Code
	}
	return shared.Text(lang, "errors", key, f.Params)
}

// file is what a call sends.
type file struct {
	CSV string `json:"csv"`
	// Confirmed says that changes of more than half of a price are meant.
	Confirmed bool `json:"confirmed"`
}

func (a *Area) checkFile(c echo.Context) error {
	in, err := studio.Decode[file](c)
	if err != nil {
		return err
	}
	result, err := a.Products.CheckFile(c.Request().Context(), studio.By(c), in.CSV, in.Confirmed)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, resultOf(result, studio.Locale(c)))
}

func (a *Area) importFile(c echo.Context) error {
	in, err := studio.Decode[file](c)
	if err != nil {
		return err
	}
	result, err := a.Products.ImportFile(c.Request().Context(), studio.By(c), in.CSV, in.Confirmed)
	if fault.Code(err) == "table_faulty" {
		return fault.New("table_faulty").WithData(resultOf(result, studio.Locale(c)))
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, resultOf(result, studio.Locale(c)))
}
