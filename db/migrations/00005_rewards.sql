-- +goose Up
-- What a site gives. Amounts are minor units of its currency.
create table reward_rule (
    tenant_id             bigint primary key references tenant,
    referral_discount     bigint not null check (referral_discount >= 0),
    referral_min_subtotal bigint not null check (referral_min_subtotal >= 0),
    referrer_points       bigint not null check (referrer_points >= 0),
    friend_points         bigint not null check (friend_points >= 0),
    pending_days          int    not null check (pending_days >= 0),
    point_days            int    not null check (point_days > 0)
);

-- One row per customer who has to do with rewards; holding it is holding the customer's points. owed is what was taken
-- back after it had been spent; points that come in pay it first.
create table reward_account (
    tenant_id     bigint      not null references tenant,
    user_id       bigint      not null,
    referral_code text        not null,
    owed          bigint      not null default 0 check (owed >= 0),
    created_at    timestamptz not null,
    primary key (tenant_id, user_id),
    unique (tenant_id, referral_code)
);

-- How a customer is recognised under another account: keyed hashes of mailbox and browser.
create table reward_mark (
    tenant_id bigint not null,
    user_id   bigint not null,
    mark      text   not null,
    primary key (tenant_id, user_id, mark)
);

-- Points that came in together and expire together. They can be spent from available_at to before expires_at while
-- nothing freezes them. order_id is the order they were earned by.
create table point_lot (
    id           bigint generated always as identity primary key,
    tenant_id    bigint      not null,
    user_id      bigint      not null,
    kind         text        not null check (kind in ('earn', 'referral', 'adjust')),
    source_type  text        not null,
    source_id    text        not null,
    order_id     bigint references orders,
    points       bigint      not null check (points > 0),
    remaining    bigint      not null,
    reversed     bigint      not null default 0,
    noticed_days int,
    created_at   timestamptz not null,
    available_at timestamptz not null,
    expires_at   timestamptz not null,
    frozen_at    timestamptz,
    unique (tenant_id, source_type, source_id),
    check (remaining between 0 and points),
    check (reversed between 0 and points)
);
create index point_lot_open on point_lot (tenant_id, user_id, expires_at, id) where remaining > 0;
create index point_lot_expiry on point_lot (expires_at) where remaining > 0;
create index point_lot_order on point_lot (order_id);

-- What an order pays with points, and from which lots.
create table point_redemption (
    order_id  bigint primary key references orders,
    tenant_id bigint not null,
    user_id   bigint not null,
    points    bigint not null check (points > 0),
    restored  bigint not null default 0,
    state     text   not null default 'held' check (state in ('held', 'used', 'released')),
    check (restored between 0 and points)
);
create table point_spend (
    order_id bigint not null references point_redemption,
    lot_id   bigint not null references point_lot,
    points   bigint not null check (points > 0),
    restored bigint not null default 0,
    primary key (order_id, lot_id),
    check (restored between 0 and points)
);

-- The ledger: for every customer the sum of points is what remains in the lots less what is owed.
create table point_entry (
    id          bigint generated always as identity primary key,
    tenant_id   bigint      not null,
    user_id     bigint      not null,
    at          timestamptz not null,
    kind        text        not null check (kind in ('earn', 'redeem', 'restore', 'reverse', 'referral', 'expire', 'adjust')),
    points      bigint      not null check (points <> 0),
    source_type text        not null,
    source_id   text        not null,
    order_id    bigint,
    lot_id      bigint references point_lot,
    unique (tenant_id, source_type, source_id, kind)
);
create index point_entry_user on point_entry (tenant_id, user_id, id);
-- +goose StatementBegin
create function point_entry_is_final() returns trigger language plpgsql as $$
begin
    raise exception 'the points ledger is append-only';
end $$;
-- +goose StatementEnd
create trigger point_entry_is_final before update or delete on point_entry
    for each row execute function point_entry_is_final();

-- A friend who ordered with somebody's code. pays_at is set when the order is fulfilled: from then both have their points.
create table referral (
    id             bigint generated always as identity primary key,
    tenant_id      bigint      not null,
    referrer_id    bigint      not null,
    friend_id      bigint      not null,
    friend_mailbox text        not null,
    order_id       bigint      not null unique references orders,
    points         bigint      not null,
    state          text        not null default 'open' check (state in ('open', 'void')),
    created_at     timestamptz not null,
    pays_at        timestamptz
);
create unique index referral_friend on referral (tenant_id, friend_id) where state <> 'void';
create unique index referral_mailbox on referral (tenant_id, friend_mailbox) where state <> 'void';
create index referral_referrer on referral (tenant_id, referrer_id, id);

-- grant_on says who may use a code: '' everybody, otherwise only who was given it, at sign-up or by staff.
alter table promo_code add column grant_on text not null default '' check (grant_on in ('', 'signup', 'staff'));
create table promo_grant (
    tenant_id  bigint      not null,
    user_id    bigint      not null,
    promo_id   bigint      not null references promo_code,
    granted_at timestamptz not null,
    primary key (tenant_id, user_id, promo_id)
);

-- +goose Down
drop table promo_grant;
alter table promo_code drop column grant_on;
drop table referral, point_entry, point_spend, point_redemption, point_lot, reward_mark, reward_account, reward_rule;
drop function point_entry_is_final;
