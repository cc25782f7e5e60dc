-- Lists what people should look at of carriers, oldest first: see Case.
with open_cases as (
    select 'request' as kind, c.id, o.order_no, c.carrier, c.created_at as since, c.sla_at as refund_at,
        'reference ' || c.client_ref || ' is ' || c.state || ' after ' || c.attempts || ' tries: ' || c.error_class as what
    from carrier_order c
    join orders o on o.id = c.order_id
    where c.state = 'unknown' or (c.state in ('sent', 'pending') and c.sla_at <= @now)
       or (c.state = 'intended' and c.error_class in ('invalid', 'auth', 'blocked', 'not_supported', 'insufficient_funds'))
    union all
    select 'reissue', r.id, o.order_no, r.carrier, r.created_at, null,
        'reference ' || r.client_ref || ' is ' || r.state || ' after ' || r.attempts || ' tries: ' || r.error_class
    from sim_reissue r
    join orders o on o.id = r.order_id
    where r.state = 'unknown' or (r.state in ('sent', 'pending') and r.sla_at <= @now)
       or (r.state = 'intended' and r.error_class in ('auth', 'blocked', 'insufficient_funds'))
    union all
    select 'message', id, '', carrier, received_at, null, type || ' about nothing we know'
    from carrier_event
    where outcome = 'unknown' or (handled_at is null and received_at < @late)
)
select * from open_cases
order by since, id
limit @limit
