package seed

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/catalog/naming"
)

func (l *loader) tenants() error {
	l.o.Progress("sites and menus")
	var sites, menus []row
	staffs, err := l.ownMenus()
	if err != nil {
		return err
	}
	for i, t := range l.files.Tenants {
		sites = append(sites, row{
			"id": t.ID, "code": t.Code, "hosts": t.Hosts, "name_en": t.Name.En, "name_zh": t.Name.Zh, "brand": t.Brand,
			"icon": t.Icon, "web_site": t.WebSite, "currency": t.Currency, "currency_symbol": t.CurrencySymbol,
			"default_locale": t.DefaultLocale, "time_zone": t.TimeZone, "support_email": t.SupportEmail, "hotline": t.Hotline,
			"corporate_url": t.CorporateURL, "payment_methods": t.PaymentMethods, "settings": t.Settings, "sort": i,
		})
		if staffs[t.ID] {
			continue
		}
		for j, m := range l.files.Menus {
			menus = append(menus, row{
				"tenant_id": t.ID, "user_type": 1, "position": j, "name_en": m.Name.En, "name_zh": m.Name.Zh, "icon": m.Icon,
				"redirect_url": m.RedirectURL, "redirect_type": m.RedirectType, "version": m.Version,
			})
		}
	}
	if err := l.upsert(target{table: "tenant", keys: []string{"id"}}, sites); err != nil {
		return err
	}
	return l.only(target{table: "menu_item", keys: []string{"tenant_id", "user_type", "position"}}, menus,
		`t.tenant_id = any($1) and not t.tenant_id = any($2)`, l.files.tenantIDs(), append([]int64{}, slices.Collect(maps.Keys(staffs))...))
}

func (l *loader) destinations() error {
	l.o.Progress("destinations")
	var places, groups []row
	for i, d := range l.files.Destinations {
		places = append(places, row{
			"code": d.Code, "region": d.Region, "name_en": d.Name.En, "name_zh": d.Name.Zh, "aliases": d.Aliases, "sort": i,
		})
	}
	for _, t := range l.files.Tenants {
		for i, g := range l.files.Groups {
			groups = append(groups, row{
				"tenant_id": t.ID, "code": g.Code, "name_en": g.Name.En, "name_zh": g.Name.Zh, "intro_en": g.Intro.En,
				"intro_zh": g.Intro.Zh, "image": "/roamcart-images/groups/" + g.Code + ".svg", "sort": i,
			})
		}
	}
	if err := l.upsert(target{table: "destination", keys: []string{"code"}}, places); err != nil {
		return err
	}
	words, err := l.names()
	if err != nil {
		return err
	}
	for _, g := range groups {
		reword(words[g["tenant_id"].(int64)], g, "name", "intro")
	}
	return l.upsert(target{table: "product_group", keys: []string{"tenant_id", "code"}}, groups)
}

// names writes what sites call destinations, except where staff has decided, and returns how they reword the texts of the files. The
// sites are held, as by whoever changes a name.
func (l *loader) names() (map[int64]map[string]naming.Words, error) {
	if err := l.exec("hold sites", `select 1 from tenant where id = any($1) order by id for no key update`, l.files.tenantIDs()); err != nil {
		return nil, err
	}
	rows := []row{}
	for _, n := range l.files.Names {
		rows = append(rows, row{"tenant_id": n.Tenant, "lang": n.Lang, "code": n.Code, "name": orNull(n.Name), "symbol": orNull(n.Symbol)})
	}
	const given = `jsonb_populate_recordset(null::destination_site, $1)`
	if err := l.withRows("clear names of destinations", `delete from destination_site s where s.tenant_id = any($2) and not s.staff
		and not exists (select 1 from `+given+` n where (n.tenant_id, n.lang, n.code) = (s.tenant_id, s.lang, s.code))`, rows, l.files.tenantIDs()); err != nil {
		return nil, err
	}
	if err := l.withRows("write names of destinations", `insert into destination_site as s (tenant_id, lang, code, name, symbol)
		select tenant_id, lang, code, name, symbol from `+given+`
		on conflict (tenant_id, lang, code) do update set name = excluded.name, symbol = excluded.symbol
		where not s.staff and (s.name, s.symbol) is distinct from (excluded.name, excluded.symbol)`, rows); err != nil {
		return nil, err
	}
	return naming.WordsOf(l.ctx, l.tx)
}

// reword says columns of a row, which are there in each language, as a site does.
func reword(words map[string]naming.Words, r row, columns ...string) {
	for lang, w := range words {
		for _, c := range columns {
			r[c+"_"+lang] = w.In(r[c+"_"+lang].(string))
		}
	}
}

func (l *loader) products() error {
	l.o.Progress(fmt.Sprintf("%d products in %d sites", len(l.files.Products), len(l.files.Tenants)))
	var products, covers []row
	words, err := naming.WordsOf(l.ctx, l.tx)
	if err != nil {
		return err
	}
	decided, err := l.decided()
	if err != nil {
		return err
	}
	for _, t := range l.files.Tenants {
		for _, p := range l.files.Products {
			r, err := l.product(t, p)
			if err != nil {
				return err
			}
			reword(words[t.ID], r, "name", "description")
			staff := decided[sold{t.ID, p.GoodsID}]
			staff.over(r)
			products = append(products, r)
			for i, code := range staff.places(p.Destinations) {
				covers = append(covers, row{"tenant_id": t.ID, "goods_id": p.GoodsID, "code": code, "sort": i})
			}
		}
	}
	if err := l.upsert(target{table: "product", keys: []string{"tenant_id", "goods_id"}, touched: "updated_at"}, products); err != nil {
		return err
	}
	return l.onlyAtSites("product_destination", covers, "goods_id", "code")
}

func (l *loader) product(t tenantFile, p productFile) (row, error) {
	price, ok := p.Prices[t.Currency]
	if !ok {
		return nil, fmt.Errorf("product %s has no price in %s", p.GoodsID, t.Currency)
	}
	en, zh := l.files.Descriptions["en"][p.GoodsID], l.files.Descriptions["zh"][p.GoodsID]
	if en == "" || zh == "" {
		return nil, fmt.Errorf("product %s is not described in both languages", p.GoodsID)
	}
	return row{
		"tenant_id": t.ID, "goods_id": p.GoodsID, "group_code": p.Group, "name_en": p.Name.En, "name_zh": p.Name.Zh,
		"description_en": en, "description_zh": zh, "image": "/roamcart-images/cards/" + p.GoodsID + ".svg",
		"price": price, "currency": t.Currency, "sim_types": p.SimTypes, "data_mb": p.Data.MB, "data_per": p.Data.Per,
		"unlimited": false, "speed_after_kbps": p.Data.SpeedAfterKbps, "days": p.Days, "voice_minutes": p.Voice.Minutes,
		"voice_unlimited": p.Voice.Unlimited, "network_type": p.NetworkType, "activation": p.Activation,
		"use_within_days": p.UseWithinDays, "day_rule": p.DayRule, "day_zone": p.DayZone, "hotspot": p.Hotspot,
		"refund_policy": p.RefundPolicy, "real_name": p.RealName, "contract_period": p.ContractPeriod,
		"deposit": p.Deposit[t.Currency], "transfer_number": p.TransferNumber, "local_number": p.NumberPool != "",
		"popularity": p.Popularity, "visible": true, "carrier": cmp.Or(p.Carrier, carrier.Pool), "published_at": p.PublishedAt,
	}, nil
}
