-- Lists what a person has to look at about money, oldest first: see OpenCase. Money that did not match, and refunds of it that failed, are no
-- cases any more once all of it has gone back or is on its way.
with returned as (
    select a.id as attempt_id, a.order_id, a.received > 0 and a.received <= coalesce(sum(r.amount), 0) as wholly
    from payment_attempt a
    left join refund r on r.order_id = a.order_id and r.attempt_id = a.id and r.state not in ('failed', 'refused')
    where a.status = 'review'
    group by a.id
)
select 'refund' as kind, o.order_no, r.updated_at as since, 'refund ' || r.id || ' of ' || r.amount || ' failed' as what
from refund r
join orders o on o.id = r.order_id
where r.state = 'failed' and r.settled_at is null and r.attempt_id not in (select attempt_id from returned where wholly)
union all
select 'refund', o.order_no, coalesce(r.decided_at, r.created_at),
    'refund ' || r.id || ' of ' || r.amount || case r.state when 'requested' then ' waits for a decision' else ' is not confirmed' end
from refund r
join orders o on o.id = r.order_id
where r.state = 'requested' or (r.state = 'pending_refund' and coalesce(r.decided_at, r.created_at) < @late)
union all
select 'dispute', o.order_no, d.opened_at, d.id || ' of ' || d.amount || ' for ' || d.reason
from dispute d
join orders o on o.id = d.order_id
where d.state = 'open'
union all
select 'books', d.order_no, r.ran_at, r.day || ': ' || d.object || ' ' || d.provider_id || ' ' || d.kind
from reconciliation_difference d
join reconciliation r using (day)
union all
select 'payment', o.order_no, a.updated_at, 'attempt ' || a.id || ' does not match what came in'
from returned
join payment_attempt a on a.id = returned.attempt_id
join orders o on o.id = a.order_id
where not wholly
union all
select 'event', '', e.received_at, e.type || ' ' || e.id
from payment_event e
where e.outcome = @unknown
union all
select 'event', '', e.received_at, e.type || ' ' || e.id || ' is not worked'
from payment_event e
where e.processed_at is null and e.received_at < @stuck
order by since
limit @limit
