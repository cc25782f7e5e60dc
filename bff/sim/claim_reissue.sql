-- Takes a reissue that is due, for a while; an intended one becomes sent, unless its SIM is gone, or its order is held, disputed or
-- about to be refunded. Returns it as it was before.
with due_reissue as (
    select c.*, sim.gone
    from sim_reissue c
    join orders o on o.id = c.order_id
    join sim_line s on s.id = c.line_id
    cross join lateral (select s.revoked_at is not null or s.retired_at is not null or s.erased_at is not null as gone) sim
    where c.id = @id and c.state in ('intended', 'sent', 'pending', 'unknown')
      and (coalesce(c.busy_until, @now) <= @now or c.updated_at > @ahead)
      and (c.state <> 'intended' or c.sla_at <= @now or sim.gone
           or (o.status in ('processing', 'shipped', 'completed', 'partially_refunded') and o.hold_reason = ''
               and not exists (select 1 from dispute d where d.order_id = o.id and d.state = 'open')))
    for update of c skip locked
), claimed_reissue as (
    update sim_reissue c
    set busy_until = @until, attempts = c.attempts + 1, updated_at = @now,
        state = case when c.state = 'intended' and c.sla_at > @now and not due_reissue.gone then 'sent' else c.state end,
        sent_at = case when c.state = 'intended' and c.sla_at > @now and not due_reissue.gone then @now else c.sent_at end
    from due_reissue
    where c.id = due_reissue.id
    returning c.id
)
select d.id, d.order_id, d.line_id, 'reissue' as kind, d.carrier, d.client_ref, d.carrier_ref, d.state, d.attempts, d.sent_at,
    d.created_at as begun, d.sla_at as deadline, not d.gone as wanted
from due_reissue d
join claimed_reissue using (id)
