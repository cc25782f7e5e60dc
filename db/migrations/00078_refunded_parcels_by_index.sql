-- +goose NO TRANSACTION
-- +goose Up

-- Parcels of orders of which another part was refunded, which are on their way: what the sweep that completes them reads.
drop index concurrently if exists refunded_orders_on_the_way;
create index concurrently refunded_orders_on_the_way on orders (shipped_at) where status = 'partially_refunded' and completed_at is null;

-- +goose Down
drop index concurrently if exists refunded_orders_on_the_way;
