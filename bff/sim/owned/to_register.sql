-- Returns the SIMs of orders that places register, with what was sent in; none that is asked back.
select s.order_line_id, s.ref, to_jsonb(p.real_name) as regimes,
    exists (select 1 from plan_instance where line_id = s.id and state = 'active') as running,
    coalesce((select jsonb_agg(jsonb_build_object('Regime', regime, 'State', state)) from kyc_case where line_id = s.id), '[]') as cases
from sim_line s
join product p on p.tenant_id = s.tenant_id and p.goods_id = s.goods_id and cardinality(p.real_name) > 0
where s.order_line_id = any(array(
        select l.id
        from order_line l
        where l.order_id = any(cast(@orders as bigint[])) and l.state not in ('preparing', 'refunded')
            and not exists (select 1 from refund r where r.order_id = l.order_id and r.state in ('requested', 'pending_refund')
                and r.lines @> to_jsonb(l.id))))
    and s.revoked_at is null and s.retired_at is null and s.erased_at is null
order by s.order_line_id, s.unit
