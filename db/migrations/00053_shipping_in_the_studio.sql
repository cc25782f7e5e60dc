-- +goose Up

-- Which sites' shipping tables staff have changed (docs/decisions/116): the files of the shop change these no more, as long as the
-- site sells in the currency that their amounts are in. Each change raises revision, which the next one has to name.
create table shipping_edit (
    tenant_id bigint      primary key references tenant,
    currency  char(3)     not null,
    revision  bigint      not null,
    actor     text        not null,
    author    text        not null,
    at        timestamptz not null
);

-- +goose Down
drop table shipping_edit;
