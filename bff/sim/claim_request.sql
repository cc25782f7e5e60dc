-- Takes a request that is due, for a while; an intended one becomes sent, unless its order is held or about to be refunded. Returns
-- it as it was before.
with due_request as (
    select c.*, l.start_at
    from carrier_order c
    join orders o on o.id = c.order_id
    join order_line l on l.id = c.order_line_id
    where c.id = @id and c.state in ('intended', 'sent', 'pending', 'unknown')
      and (coalesce(c.busy_until, @now) <= @now or c.updated_at > @ahead)
      and (c.state <> 'intended'
           or (o.status in ('processing', 'partially_refunded') and o.hold_reason = '' and l.state = 'preparing'))
    for update of c skip locked
), claimed_request as (
    update carrier_order c
    set busy_until = @until, attempts = c.attempts + 1, updated_at = @now,
        state = case when c.state = 'intended' and c.sla_at > @now then 'sent' else c.state end,
        sent_at = case when c.state = 'intended' and c.sla_at > @now then @now else c.sent_at end
    from due_request
    where c.id = due_request.id
    returning c.id
)
select d.id, d.order_id, d.order_line_id, d.unit, d.kind, d.carrier, d.plan_ref, d.line_id, d.client_ref, d.carrier_ref, d.state,
    d.attempts, d.sent_at, d.start_at, d.created_at as begun, d.sla_at as deadline
from due_request d
join claimed_request using (id)
