-- +goose Up

-- When the buyer was told that the delivery takes longer than it should, and when what is not there by then is refunded.
alter table orders
    add column delayed_at    timestamptz,
    add column refund_due_at timestamptz,
    add constraint orders_delay_check check ((delayed_at is null) = (refund_due_at is null));

-- +goose Down
alter table orders drop column delayed_at, drop column refund_due_at;
