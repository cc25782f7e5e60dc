package servers

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/roamcart/roamcart/bff/sandbox/carrier"
)

// growth is what a line in use loses by itself, in bytes per minute.
const growth = 2 << 20

// wholesale is what the carrier sells: every plan of the shop, as its tables say it, in families of the same places. A plan with a contract
// goes on when it is bought again; any other waits for the end of the one before. A ref names one, "" means all.
func wholesale(ctx context.Context, tx *sql.Tx, ref string) ([]carrier.Plan, error) {
	rows, err := tx.QueryContext(ctx, `
		select distinct on (ref) coalesce(nullif(p.plan_ref, ''), p.goods_id) as ref, p.data_mb, p.unlimited, p.data_per = 'day',
		    p.voice_minutes, p.days, p.contract_period <> '', cardinality(p.real_name) > 0,
		    coalesce((select string_agg(d.code, '-' order by d.code) from product_destination d
		              where d.tenant_id = p.tenant_id and d.goods_id = p.goods_id), '')
		from product p where $1 = '' or coalesce(nullif(p.plan_ref, ''), p.goods_id) = $1 order by ref, p.tenant_id`, ref)
	if err != nil {
		return nil, fmt.Errorf("read wholesale plans: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var list []carrier.Plan
	for rows.Next() {
		var p carrier.Plan
		if err := rows.Scan(&p.Ref, &p.DataMB, &p.Unlimited, &p.PerDay, &p.VoiceMinutes, &p.Days, &p.Extends, &p.Kyc, &p.Family); err != nil {
			return nil, fmt.Errorf("read wholesale plans: %w", err)
		}
		list = append(list, p)
	}
	return list, rows.Err()
}
