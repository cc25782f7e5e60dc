package order

import (
	"context"
	"encoding/json"
	"fmt"
)

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
