package seed

import (
	"encoding/json"
	"fmt"
	"slices"
)

// sold names a product of a site.
type sold struct {
	site    int64
	goodsID string
}

// decisions are what staff have decided about a product: values of its columns by name, and where it works.
type decisions struct {
	values       map[string]json.RawMessage
	currency     string
	destinations []string
}

// placesField is how product_edit names where a product works, which is no column.
const placesField = "destinations"

// decided reads what staff have decided. The sites are held by then, so that nobody decides meanwhile.
func (l *loader) decided() (map[sold]decisions, error) {
	rows, err := l.tx.QueryContext(l.ctx, `
		select e.tenant_id, e.goods_id, p.currency, to_json(e.fields), to_jsonb(p), (
		    select coalesce(jsonb_agg(d.code order by d.sort, d.code), '[]') from product_destination d
		    where d.tenant_id = e.tenant_id and d.goods_id = e.goods_id)
		from product_edit e join product p using (tenant_id, goods_id) where e.fields <> '{}'`)
	if err != nil {
		return nil, fmt.Errorf("read what staff have decided: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := map[sold]decisions{}
	for rows.Next() {
		var key sold
		var d decisions
		var fields, values, places []byte
		if err := rows.Scan(&key.site, &key.goodsID, &d.currency, &fields, &values, &places); err != nil {
			return nil, fmt.Errorf("read what staff have decided: %w", err)
		}
		var names, codes []string
		var all map[string]json.RawMessage
		for _, part := range []struct {
			from []byte
			into any
		}{{fields, &names}, {values, &all}, {places, &codes}} {
			if err := json.Unmarshal(part.from, part.into); err != nil {
				return nil, fmt.Errorf("read what staff have decided: %w", err)
			}
		}
		d.values = map[string]json.RawMessage{}
		for _, name := range names {
			if value, column := all[name]; column {
				d.values[name] = value
			}
		}
		if slices.Contains(names, placesField) {
			d.destinations = codes
		}
		out[key] = d
	}
	return out, rows.Err()
}

// over writes what staff have decided over a row of the files.
func (d decisions) over(r row) {
	for name, value := range d.values {
		if name == "price" && r["currency"] != d.currency {
			continue // it is no amount of the site's currency
		}
		r[name] = value
	}
}

// places is where a product works: as staff say, or else as the files do.
func (d decisions) places(files []string) []string {
	if d.destinations != nil {
		return d.destinations
	}
	return files
}

// siteCode names a promo code of a site.
type siteCode struct {
	site int64
	code string
}

// editedCodes reads which promo codes are staff's. The sites are held by then.
func (l *loader) editedCodes() (map[siteCode]bool, error) {
	rows, err := l.tx.QueryContext(l.ctx, `select tenant_id, code from promo_edit`)
	if err != nil {
		return nil, fmt.Errorf("read promo codes of staff: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := map[siteCode]bool{}
	for rows.Next() {
		var one siteCode
		if err := rows.Scan(&one.site, &one.code); err != nil {
			return nil, fmt.Errorf("read promo codes of staff: %w", err)
		}
		out[one] = true
	}
	return out, rows.Err()
}

// editedTables reads of which sites the shipping table is staff's. One whose site sells in another currency by now is the files'.
func (l *loader) editedTables() ([]int64, error) {
	var raw []byte
	err := l.tx.QueryRowContext(l.ctx, `select coalesce(json_agg(e.tenant_id), '[]') from shipping_edit e
		join tenant t on t.id = e.tenant_id and t.currency = e.currency`).Scan(&raw)
	var out []int64
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		return nil, fmt.Errorf("read shipping tables of staff: %w", err)
	}
	return out, nil
}

// ownMenus are the sites whose menu staff have published: the files do not change it any more. Nobody publishes one meanwhile.
func (l *loader) ownMenus() (map[int64]bool, error) {
	if err := l.exec("wait for another menu", `lock table site_block in share mode`); err != nil {
		return nil, err
	}
	rows, err := l.tx.QueryContext(l.ctx, `select tenant_id from site_block where kind = 'menu'`)
	if err != nil {
		return nil, fmt.Errorf("read menus of staff: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := map[int64]bool{}
	for rows.Next() {
		var site int64
		if err := rows.Scan(&site); err != nil {
			return nil, fmt.Errorf("read menus of staff: %w", err)
		}
		out[site] = true
	}
	return out, rows.Err()
}
