-- +goose NO TRANSACTION
-- +goose Up

-- When an order that waits for its payment, and an attempt that is not settled, are looked at without being asked. Most are paid by then
-- and need no job for it; a sweep asks for the jobs of those that are not, and empties the column. The version before leaves it empty and
-- asks for a job with each order and attempt.
alter table orders add column if not exists ask_at timestamptz;
alter table payment_attempt add column if not exists look_at timestamptz;
drop index concurrently if exists orders_to_ask;
create index concurrently orders_to_ask on orders (ask_at) where status = 'waiting_payment' and ask_at is not null;
drop index concurrently if exists payment_attempt_to_look_at;
create index concurrently payment_attempt_to_look_at on payment_attempt (look_at) where status in ('open', 'processing', 'failed') and look_at is not null;

-- +goose Down
drop index concurrently if exists payment_attempt_to_look_at;
drop index concurrently if exists orders_to_ask;
alter table payment_attempt drop column look_at;
alter table orders drop column ask_at;
