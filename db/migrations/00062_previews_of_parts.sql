-- +goose Up

-- Links to previews of menus, home pages and banners (docs/decisions/118), each with the body that it shows.
create table site_block_link (
    id         bigint generated always as identity primary key,
    tenant_id  bigint      not null references tenant,
    kind       text        not null check (kind in ('menu', 'home', 'banner')),
    body       jsonb       not null,
    author     text        not null,
    created_at timestamptz not null,
    until      timestamptz not null,
    revoked_by text        not null default '',
    revoked_at timestamptz
);
create index site_block_link_part on site_block_link (tenant_id, kind, id desc);

-- +goose Down
drop table site_block_link;
