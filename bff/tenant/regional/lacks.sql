-- What one site, or with 0 each of all, has of what it needs to sell, its legal texts by their names among them. A text counts as a draft
-- when words of it are not published.
select t.id, cardinality(t.payment_methods) as methods,
	coalesce(t.settings -> 'legal' ->> 'name', '') <> '' and coalesce(t.settings -> 'legal' -> 'address' ->> 'en', '') <> ''
		and coalesce(t.settings -> 'legal' -> 'address' ->> 'zh', '') <> '' as company,
	(select count(*) from product p where p.tenant_id = t.id and p.visible and p.price > 0) as sold,
	(select count(*) from product p where p.tenant_id = t.id and p.price = 0) as unpriced,
	(select count(*) from product p where p.tenant_id = t.id and p.visible and not exists (select 1 from stock s
		where s.tenant_id = p.tenant_id and s.sku in (p.goods_id || ':esim', p.goods_id || ':physical') and s.on_hand > s.allocated)) as sold_out,
	(select count(*) from shipping_method m where m.tenant_id = t.id) as ways,
	(select count(*) from product p where p.tenant_id = t.id and p.visible and 'physical' = any(p.sim_types)) as cards,
	(select count(*) from (
		select kind, name from content_working w where w.tenant_id = t.id and w.dirty
		union select v.kind, v.name from content_version v left join content_published p using (tenant_id, kind, name, locale)
		where v.tenant_id = t.id and v.id > coalesce(p.version_id, 0)) d) as drafts,
	(select count(distinct (d.name, d.locale)) from content_document d where d.tenant_id in (0, t.id) and d.kind = 'terms'
		and d.name = any(cast(@legal as text[]))) as texts,
	exists (select 1 from site_made m where m.tenant_id = t.id)
		and not exists (select 1 from content_document d where d.tenant_id = t.id and d.kind = 'terms') as shared
from tenant t
where cast(@site as bigint) in (0, t.id)
