-- The texts that use images of the given names.
select i.name as image, t.tenant_id, t.kind, t.name, t.locale, t.source from unnest(cast(? as text[])) as i (name) join (
    select tenant_id, kind, name, locale, source from content_working where dirty
    union
    select tenant_id, kind, name, locale, source from content_version v
    where id = (select max(id) from content_version n
            where (n.tenant_id, n.kind, n.name, n.locale) = (v.tenant_id, v.kind, v.name, v.locale) and not n.from_files)
        or exists (select 1 from content_published p where p.version_id = v.id)
        or exists (select 1 from content_schedule w where w.state = 'waiting' and v.id in (w.en, w.zh))
        or exists (select 1 from content_schedule e join content_publication b on b.id = e.base
            where e.state = 'published' and e.expire_at is not null and v.id in (b.en, b.zh))
) t on position(i.name in t.source) > 0
order by i.name, t.tenant_id, t.kind, t.name
