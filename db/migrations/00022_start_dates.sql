-- +goose Up

-- The day on which a plan begins whose activation is a chosen date: YYYY-MM-DD by the site's calendar, '' for any other plan.
alter table cart_item add column start_date text not null default '' check (start_date = '' or start_date ~ '^\d{4}-\d\d-\d\d$');
alter table cart_item drop constraint cart_item_line;
alter table cart_item add constraint cart_item_line unique (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, start_date);

-- start_at is the first instant of that day, as it was when the line was bought: it is what the carrier is told.
alter table order_line add column start_date text not null default '' check (start_date = '' or start_date ~ '^\d{4}-\d\d-\d\d$'),
    add column start_at timestamptz, add constraint order_line_start check ((start_date = '') = (start_at is null));

-- A plan that begins at a time of its own, and not after the one before it.
alter table plan_instance drop constraint plan_instance_state_check;
alter table plan_instance add constraint plan_instance_state_check check (state in ('processing', 'queued', 'scheduled', 'active', 'depleted',
    'expired', 'revoked', 'lapsed', 'unknown'));

-- +goose Down
update plan_instance set state = 'queued' where state = 'scheduled';
alter table plan_instance drop constraint plan_instance_state_check;
alter table plan_instance add constraint plan_instance_state_check check (state in ('processing', 'queued', 'active', 'depleted',
    'expired', 'revoked', 'lapsed', 'unknown'));
alter table order_line drop constraint order_line_start, drop column start_date, drop column start_at;
delete from cart_item where start_date <> '';
alter table cart_item drop constraint cart_item_line;
alter table cart_item drop column start_date;
alter table cart_item add constraint cart_item_line unique (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone);
