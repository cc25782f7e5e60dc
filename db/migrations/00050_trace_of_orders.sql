-- The request that placed an order, as the W3C header traceparent names its span; empty where no traces are recorded. It names no person.

-- +goose Up
alter table orders add column traceparent text not null default '';

-- +goose Down
alter table orders drop column traceparent;
