package order

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// ShippingMethod is a way to send a parcel.
type ShippingMethod struct {
	Code   string
	NameEn string
	NameZh string
	// Amount is the freight, in minor units of the site's currency.
	Amount int64
	// DaysMin and DaysMax are working days, from when the parcel was sent.
	DaysMin int
	DaysMax int
	// TaxPpm is the tax on the goods where the parcel goes, in parts per million.
	TaxPpm int64
	// TrackingURL is the page where the carrier shows where a parcel is, with {number} in place of its number, or empty.
	TrackingURL string
}

// Name returns the method's name in the language.
func (m ShippingMethod) Name(locale string) string {
	return shared.In(locale, m.NameEn, m.NameZh)
}

// TrackingPage returns the address where the carrier shows where a parcel is; "" when the parcel has no number yet, or the
// carrier no such page.
func (m ShippingMethod) TrackingPage(number string) string {
	if number == "" {
		return ""
	}
	return strings.Replace(m.TrackingURL, "{number}", url.QueryEscape(number), 1)
}

// ship finds the methods for the destination and, once one is chosen, its freight. Without a destination the methods
// of the rest of the world are shown, or the cheapest where it is not sent to, so that a shopper sees a price before typing an
// address.
func (b *Budget) ship(ctx context.Context, db *gorm.DB, sel Selection) error {
	if !b.NeedsAddress {
		return nil
	}
	err := db.WithContext(ctx).Raw(`
		select distinct on (m.sort, m.code) m.code, m.name_en, m.name_zh, m.amount, m.days_min, m.days_max,
		       coalesce((select t.rate_ppm from tax_rate t where t.tenant_id = m.tenant_id and t.country = @country
		                 and t.state in ('', @state) order by t.state desc limit 1), 0) as tax_ppm
		from shipping_method m
		where m.tenant_id = @tenant and (@country = '' or cast(@country as char(2)) = any(m.countries) or m.countries = '{}')
		order by m.sort, m.code, (m.countries = '{}') = (@country = '') desc, m.amount`,
		map[string]any{"tenant": sel.TenantID, "country": sel.Country, "state": sel.State}).Scan(&b.ShippingMethods).Error
	if err != nil {
		return fmt.Errorf("load shipping methods: %w", err)
	}
	if len(b.ShippingMethods) == 0 {
		return fault.New("shipping_unavailable")
	}
	chosen := b.ShippingMethods[0]
	if sel.ShippingMethod != "" {
		n := slices.IndexFunc(b.ShippingMethods, func(m ShippingMethod) bool { return m.Code == sel.ShippingMethod })
		if n < 0 {
			return fault.Fields(map[string]string{"shippingMethod": "shipping_method_invalid"})
		}
		chosen = b.ShippingMethods[n]
	}
	b.FreightAmount, b.ShippingMethod, b.FreightEstimated = chosen.Amount, chosen.Code, sel.Country == ""
	b.taxPpm = chosen.TaxPpm
	return nil
}

// Freight is what sending a card to some countries costs.
type Freight struct {
	NameEn string `json:"name_en"`
	NameZh string `json:"name_zh"`
	// Countries are ISO 3166-1 alpha-2; none means every country that no other freight of the site names.
	Countries []string `json:"countries"`
	// Amount is the freight, in minor units of the site's currency.
	Amount  int64 `json:"amount"`
	DaysMin int   `json:"days_min"`
	DaysMax int   `json:"days_max"`
}

// Name returns the method's name in the language.
func (p Freight) Name(locale string) string {
	return ShippingMethod{NameEn: p.NameEn, NameZh: p.NameZh}.Name(locale)
}

// Freights returns how a site sends cards, named countries first. Never nil.
func (s *Service) Freights(ctx context.Context, tenantID int64) ([]Freight, error) {
	var raw []byte
	err := s.db.Conn(ctx).Raw(`select coalesce(jsonb_agg(to_jsonb(m) order by m.countries = '{}', m.zone, m.sort, m.code), '[]')
		from shipping_method m where m.tenant_id = ?`, tenantID).Row().Scan(&raw)
	out := []Freight{}
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		return nil, fmt.Errorf("list ways to send parcels: %w", err)
	}
	return out, nil
}
