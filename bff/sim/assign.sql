-- Gives the units of a line their profiles from the pool, all or none, and creates the SIM of each. Profiles that somebody else
-- holds are skipped.
with open_units as (
    select u.unit, row_number() over (order by u.unit) as place
    from generate_series(1, @quantity) as u(unit)
    where not exists (select 1 from esim_profile p where p.order_line_id = @line and p.unit = u.unit)
), locked_profiles as (
    select id
    from esim_profile
    where tenant_id = @tenant and sku = @sku and state = 'available'
    order by id
    limit (select count(*) from open_units)
    for update skip locked
), matched_profiles as (
    select p.id, u.unit
    from (select id, row_number() over (order by id) as place from locked_profiles) p
    join open_units u using (place)
), delivered_profiles as (
    update esim_profile p
    set state = 'delivered', order_line_id = @line, unit = matched_profiles.unit, allocated_at = @now, delivered_at = @now
    from matched_profiles
    where p.id = matched_profiles.id and (select count(*) from matched_profiles) = (select count(*) from open_units)
    returning p.iccid, p.activation, p.apn, p.unit
)
insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, msisdn, order_line_id, unit, profile_state,
    profile_state_at, activation, apn, created_at, sync_at, erase_at)
select @tenant, 'pool', @plan, @goods, 'esim', iccid, split_part(@number, ', ', unit), @line, unit, 'released', @now, activation, apn,
    @now, cast(@sync as timestamptz), (
        -- As schedule_erasure.sql does for a SIM of which no carrier has reported anything.
        select cast(@now as timestamptz) + make_interval(days => g.use_within_days + g.days + 1, secs => @kept)
        from product g
        where g.tenant_id = @tenant and g.goods_id = @goods and g.use_within_days > 0 and g.contract_period = ''
    )
from delivered_profiles
returning id
