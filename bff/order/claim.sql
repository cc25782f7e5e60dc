-- Makes orders of a guest those of a customer, and returns their lines. The conditions unclaimed and numbered are filled in.
with locked_orders as (
    select id, earner_id
    from orders
    where %s and %s
    order by id
    for no key update
), claimed_orders as (
    update orders o
    set user_id = @user, earner_id = null, owner = 'u:' || cast(@user as bigint), idempotency_key = 'claimed ' || o.id
    from locked_orders l
    where o.id = l.id
    returning o.id, o.status, l.earner_id as earner
), audit_entries as (
    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state)
    select @tenant, @now, 'u:' || cast(@user as bigint), 'order', cast(id as text), 'claim', status, status
    from claimed_orders
)
select c.id as order_id, l.id as line_id, c.earner is null as uncounted
from claimed_orders c
join order_line l on l.order_id = c.id
order by c.id, l.id
