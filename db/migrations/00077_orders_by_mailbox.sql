-- +goose NO TRANSACTION
-- +goose Up

-- All orders of a mailbox: what staff are asked about is looked up by it, whether or not its buyer has an account.
drop index concurrently if exists orders_by_mailbox;
create index concurrently orders_by_mailbox on orders (tenant_id, email_normal) where email_normal <> '';

-- contract: the version before looks for orders of guests by the same columns, so it reads the new index.
drop index concurrently if exists orders_of_guests;

-- +goose Down
drop index concurrently if exists orders_of_guests;
create index concurrently orders_of_guests on orders (tenant_id, email_normal) where user_id is null;
drop index concurrently if exists orders_by_mailbox;
