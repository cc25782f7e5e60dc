-- +goose Up

-- All orders of a mailbox: what staff are asked about is looked up by it, whether or not its buyer has an account.
create index orders_by_mailbox on orders (tenant_id, email_normal) where email_normal <> '';

-- contract: the version before looks for orders of guests by the same columns, so it reads the new index.
drop index orders_of_guests;

-- +goose Down
create index orders_of_guests on orders (tenant_id, email_normal) where user_id is null;
drop index orders_by_mailbox;
