-- +goose Up

-- Up to when orders that were placed as a guest were paid for whose offer the customer has put off.
alter table customer add column claim_put_off_at timestamptz;

-- A guest's orders whose points a customer has, as they are looked for when they are offered to the account.
create index orders_of_earners on orders (tenant_id, earner_id) where earner_id is not null;

-- +goose Down
drop index orders_of_earners;
alter table customer drop column claim_put_off_at;
