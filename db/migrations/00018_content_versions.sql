-- +goose Up

-- What editors write (docs/decisions/066). A version is one text in one language as it was handed in, and stays as it is.
create table content_version (
    id         bigint generated always as identity primary key,
    tenant_id  bigint      not null,
    kind       text        not null,
    name       text        not null,
    locale     text        not null,
    source     text        not null,
    -- of the files that the shop came with, written down when an editor's text took their place
    from_files boolean     not null default false,
    author     text        not null,
    created_at timestamptz not null
);
create index content_version_text on content_version (tenant_id, kind, name, locale, id desc);

-- +goose StatementBegin
create function content_version_stays() returns trigger language plpgsql as $$
begin
    raise exception 'a version of a text is never changed';
end $$;
-- +goose StatementEnd
create trigger content_version_stays before update or delete on content_version
    for each row execute function content_version_stays();

-- Which version of a text is shown. Where there is none, the files are.
create table content_published (
    tenant_id  bigint not null,
    kind       text   not null,
    name       text   not null,
    locale     text   not null,
    version_id bigint not null references content_version,
    primary key (tenant_id, kind, name, locale)
);

-- Each time a text was published: what was shown in each language then, and which of them was left behind by the other.
create table content_publication (
    id        bigint generated always as identity primary key,
    tenant_id bigint      not null,
    kind      text        not null,
    name      text        not null,
    en        bigint references content_version,
    zh        bigint references content_version,
    stale     text        not null default '',
    actor     text        not null,
    at        timestamptz not null
);
create index content_publication_text on content_publication (tenant_id, kind, name, id desc);

-- The file that a question came from.
alter table faq_item add column name text not null default '';

-- +goose Down
alter table faq_item drop column name;
drop table content_publication, content_published, content_version;
drop function content_version_stays;
