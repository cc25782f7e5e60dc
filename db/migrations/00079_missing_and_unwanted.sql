-- +goose NO TRANSACTION
-- +goose Up

-- Since when its carrier has said of a SIM that it knows no such line, null when it knows it. One that was restored from a backup, or
-- is being deployed, says so of lines that are there: only after a day of it a SIM is over. The version before ends such a SIM at once.
alter table sim_line add column if not exists missing_since timestamptz;

-- What carriers have not taken back, for the list of what people should look at.
drop index concurrently if exists carrier_order_unwanted;
create index concurrently carrier_order_unwanted on carrier_order (updated_at) where error_class = 'unwanted';

-- +goose Down
drop index concurrently if exists carrier_order_unwanted;
alter table sim_line drop column missing_since;
