package regional

import (
	"encoding/json"
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// copies are statements that take over what of a site is the same at a new one. They name @from and @to.
var copies = []struct{ what, sql string }{
	{"groups", `insert into product_group (tenant_id, code, name_en, name_zh, intro_en, intro_zh, image, sort)
		select @to, code, name_en, name_zh, intro_en, intro_zh, image, sort from product_group where tenant_id = @from`},
	{"names of destinations", `insert into destination_site (tenant_id, lang, code, name, symbol, staff)
		select @to, lang, code, name, symbol, staff from destination_site where tenant_id = @from`},
	{"menu", `insert into menu_item (tenant_id, position, user_type, name_en, name_zh, icon, redirect_url, redirect_type, version)
		select @to, position, user_type, name_en, name_zh, icon, redirect_url, redirect_type, version from menu_item where tenant_id = @from`},
	// A banner is of a campaign of its site. Each part keeps its first version, which can be restored.
	{"parts", `with kept as (
			insert into site_block_version (tenant_id, kind, body, author, at)
			select @to, kind, body, @author, @now from site_block where tenant_id = @from and kind in ('menu', 'home') returning id, kind, body)
		insert into site_block (tenant_id, kind, body, version) select @to, kind, body, id from kept`},
	{"texts", `insert into content_document (tenant_id, kind, name, locale, title, body_md, html, seo_title, seo_description, sort, updated_at)
		select @to, kind, name, locale, title, body_md, html, seo_title, seo_description, sort, updated_at from content_document where tenant_id = @from`},
	{"questions", `insert into faq_item (tenant_id, locale, category, question, answer_md, answer_html, sort, name)
		select @to, locale, category, question, answer_md, answer_html, sort, name from faq_item where tenant_id = @from`},
	// Texts are publications of the new site: they have versions, which can be changed and restored.
	{"versions of texts", `insert into content_version (tenant_id, kind, name, locale, source, from_files, author, created_at)
		select @to, v.kind, v.name, v.locale, v.source, v.from_files, @author, @now
		from content_published p join content_version v on v.id = p.version_id where p.tenant_id = @from`},
	{"published texts", `insert into content_published (tenant_id, kind, name, locale, version_id)
		select tenant_id, kind, name, locale, id from content_version where tenant_id = @to`},
	{"publications", `insert into content_publication (tenant_id, kind, name, en, zh, actor, at)
		select @to, kind, name, max(version_id) filter (where locale = 'en'), max(version_id) filter (where locale = 'zh'), @actor, @now
		from content_published where tenant_id = @to group by kind, name`},
	{
		"titles for search engines",
		`insert into page_title (tenant_id, kind, code, title_en, title_zh, description_en, description_zh, revision, actor, author, at)
		select @to, kind, code, title_en, title_zh, description_en, description_zh, 1, @actor, @author, @now from page_title where tenant_id = @from`,
	},
	{"version of the catalogue", `insert into catalog_version (tenant_id) values (@to) on conflict (tenant_id) do nothing`},
}

// plansSQL takes plans over at their new prices, the JSON @plans. One without a price is not shown.
const plansSQL = `insert into product (tenant_id, goods_id, group_code, name_en, name_zh, description_en, description_zh, image, price,
		currency, sim_types, data_mb, data_per, unlimited, speed_after_kbps, days, voice_minutes, voice_unlimited, network_type, activation,
		use_within_days, day_rule, day_zone, hotspot, refund_policy, real_name, contract_period, deposit, transfer_number, local_number,
		popularity, visible, published_at, updated_at, carrier, plan_ref)
	select @to, p.goods_id, p.group_code, p.name_en, p.name_zh, p.description_en, p.description_zh, p.image, n.price,
		@currency, p.sim_types, p.data_mb, p.data_per, p.unlimited, p.speed_after_kbps, p.days, p.voice_minutes, p.voice_unlimited, p.network_type,
		p.activation, p.use_within_days, p.day_rule, p.day_zone, p.hotspot, p.refund_policy, p.real_name, p.contract_period, n.deposit,
		p.transfer_number, p.local_number, p.popularity, p.visible and n.price > 0, p.published_at, @now, p.carrier, p.plan_ref
	from product p join jsonb_to_recordset(cast(@plans as jsonb)) as n (goods_id text, price bigint, deposit bigint) using (goods_id)
	where p.tenant_id = @from`

const coverageSQL = `insert into product_destination (tenant_id, goods_id, code, sort)
	select @to, goods_id, code, sort from product_destination where tenant_id = @from`

// stockSQL takes over how many eSIMs can be had of those that a carrier makes when they are sold. What lies in a store room, or in a
// pool of profiles, is there once: the new site has none until some is delivered to it.
const stockSQL = `insert into stock (tenant_id, sku, on_hand)
	select @to, s.sku, case when p.carrier <> 'pool' and s.sku = p.goods_id || ':esim' then s.on_hand - s.allocated else 0 end
	from stock s join product p on p.tenant_id = s.tenant_id and p.goods_id = split_part(s.sku, ':', 1) where s.tenant_id = @from`

// copySite copies everything of a site to a new one.
func copySite(tx *pg.Tx, args map[string]any, plans []Priced) error {
	raw, err := json.Marshal(plans)
	if err != nil {
		return fmt.Errorf("write plans: %w", err)
	}
	args["plans"] = string(raw)
	for i, c := range copies {
		if err := pg.Exec(tx, "take over "+c.what, c.sql, args); err != nil {
			return err
		}
		if i > 0 { // plans stand in groups
			continue
		}
		for _, sql := range []string{plansSQL, coverageSQL, stockSQL} {
			if err := pg.Exec(tx, "take over plans", sql, args); err != nil {
				return err
			}
		}
	}
	return nil
}
