-- +goose Up
-- Who has the points of an order that was placed as a guest: the customer who has proved its address. Set once.
alter table orders add column earner_id bigint check (earner_id is null or user_id is null);
create index orders_of_guests on orders (tenant_id, email_normal) where user_id is null;

-- +goose Down
drop index orders_of_guests;
alter table orders drop column earner_id;
