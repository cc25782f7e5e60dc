package shipping

import (
	"context"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Method is a way to send a parcel to a zone.
type Method struct {
	Code           string
	NameEn, NameZh string
	// Amount is the freight, in minor units of the site's currency.
	Amount int64
	// DaysMin and DaysMax are working days, from when the parcel was sent.
	DaysMin, DaysMax int
	// TrackingURL is the page of a parcel at its carrier, with {number} in place of its number; "" where there is none.
	TrackingURL string
}

// Zone is some countries and the ways to send a parcel there, in their order.
type Zone struct {
	Code string
	// Countries are ISO 3166-1 alpha-2; none for every country that no other zone names.
	Countries []string
	Methods   []Method
}

// Table is how a site sends parcels.
type Table struct {
	Currency, Symbol, Zone string
	Zones                  []Zone `gorm:"-"`
	// Revision is 0 until staff change something; the last change was made by Author.
	Revision int64
	Author   string
	EditedAt *time.Time
}

// Service reads and changes shipping tables. It is safe for concurrent use.
type Service struct {
	db    *pg.DB
	clock clock.Clock
}

// New returns a service on db; c dates changes.
func New(db *pg.DB, c clock.Clock) *Service { return &Service{db, c} }

// Get returns the table of a site. Fault: not_found.
func (s *Service) Get(ctx context.Context, tenantID int64) (Table, error) {
	return read(s.db.Conn(ctx), tenantID)
}

func read(c pg.Conn, tenantID int64) (Table, error) {
	list, err := pg.List[Table](c, "read shipping table", `
		select t.currency, t.currency_symbol as symbol, t.time_zone as zone, coalesce(e.revision, 0) as revision,
		       coalesce(e.author, '') as author, e.at as edited_at
		from tenant t left join shipping_edit e on e.tenant_id = t.id where t.id = ?`, tenantID)
	if err == nil && len(list) == 0 {
		err = fault.New("not_found")
	}
	if err != nil {
		return Table{}, err
	}
	type row struct {
		Zone, Countries string
		Method          `gorm:"embedded"`
	}
	rows, err := pg.List[row](c, "read shipping table", `
		select zone, array_to_string(countries, ' ') as countries, code, name_en, name_zh, amount, days_min, days_max, tracking_url
		from shipping_method where tenant_id = ? order by countries = '{}', zone, sort, code`, tenantID)
	out := list[0]
	for _, r := range rows {
		if n := len(out.Zones); n == 0 || out.Zones[n-1].Code != r.Zone {
			out.Zones = append(out.Zones, Zone{Code: r.Zone, Countries: strings.Fields(r.Countries)})
		}
		last := &out.Zones[len(out.Zones)-1]
		last.Methods = append(last.Methods, r.Method)
	}
	return out, err
}
