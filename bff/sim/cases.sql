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
    -- What came, or may come, after its money went back.
    select 'request', c.id, o.order_no, c.carrier, c.updated_at, null,
        'reference ' || c.client_ref || ', order ' || c.carrier_ref || ' of the carrier, is not taken back'
    from carrier_order c
    join orders o on o.id = c.order_id
    where c.error_class = 'unwanted' and c.carrier_ref <> '' and c.state in ('issued', 'failed')
      and c.updated_at between @kept and @tried
    union all
    select 'reissue', r.id, o.order_no, r.carrier, r.updated_at, null,
        'reference ' || r.client_ref || ', order ' || r.carrier_ref || ' of the carrier, is not taken back'
    from sim_reissue r
    join orders o on o.id = r.order_id
    where r.error_class = 'unwanted' and r.carrier_ref <> '' and r.state = 'issued' and r.updated_at between @kept and @tried
    union all
    select 'message', id, '', carrier, received_at, null, type || ' about nothing we know'
    from carrier_event
    where outcome = 'unknown' or (handled_at is null and received_at < @late)
)
select * from open_cases
order by since, id
limit @limit
