-- +goose Up

-- Files of the pages' builds that were served lately, by their hashed names. A page that is open, or that came from a
-- replica of another build, finds its files here.
create table build_asset (
    name    text        primary key,
    body    bytea       not null,
    seen_at timestamptz not null
);
create index build_asset_age on build_asset (seen_at);

-- +goose Down
drop table build_asset;
