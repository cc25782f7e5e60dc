-- Gives points that were spent on an order back to their lots, the last to expire first. Points whose time is over come back and
-- expire in the same moment.
with spent_lots as (
    select p.lot_id, p.points - p.restored as room, l.expires_at <= @now as expired,
        sum(p.points - p.restored) over (order by l.expires_at desc, l.id desc) - (p.points - p.restored) as before
    from point_spend p
    join point_lot l on l.id = p.lot_id
    where p.order_id = @order
), restored_points as (
    select lot_id, expired, least(room, @points - before) as points
    from spent_lots
    where room > 0 and before < @points
), updated_spend as (
    update point_spend p
    set restored = p.restored + restored_points.points
    from restored_points
    where p.order_id = @order and p.lot_id = restored_points.lot_id
), updated_redemption as (
    update point_redemption
    set restored = restored + @points
    where order_id = @order
), refilled_lots as (
    update point_lot l
    set remaining = l.remaining + restored_points.points
    from restored_points
    where l.id = restored_points.lot_id and not restored_points.expired
)
insert into point_entry (tenant_id, user_id, at, kind, points, source_type, source_id, order_id)
select @tenant, @user, @now, e.kind, e.points, 'order', @source, @order
from (
    select 'restore' as kind, sum(points) as points from restored_points
    union all
    select 'expire', -sum(points) from restored_points where expired
) e
where e.points is not null
