-- +goose Up

-- When the provider was last asked about the attempt for somebody who waits.
alter table payment_attempt add column asked_at timestamptz;

-- How many idempotency keys the provider spent on failures of its own.
alter table refund add column key_no integer not null default 0;

-- +goose Down
alter table refund drop column key_no;
alter table payment_attempt drop column asked_at;
