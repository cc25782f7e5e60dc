package merchandise

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Details are what a product of a site says, where it works, and where it stands.
type Details struct {
	NameEn, NameZh, DescriptionEn, DescriptionZh string
	// Visible is false for a product that the shop does not show or sell.
	Visible bool
	// Popularity orders lists: the higher, the further up.
	Popularity int
	// Destinations are codes of ISO 3166 in their order.
	Destinations []string `gorm:"-"`
}

// Limits of details, in characters.
const (
	maxName        = 80
	maxDescription = 600
	maxPopularity  = 1_000_000
)

// allData finds a text that promises data without an end.
var allData = regexp.MustCompile(`(?i)\bunlimited\s+(\d+G\s+|high-speed\s+|mobile\s+)*(data|internet)\b|(不限量|无限量?)(高速)?流量|流量(不限|无限)`)

// ClaimsUnlimitedData reports whether a text promises data without an end.
func ClaimsUnlimitedData(text string) bool { return allData.MatchString(text) }

// DetailsOf returns the details of a product at each site that has it, by site.
func (s *Service) DetailsOf(ctx context.Context, goodsID string) (map[int64]Details, error) {
	type row struct {
		TenantID int64
		Details  `gorm:"embedded"`
		Codes    string
	}
	list, err := pg.List[row](s.db.Conn(ctx), "read details", `select tenant_id, `+detailsSQL+` from product p where goods_id = ?`, goodsID)
	out := map[int64]Details{}
	for _, r := range list {
		r.Details.Destinations = strings.Fields(r.Codes)
		out[r.TenantID] = r.Details
	}
	return out, err
}

const detailsSQL = `name_en, name_zh, description_en, description_zh, visible, popularity, coalesce((
	select string_agg(d.code, ' ' order by d.sort, d.code) from product_destination d
	where d.tenant_id = p.tenant_id and d.goods_id = p.goods_id), '') as codes`

// detailsOf returns the details of a product of a site that is held.
func detailsOf(tx *pg.Tx, p Product) (Details, error) {
	type row struct {
		Details `gorm:"embedded"`
		Codes   string
	}
	list, err := pg.List[row](tx, "read details", `select `+detailsSQL+` from product p where tenant_id = ? and goods_id = ?`, p.TenantID, p.GoodsID)
	if err != nil {
		return Details{}, err
	}
	list[0].Details.Destinations = strings.Fields(list[0].Codes)
	return list[0].Details, nil
}

// SetDetails changes the details of a product of a site whose revision its author has seen. What differs is marked as decided by
// staff. Faults: not_found, price_overtaken; validation_failed with the fields nameEn, nameZh, descriptionEn, descriptionZh,
// visible, popularity and destinations; details_same when nothing differs.
func (s *Service) SetDetails(ctx context.Context, by audit.By, tenantID int64, goodsID string, revision int64, d Details) error {
	d.NameEn, d.NameZh = input.Line(d.NameEn), input.Line(d.NameZh)
	d.DescriptionEn, d.DescriptionZh = input.Line(d.DescriptionEn), input.Line(d.DescriptionZh)
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := LockSites(tx, tenantID); err != nil {
			return err
		}
		p, err := read(tx, tenantID, goodsID)
		if err != nil {
			return err
		}
		if p.Revision != revision {
			return overtaken(p)
		}
		if err := d.check(tx, p); err != nil {
			return err
		}
		changed, detail, err := s.write(tx, p, d)
		if err != nil {
			return err
		}
		if len(changed) == 0 {
			return fault.New("details_same")
		}
		if err := s.touch(tx, &p, by, "details", changed...); err != nil {
			return err
		}
		return s.audit(tx, p, by, "details", "", "", detail)
	})
}

// check says what is wrong with details, by field.
func (d Details) check(tx *pg.Tx, p Product) error {
	bad := fault.Form{}
	for _, f := range []struct {
		field, lang, text, required string
		limit                       int
	}{
		{"nameEn", "en", d.NameEn, "details_name", maxName}, {"nameZh", "zh", d.NameZh, "details_name", maxName},
		{"descriptionEn", "en", d.DescriptionEn, "description_required", maxDescription},
		{"descriptionZh", "zh", d.DescriptionZh, "description_required", maxDescription},
	} {
		bad.Required(f.field, f.text, f.required, f.limit)
		switch {
		case bad[f.field] != "":
		case !utf8.ValidString(f.text) || strings.ContainsAny(f.text, "<>{}"):
			bad[f.field] = "details_markup"
		case len(content.RuleViolations(f.lang, f.text)) > 0:
			bad[f.field] = "details_rule_" + f.lang
		case ClaimsUnlimitedData(f.text) && (p.DataMb == 0 || p.SpeedAfterKbps == 0):
			bad[f.field] = "plan_unlimited_incomplete"
		}
	}
	if d.Visible && !p.Visible && checkPrice(p, p.Price, p.Currency) != nil {
		bad["visible"] = "details_no_price"
	}
	if d.Popularity < 0 || d.Popularity > maxPopularity {
		bad["popularity"] = "details_order"
	}
	known, err := pg.List[string](
		tx,
		"read destinations",
		`select code from destination where code = any(cast(? as text[]))`,
		pg.Array(d.Destinations),
	)
	if err != nil {
		return err
	}
	sorted := slices.Sorted(slices.Values(d.Destinations))
	if len(d.Destinations) == 0 || len(known) != len(slices.Compact(sorted)) || len(known) != len(d.Destinations) {
		bad["destinations"] = "details_destinations"
	}
	return bad.Err()
}

// write stores what differs, and returns its fields with what they were and are.
func (s *Service) write(tx *pg.Tx, p Product, d Details) (changed []string, detail map[string]any, err error) {
	was, err := detailsOf(tx, p)
	if err != nil {
		return nil, nil, err
	}
	before, codes := strings.Join(was.Destinations, " "), strings.Join(d.Destinations, " ")
	detail = map[string]any{}
	note := func(field string, before, after any) {
		if before != after {
			changed = append(changed, field)
			detail[field] = []any{before, after}
		}
	}
	note("name_en", was.NameEn, d.NameEn)
	note("name_zh", was.NameZh, d.NameZh)
	note("description_en", was.DescriptionEn, d.DescriptionEn)
	note("description_zh", was.DescriptionZh, d.DescriptionZh)
	note("visible", was.Visible, d.Visible)
	note("popularity", was.Popularity, d.Popularity)
	note("destinations", before, codes)
	if len(changed) == 0 {
		return nil, nil, nil
	}
	err = pg.Exec(tx, "write details", `update product set name_en = ?, name_zh = ?, description_en = ?, description_zh = ?, visible = ?,
		popularity = ?, updated_at = ? where tenant_id = ? and goods_id = ?`,
		d.NameEn, d.NameZh, d.DescriptionEn, d.DescriptionZh, d.Visible, d.Popularity, s.clock.Now(), p.TenantID, p.GoodsID)
	if err != nil || !slices.Contains(changed, "destinations") {
		return changed, detail, err
	}
	if err = pg.Exec(tx, "take destinations away", `delete from product_destination where tenant_id = ? and goods_id = ?
		and code <> all(cast(? as text[]))`, p.TenantID, p.GoodsID, pg.Array(d.Destinations)); err != nil {
		return nil, nil, err
	}
	err = pg.Exec(tx, "write destinations", `insert into product_destination (tenant_id, goods_id, code, sort)
		select ?, ?, code, n - 1 from unnest(cast(? as text[])) with ordinality as t (code, n)
		on conflict (tenant_id, goods_id, code) do update set sort = excluded.sort where product_destination.sort <> excluded.sort`,
		p.TenantID, p.GoodsID, pg.Array(d.Destinations))
	return changed, detail, err
}
