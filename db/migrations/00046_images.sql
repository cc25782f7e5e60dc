-- +goose Up

-- Images that staff have uploaded (docs/decisions/112). hash is that of the files that were made of an image, name says their
-- sizes, too; the files themselves are on disk or in S3-compatible storage. bytes is how many all of them have together. Of an
-- image that is not decorative both languages have words, or neither has yet.
create table image (
    hash       text        primary key check (hash ~ '^[0-9a-f]{32}$'),
    name       text        not null unique,
    bytes      bigint      not null check (bytes > 0),
    alt_en     text        not null default '',
    alt_zh     text        not null default '',
    decorative boolean     not null default false,
    actor      text        not null,
    author     text        not null,
    created_at timestamptz not null,
    check ((alt_en = '') = (alt_zh = '')),
    check (not decorative or alt_en = '')
);
create index image_newest on image (created_at desc, hash desc);

-- +goose Down
drop table image;
