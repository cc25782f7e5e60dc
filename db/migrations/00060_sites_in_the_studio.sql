-- +goose Up

-- Which sites staff have made (docs/decisions/122), from which other site, and where visitors find one once it is open. Until then
-- its row in tenant has no host, so that no program leads anybody there. Each change raises revision, which the next one has to name.
create table site_made (
    tenant_id bigint      primary key references tenant,
    source_id bigint      not null references tenant,
    host      text        not null unique,
    revision  bigint      not null default 1,
    actor     text        not null,
    author    text        not null,
    made_at   timestamptz not null,
    edited_at timestamptz not null,
    opened_by text        not null default '',
    opened_at timestamptz
);

-- contract: the version before has no statement that names this trigger, and pages that are made once more are no harm to it
-- Every page of every site lists the sites that are open: a site that comes, goes, moves or is called otherwise changes them all.
-- +goose StatementBegin
create function sites_listed() returns trigger language plpgsql as $$
begin
    perform log_change(variadic (select array_agg('site:' || id) from tenant));
    return null;
end $$;
-- +goose StatementEnd
create trigger tenant_listed after insert or delete on tenant
    for each row execute function sites_listed();
create trigger tenant_moved after update on tenant
    for each row when ((old.hosts, old.web_site, old.name_en, old.name_zh, old.icon, old.sort)
        is distinct from (new.hosts, new.web_site, new.name_en, new.name_zh, new.icon, new.sort))
    execute function sites_listed();

-- +goose Down
drop trigger tenant_moved on tenant;
drop trigger tenant_listed on tenant;
drop function sites_listed;
drop table site_made;
