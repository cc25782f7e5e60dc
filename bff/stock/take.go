package stock

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// take counts rows into stock, writes what else a delivery brings, and the audit row, in one transaction.
func (s *Service) take(ctx context.Context, d Delivery, kind string, sh sheet, rows []counted, beside func(tx *pg.Tx) (int64, error)) (Taken, error) {
	sums := map[string]int64{}
	for _, r := range rows {
		sums[r.SKU] += r.Quantity
	}
	out := Taken{Kind: kind, Rows: len(rows), OnHand: map[string]int64{}}
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		for i, r := range rows {
			if _, done := out.OnHand[r.SKU]; done {
				continue
			}
			ok, err := ensureStock(tx, d.TenantID, r.SKU)
			if err != nil {
				return err
			}
			if !ok {
				return wrong(sh.lines[i], "site %d sells nothing under %s", d.TenantID, r.SKU)
			}
			out.OnHand[r.SKU] = 0
		}
		if beside != nil {
			n, err := beside(tx)
			if err != nil {
				return fmt.Errorf("write %ss: %w", kind, err)
			}
			if n != int64(len(rows)) {
				return fmt.Errorf("%d of the %d %ss are there already; nothing was taken", int64(len(rows))-n, len(rows), kind)
			}
		}
		// Ascending, as every lock on stock is taken.
		for _, sku := range slices.Sorted(maps.Keys(sums)) {
			n, err := count(tx, d.TenantID, sku, sums[sku])
			if err != nil {
				return err
			}
			out.OnHand[sku] = n
		}
		return s.audit(tx, d, kind, map[string]any{"rows": len(rows), "added": sums})
	})
	if err != nil {
		return Taken{}, err
	}
	return out, nil
}

// ensureStock inserts the stock row of a product in this form, and reports whether the site has the product.
func ensureStock(tx *pg.Tx, tenantID int64, sku string) (bool, error) {
	return pg.Changed(tx, "look up "+sku, `
		insert into stock (tenant_id, sku, on_hand)
		select p.tenant_id, ?, 0 from product p, unnest(p.sim_types) as f(form) where p.tenant_id = ? and p.goods_id || ':' || f.form = ?
		on conflict (tenant_id, sku) do update set on_hand = stock.on_hand`, sku, tenantID, sku)
}

func count(tx *pg.Tx, tenantID int64, sku string, add int64) (int64, error) {
	var onHand []int64
	err := tx.Raw(`
		update stock set on_hand = on_hand + ? where tenant_id = ? and sku = ? and on_hand + ? >= allocated returning on_hand`,
		add, tenantID, sku, add).Scan(&onHand).Error
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", sku, err)
	}
	if len(onHand) == 0 {
		return 0, fmt.Errorf("%s cannot have fewer than are promised to orders; nothing was taken", sku)
	}
	return onHand[0], nil
}

func (s *Service) audit(tx *pg.Tx, d Delivery, kind string, detail map[string]any) error {
	detail["reason"] = d.Reason
	return pg.Exec(tx, "audit delivery", `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, detail) values (?, ?, ?, 'stock', ?, 'import', ?)`,
		d.TenantID, s.clock.Now(), d.Actor, kind, pg.AsJSON(detail))
}

// Numbers adds phone numbers to the pool from which shoppers pick. Columns: goodsId,number,fee; the number is
// international (+852...), the fee in minor units of the site's currency.
func (s *Service) Numbers(ctx context.Context, d Delivery) (Taken, error) {
	sh, err := readSheet(d.Rows, 3, "goodsId", "number", "fee")
	if err != nil {
		return Taken{}, err
	}
	rows, lines, err := readNumbers(sh)
	if err != nil {
		return Taken{}, err
	}
	err = s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		for _, id := range slices.Sorted(maps.Keys(lines)) {
			var n int
			if err := tx.Raw(`select count(*) from product where tenant_id = ? and goods_id = ? and local_number`, d.TenantID, id).Scan(&n).Error; err != nil {
				return fmt.Errorf("look up %s: %w", id, err)
			}
			if n == 0 {
				return wrong(lines[id], "site %d has no plan %s that comes with a number", d.TenantID, id)
			}
		}
		res := tx.Exec(`
			insert into phone_number (tenant_id, goods_id, number, fee)
			select ?, goods_id, number, fee from jsonb_to_recordset(?::jsonb) as n(goods_id text, number text, fee bigint)
			on conflict do nothing`, d.TenantID, pg.AsJSON(rows))
		if res.Error != nil {
			return fmt.Errorf("write numbers: %w", res.Error)
		}
		if res.RowsAffected != int64(len(rows)) {
			return fmt.Errorf("%d of the %d numbers are there already; nothing was taken", int64(len(rows))-res.RowsAffected, len(rows))
		}
		return s.audit(tx, d, "number", map[string]any{"rows": len(rows)})
	})
	if err != nil {
		return Taken{}, err
	}
	return Taken{Kind: "number", Rows: len(rows)}, nil
}

// number is a row of a delivery of numbers; the fee is in minor units.
type number struct {
	GoodsID string `json:"goods_id"`
	Number  string `json:"number"`
	Fee     int64  `json:"fee"`
}

// readNumbers returns the rows of a sheet, and in which of its lines each plan is named first.
func readNumbers(sh sheet) ([]number, map[string]int, error) {
	rows, lines := make([]number, len(sh.rows)), map[string]int{}
	for i, r := range sh.rows {
		fee, err := strconv.ParseInt(r[2], 10, 64)
		if err != nil || fee < 0 || fee > 100_000_000 {
			return nil, nil, wrong(sh.lines[i], "the fee %q is not an amount in minor units", r[2])
		}
		phone, err := esim.ParsePhone(r[1])
		if err != nil {
			return nil, nil, wrong(sh.lines[i], "%q is not a number such as +85255501234", r[1])
		}
		rows[i] = number{r[0], phone, fee}
		if lines[r[0]] == 0 {
			lines[r[0]] = sh.lines[i]
		}
	}
	return rows, lines, nil
}
