-- +goose Up

-- What staff show on a site in place of what the shop's files say (docs/decisions/118): its menu, words of its home page, its
-- campaign banner. A site without a row follows the files. body has the shape of the kind (bff/block), in both languages.
create table site_block (
    tenant_id bigint not null references tenant,
    kind      text   not null check (kind in ('menu', 'home', 'banner')),
    body      jsonb  not null,
    version   bigint not null,
    primary key (tenant_id, kind)
);
create trigger site_block_changed after insert or update or delete on site_block
    for each row execute function row_changed('site', 'tenant_id');

-- Everything that was shown, the first what the files said before staff published anything.
create table site_block_version (
    id        bigint generated always as identity primary key,
    tenant_id bigint      not null,
    kind      text        not null,
    body      jsonb       not null,
    author    text        not null,
    at        timestamptz not null
);
create index site_block_version_of on site_block_version (tenant_id, kind, id desc);

-- What is being changed. Each save names the revision that it is based on and raises it; body is null while there is no draft.
create table site_block_draft (
    tenant_id  bigint      not null,
    kind       text        not null,
    body       jsonb,
    revision   bigint      not null,
    actor      text        not null,
    author     text        not null,
    updated_at timestamptz not null,
    primary key (tenant_id, kind)
);

-- +goose Down
drop table site_block_draft, site_block_version, site_block;
