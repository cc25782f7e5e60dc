-- +goose Up
-- What an owner, a browser or a customer, was last told about a device: device.Check as JSON. It holds no EID, only the
-- last four digits of one.
create table device_check (
    tenant_id  bigint      not null references tenant,
    owner      text        not null,
    body       jsonb       not null,
    checked_at timestamptz not null,
    primary key (tenant_id, owner)
);
create index device_check_age on device_check (checked_at);

-- The check that stood when the item came into the cart. An order line has it in compatibility, as device.
alter table cart_item add column device jsonb;

-- +goose Down
alter table cart_item drop column device;
drop table device_check;
