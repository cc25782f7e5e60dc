-- +goose Up

-- What staff tell search engines about a page of the catalogue in place of what is generated (docs/decisions/124). tenant_id is 0 for
-- all sites; what a site says itself goes before that. An empty text stands for the generated one; code is that of the product, of the
-- group or of the destination. Each change raises revision, which the next one has to name.
create table page_title (
    tenant_id      bigint      not null,
    kind           text        not null check (kind in ('product', 'group', 'destination')),
    code           text        not null,
    title_en       text        not null,
    title_zh       text        not null,
    description_en text        not null,
    description_zh text        not null,
    revision       bigint      not null,
    actor          text        not null,
    author         text        not null,
    at             timestamptz not null,
    primary key (kind, code, tenant_id)
);

-- titles:<site> has the catalogue read anew; the other tag is that of the pages.
-- +goose StatementBegin
create function page_title_changed() returns trigger language plpgsql as $$
declare
    p page_title := coalesce(new, old);
begin
    if tg_op = 'UPDATE' and (old.title_en, old.title_zh, old.description_en, old.description_zh)
        is not distinct from (new.title_en, new.title_zh, new.description_en, new.description_zh) then
        return null;
    end if;
    perform log_change(variadic array(
        select tag from tenant t cross join lateral (values
            ('titles:' || t.id),
            (case p.kind when 'product' then 'goods' when 'group' then 'group' else 'place' end || ':' || t.id || ':' || p.code)) v (tag)
        where p.tenant_id in (0, t.id)));
    return null;
end $$;
-- +goose StatementEnd
create trigger page_title_changed after insert or update or delete on page_title
    for each row execute function page_title_changed();

-- +goose Down
drop table page_title;
drop function page_title_changed;
