-- +goose Up

-- When what installs a SIM and tells of its use is to be erased, null as long as nobody can say, and when it was
-- (docs/decisions/059). What was erased cannot come back into the row.
alter table sim_line
    add column erase_at  timestamptz,
    add column erased_at timestamptz,
    add constraint sim_line_erased check (erased_at is null or (activation is null and length(iccid) <= 4 and msisdn = '' and apn = ''
        and device = '' and last_country = '' and first_attach_at is null and sync_at is null));
create index sim_line_erase on sim_line (erase_at) where erased_at is null and erase_at is not null;

-- When the carrier first counted a plan as over.
alter table plan_instance add column over_at timestamptz;

-- Profiles that were handed out lose their codes.
alter table esim_profile
    alter column activation drop not null,
    add constraint esim_profile_code check (activation is not null or state in ('delivered', 'revoked'));

-- Which SIM, or which request to a carrier, a message was about, once it has been worked: it goes with the SIM's data.
alter table carrier_event
    add column line_id    bigint references sim_line,
    add column request_id bigint references carrier_order;
create index carrier_event_line on carrier_event (line_id) where line_id is not null;
create index carrier_event_request on carrier_event (request_id) where request_id is not null;

-- The top-ups of a SIM, which keep its data from being erased while they are open.
create index order_line_topup on order_line (sim_line_id) where sim_line_id is not null;
create index carrier_order_topup on carrier_order (line_id) where state in ('intended', 'sent', 'pending', 'unknown');

-- The SIMs that are there already, by the rule of bff/sim/erase.go.
update plan_instance set over_at = least(ends_at, as_of) where state in ('depleted', 'expired', 'revoked', 'lapsed');
update sim_line l set erase_at = case
    when l.revoked_at is not null or l.retired_at is not null then least(l.revoked_at, l.retired_at)
    when exists (select 1 from plan_instance where line_id = l.id) then (
        select case when count(p.ends) = count(*) then max(p.ends) + interval '30 days' end from (
            select case when state in ('expired', 'revoked', 'lapsed') then least(ends_at, over_at) else coalesce(ends_at, over_at) end as ends
            from plan_instance where line_id = l.id) p)
    else (
        select l.created_at + make_interval(days => g.use_within_days + g.days + 31) from product g
        where g.tenant_id = l.tenant_id and g.goods_id = l.goods_id and g.use_within_days > 0 and g.contract_period = '')
    end;

-- +goose Down
drop index carrier_order_topup, order_line_topup;
alter table carrier_event drop column line_id, drop column request_id;
alter table esim_profile drop constraint esim_profile_code;
delete from esim_profile where activation is null;
alter table esim_profile alter column activation set not null;
alter table plan_instance drop column over_at;
alter table sim_line drop column erase_at, drop column erased_at;
