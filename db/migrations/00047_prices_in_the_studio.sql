-- +goose Up

-- What staff have decided about a product of a site (docs/decisions/113). fields are columns of product, which the files of the shop
-- change no more. Each change by staff raises revision, which the next one has to name; action says what the last one was.
create table product_edit (
    tenant_id bigint      not null,
    goods_id  text        not null,
    revision  bigint      not null,
    fields    text[]      not null default '{}',
    actor     text        not null,
    author    text        not null,
    action    text        not null,
    at        timestamptz not null,
    primary key (tenant_id, goods_id),
    foreign key (tenant_id, goods_id) references product
);

-- Prices that staff have set, now or from a moment, in minor units of currency. was is the price that one replaced, null until it
-- is applied. One that a rule refuses when its moment comes is held, and why is the code of the reason.
create table price_change (
    id         bigint generated always as identity primary key,
    tenant_id  bigint      not null,
    goods_id   text        not null,
    price      bigint      not null check (price > 0),
    currency   char(3)     not null,
    was        bigint,
    starts_at  timestamptz not null,
    state      text        not null check (state in ('waiting', 'applied', 'withdrawn', 'held')),
    why        text        not null default '',
    actor      text        not null,
    author     text        not null,
    created_at timestamptz not null,
    ended_at   timestamptz,
    ended_by   text        not null default '',
    foreign key (tenant_id, goods_id) references product
);
create unique index price_change_waiting on price_change (tenant_id, goods_id, starts_at) where state = 'waiting';
create index price_change_due on price_change (starts_at) where state = 'waiting';
create index price_change_goods on price_change (goods_id, tenant_id, id desc);

-- +goose Down
drop table price_change, product_edit;
