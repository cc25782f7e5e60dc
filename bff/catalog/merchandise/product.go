package merchandise

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// Product is a product of a site as staff see it, hidden ones included.
type Product struct {
	TenantID int64
	// Site is the code of the site, such as "hk".
	Site                                 string
	GoodsID, GroupCode, NameEn, NameZh   string
	Price                                int64 // minor units of Currency
	Currency, SiteCurrency, Symbol, Zone string
	DataMb                               int64
	DataPer                              string
	Unlimited                            bool
	SpeedAfterKbps, Days, VoiceMinutes   int
	VoiceUnlimited, Visible              bool
	ContractPeriod                       string
	// What else a page says of it, as catalog.Goods has it. RealName has commas between the codes.
	NetworkType, Hotspot, RefundPolicy, Activation, DayRule, DayZone, RealName string
	UseWithinDays                                                              int
	Deposit                                                                    int64
	TransferNumber, LocalNumber                                                bool
	// Revision is 0 until staff change something. The last change was made by Author; Action is what it was.
	Revision       int64
	Author, Action string
	EditedAt       *time.Time
	// Fields are the columns that staff have decided, with commas between them.
	Fields string
}

const productSQL = `
	select p.tenant_id, t.code as site, p.goods_id, p.group_code, p.name_en, p.name_zh, p.price, p.currency, t.currency as site_currency,
	       t.currency_symbol as symbol, t.time_zone as zone, p.data_mb, p.data_per, p.unlimited, p.speed_after_kbps, p.days,
	       p.voice_minutes, p.voice_unlimited, p.visible, p.contract_period,
	       p.network_type, p.hotspot, p.refund_policy, p.activation, p.day_rule, p.day_zone, array_to_string(p.real_name, ',') as real_name,
	       p.use_within_days, p.deposit, p.transfer_number, p.local_number, coalesce(e.revision, 0) as revision,
	       coalesce(e.author, '') as author, coalesce(e.action, '') as action, e.at as edited_at,
	       coalesce(array_to_string(e.fields, ','), '') as fields
	from product p join tenant t on t.id = p.tenant_id left join product_edit e using (tenant_id, goods_id)`

// Name returns the product's name in a language.
func (p Product) Name(locale string) string { return shared.In(locale, p.NameEn, p.NameZh) }

// Amount writes an amount in the product's currency as people read it.
func (p Product) Amount(minor int64) string { return money.Format(minor, p.Currency, p.Symbol) }

// Decided reports whether staff have decided a field.
func (p Product) Decided(field string) bool {
	return slices.Contains(strings.Split(p.Fields, ","), field)
}

// Location returns the zone by whose clocks prices of the site begin.
func (p Product) Location() (*time.Location, error) {
	zone, err := time.LoadLocation(p.Zone)
	if err != nil {
		return nil, fmt.Errorf("zone of site %d: %w", p.TenantID, err)
	}
	return zone, nil
}

// goods is what the catalogue needs to know to say what the product costs per unit at a price.
func (p Product) goods(price int64) catalog.Goods {
	return catalog.Goods{
		Price: price, Days: p.Days,
		Data:  catalog.Data{MB: p.DataMb, Per: p.DataPer, Unlimited: p.Unlimited, SpeedAfterKbps: p.SpeedAfterKbps},
		Voice: catalog.Voice{Minutes: p.VoiceMinutes, Unlimited: p.VoiceUnlimited},
	}
}

// Goods is the product as a page shows its facts, at its price.
func (p Product) Goods() catalog.Goods {
	g := p.goods(p.Price)
	g.Currency, g.NetworkType, g.Hotspot, g.RefundPolicy = p.Currency, p.NetworkType, p.Hotspot, p.RefundPolicy
	g.Activation, g.UseWithinDays, g.DayRule, g.DayZone = p.Activation, p.UseWithinDays, p.DayRule, p.DayZone
	g.ContractPeriod, g.Deposit, g.TransferNumber, g.LocalNumber = p.ContractPeriod, p.Deposit, p.TransferNumber, p.LocalNumber
	g.RealName = strings.FieldsFunc(p.RealName, func(r rune) bool { return r == ',' })
	return g
}

// List returns the products of a site in the order of its list, or with 0 of all sites. Never nil.
func (s *Service) List(ctx context.Context, tenantID int64) ([]Product, error) {
	return pg.List[Product](s.db.Conn(ctx), "list products", productSQL+`
		where cast(? as bigint) in (0, p.tenant_id) order by p.tenant_id, p.popularity desc, p.goods_id`, tenantID)
}

// Get returns a product of each site that has it, the sites by their numbers. Fault: not_found.
func (s *Service) Get(ctx context.Context, goodsID string) ([]Product, error) {
	list, err := pg.List[Product](s.db.Conn(ctx), "read product", productSQL+` where p.goods_id = ? order by p.tenant_id`, goodsID)
	if err == nil && len(list) == 0 {
		err = fault.New("not_found")
	}
	return list, err
}

// LockSites locks the rows of sites, in ascending order, so that nobody else changes products of theirs until the transaction ends.
func LockSites(tx *pg.Tx, tenantIDs ...int64) error {
	return pg.Exec(tx, "hold sites", `select 1 from tenant where id = any(cast(? as bigint[])) order by id for no key update`, pg.Array(tenantIDs))
}

// LockAllSites is LockSites for all sites.
func LockAllSites(tx *pg.Tx) error {
	return pg.Exec(tx, "hold all sites", `select 1 from tenant order by id for no key update`)
}

// read returns a product of a site that is locked. Fault: not_found.
func read(tx *pg.Tx, tenantID int64, goodsID string) (Product, error) {
	list, err := pg.List[Product](tx, "read product", productSQL+` where p.tenant_id = ? and p.goods_id = ?`, tenantID, goodsID)
	if err == nil && len(list) == 0 {
		err = fault.New("not_found")
	}
	if err != nil {
		return Product{}, err
	}
	return list[0], nil
}

// touch raises a product's revision and notes who did what; fields are those that staff have decided with it.
func (s *Service) touch(tx *pg.Tx, p *Product, by audit.By, action string, fields ...string) error {
	now := s.clock.Now()
	decided := strings.FieldsFunc(p.Fields, func(r rune) bool { return r == ',' })
	for _, f := range fields {
		if !slices.Contains(decided, f) {
			decided = append(decided, f)
		}
	}
	p.Revision, p.Author, p.Action, p.EditedAt, p.Fields = p.Revision+1, by.Author, action, &now, strings.Join(decided, ",")
	return pg.Exec(tx, "note the change of a product", `
		insert into product_edit (tenant_id, goods_id, revision, fields, actor, author, action, at)
		values (@tenant, @goods, @revision, @fields, @actor, @author, @action, @now)
		on conflict (tenant_id, goods_id) do update set revision = excluded.revision, fields = excluded.fields, actor = excluded.actor,
			author = excluded.author, action = excluded.action, at = excluded.at`,
		map[string]any{
			"tenant": p.TenantID, "goods": p.GoodsID, "revision": p.Revision, "fields": pg.Array(decided), "actor": by.Actor,
			"author": by.Author, "action": action, "now": now,
		})
}
