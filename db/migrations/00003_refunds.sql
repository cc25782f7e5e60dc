-- +goose Up

-- What the goods promise about giving money back, frozen with the line; the names are those of product.refund_policy.
alter table order_line add column refund_policy text not null default 'unused_30_days';

-- How much of a consumed promise has come back to the shelf, because its line was refunded before it was handed over.
alter table stock_reservation
    add column returned bigint not null default 0,
    add constraint stock_reservation_returned check (returned between 0 and quantity and (returned = 0 or state = 'consumed'));

-- What an attempt brought in, which is not always what it asked for.
alter table payment_attempt
    add column received bigint not null default 0 check (received >= 0),
    add column received_currency text not null default '',
    add column received_at timestamptz;
update payment_attempt set received = amount, received_currency = currency, received_at = updated_at
where status in ('succeeded', 'late_paid');
create index payment_attempt_received on payment_attempt (received_at) where received_at is not null;

-- requested waits for staff, refused is their no; pending_refund is on its way to the provider.
alter table refund drop constraint refund_state_check;
alter table refund
    add constraint refund_state_check check (state in ('requested', 'pending_refund', 'succeeded', 'failed', 'refused')),
    add column notes text not null default '',
    add column decided_by text not null default '',
    add column decided_at timestamptz,
    add column alerted_at timestamptz;
create index refund_open on refund (created_at) where state in ('requested', 'pending_refund');
create unique index refund_provider on refund (provider_id) where provider_id <> '';

create table dispute (
    id         text primary key,
    tenant_id  bigint      not null,
    order_id   bigint      not null references orders,
    attempt_id bigint      not null references payment_attempt,
    amount     bigint      not null,
    currency   text        not null,
    reason     text        not null,
    state      text        not null check (state in ('open', 'won', 'lost')),
    opened_at  timestamptz not null,
    closed_at  timestamptz
);
create index dispute_order on dispute (order_id);

-- One row per day that was compared with the provider, and one per thing that did not agree.
create table reconciliation (
    day         date        primary key,
    ran_at      timestamptz not null,
    charges     int         not null,
    refunds     int         not null,
    differences int         not null
);

create table reconciliation_difference (
    id          bigint generated always as identity primary key,
    day         date   not null references reconciliation,
    kind        text   not null check (kind in ('missing_here', 'missing_there', 'amount', 'currency', 'status')),
    object      text   not null check (object in ('charge', 'refund')),
    provider_id text   not null,
    order_no    text   not null default '',
    ours        text   not null default '',
    theirs      text   not null default '',
    unique (day, object, provider_id, kind)
);

-- +goose Down
drop table reconciliation_difference, reconciliation, dispute;
drop index refund_provider, refund_open, payment_attempt_received;
update refund set state = 'failed' where state in ('requested', 'refused');
alter table refund
    drop constraint refund_state_check,
    add constraint refund_state_check check (state in ('pending_refund', 'succeeded', 'failed')),
    drop column notes, drop column decided_by, drop column decided_at, drop column alerted_at;
alter table payment_attempt drop column received, drop column received_currency, drop column received_at;
alter table stock_reservation drop constraint stock_reservation_returned, drop column returned;
alter table order_line drop column refund_policy;
