-- Returns the lines of an order that are no parcel and are still being prepared, or were handed over without all of their units, each
-- with its carrier and how far that is.
select l.id, l.state <> 'preparing' as handed_over, l.sku, l.goods_id, l.number, l.quantity, coalesce(l.sim_line_id, 0) as sim_id,
    coalesce(c.carrier, t.carrier, p.carrier, 'pool') as carrier,
    coalesce(c.plan_ref, nullif(p.plan_ref, ''), l.goods_id) as plan_ref,
    coalesce(c.asked, 0) as asked, coalesce(c.issued, 0) as issued, coalesce(c.failed, 0) as failed,
    coalesce(c.begun, o.reviewed_at) as begun,
    coalesce(c.deadline, o.reviewed_at + make_interval(secs => @patience)) as deadline,
    (select count(*) from order_line e where e.order_id = l.order_id and e.sim_type = 'esim' and e.sim_line_id is null) as esim_lines
from order_line l
join orders o on o.id = l.order_id
left join product p on p.tenant_id = l.tenant_id and p.goods_id = l.goods_id
left join sim_line t on t.id = l.sim_line_id
left join lateral (
    select min(carrier) as carrier, min(plan_ref) as plan_ref, count(*) as asked,
        count(*) filter (where state = 'issued') as issued, count(*) filter (where state = 'failed') as failed,
        min(created_at) as begun, max(sla_at) as deadline
    from carrier_order
    where order_line_id = l.id
    having count(*) > 0
) c on true
where l.order_id = @order and (l.sim_type = 'esim' or l.sim_line_id is not null)
  and (l.state = 'preparing' or (l.state <> 'refunded' and c.failed > 0))
order by l.id
