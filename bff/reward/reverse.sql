-- Takes back what an order brought in of a kind until a number of points is left, the newest lot first. What has been spent is owed.
with reversible_lots as (
    select id, remaining, reversed, points - reversed as room,
        sum(points - reversed) over (order by id desc) - (points - reversed) as before,
        sum(points - reversed) over () - cast(@keep as bigint) as excess
    from point_lot
    where order_id = @order and kind = @kind
), due_points as (
    select id, remaining, reversed, cast(least(room, excess - before) as bigint) as points
    from reversible_lots
    where room > 0 and excess > before
), reversed_lots as (
    update point_lot l
    set reversed = l.reversed + due_points.points, remaining = l.remaining - least(l.remaining, due_points.points)
    from due_points
    where l.id = due_points.id
    returning l.tenant_id, l.user_id, l.id, due_points.points, l.reversed,
        due_points.points - least(due_points.remaining, due_points.points) as missing
), owing_accounts as (
    update reward_account a
    set owed = a.owed + m.points
    from (select tenant_id, user_id, sum(missing) as points from reversed_lots group by tenant_id, user_id) m
    where a.tenant_id = m.tenant_id and a.user_id = m.user_id and m.points > 0
)
insert into point_entry (tenant_id, user_id, at, kind, points, source_type, source_id, order_id, lot_id)
select tenant_id, user_id, @now, 'reverse', -points, 'lot', id || ':' || reversed, @order, id
from reversed_lots
