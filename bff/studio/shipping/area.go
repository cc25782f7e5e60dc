package shipping

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog/shipping"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Tables *shipping.Service
	// Sites lists those of the shop as they are now, at least one.
	Sites func() []tenant.Tenant
}

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	r.Read("/shipping", staff.ReadCatalogue, a.show)
	r.Write(http.MethodPut, "/shipping", staff.EditPrices, a.set)
}

// zone is some countries, and how parcels go there. What is typed stands in it as it is typed.
type zone struct {
	Code string `json:"code"`
	// Countries are codes with blanks between them, "" for every other country.
	Countries string   `json:"countries"`
	Methods   []method `json:"methods"`
}

type method struct {
	Code        string `json:"code"`
	NameEn      string `json:"nameEn"`
	NameZh      string `json:"nameZh"`
	Amount      string `json:"amount"`
	DaysMin     string `json:"daysMin"`
	DaysMax     string `json:"daysMax"`
	TrackingURL string `json:"trackingUrl"`
}

// table is how a site sends parcels.
type table struct {
	Site     string        `json:"site"`
	Sites    []studio.Site `json:"sites"`
	Currency string        `json:"currency"`
	// Zone is the IANA name of the zone by whose clocks EditedAt is shown.
	Zone     string     `json:"zone"`
	Zones    []zone     `json:"zones"`
	Revision int64      `json:"revision,string"`
	Author   string     `json:"author"`
	EditedAt *time.Time `json:"editedAt"`
}

func (a *Area) show(c echo.Context) error {
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	t, err := a.Tables.Get(c.Request().Context(), of.ID)
	if err != nil {
		return err
	}
	out := table{
		strconv.FormatInt(of.ID, 10),
		studio.SitesIn(a.Sites(), studio.Locale(c)),
		t.Currency,
		t.Zone,
		[]zone{},
		t.Revision,
		t.Author,
		t.EditedAt,
	}
	for _, z := range t.Zones {
		one := zone{z.Code, strings.Join(z.Countries, " "), []method{}}
		for _, m := range z.Methods {
			one.Methods = append(one.Methods, method{
				m.Code, m.NameEn, m.NameZh, money.Decimal(m.Amount, t.Currency), strconv.Itoa(m.DaysMin), strconv.Itoa(m.DaysMax), m.TrackingURL,
			})
		}
		out.Zones = append(out.Zones, one)
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) set(c echo.Context) error {
	in, err := studio.Decode[struct {
		Site     string `json:"site"`
		Revision int64  `json:"revision,string"`
		Zones    []zone `json:"zones"`
	}](c)
	if err != nil {
		return err
	}
	of, err := studio.SiteOf(a.Sites(), in.Site)
	if err != nil {
		return err
	}
	var typed []shipping.ZoneInput
	for _, z := range in.Zones {
		one := shipping.ZoneInput{Code: z.Code, Countries: z.Countries}
		for _, m := range z.Methods {
			one.Methods = append(one.Methods, shipping.MethodInput(m))
		}
		typed = append(typed, one)
	}
	return studio.Respond(c, a.Tables.Set(c.Request().Context(), studio.By(c), of.ID, in.Revision, typed))
}
