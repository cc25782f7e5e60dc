package tenant

import (
	"context"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// SMSCountries returns the countries (ISO 3166-1) to whose numbers a site sends codes by text message: those of its setting
// smsCountries, else those that its plans are for and those that a shipping zone names. A zone for the rest of the world
// names none.
func (r *Registry) SMSCountries(ctx context.Context, tenantID int64) ([]string, error) {
	if t, ok := r.ByID(tenantID); ok && t.Settings.SMSCountries != nil {
		return t.Settings.SMSCountries, nil
	}
	return pg.List[string](r.db.Conn(ctx), "read countries", `
		select d.code from product_destination d
		join product p on p.tenant_id = d.tenant_id and p.goods_id = d.goods_id and p.visible where d.tenant_id = @tenant
		union select unnest(countries) from shipping_method where tenant_id = @tenant order by 1`,
		map[string]any{"tenant": tenantID})
}
