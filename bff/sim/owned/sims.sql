-- Returns SIMs as the page of a customer's SIMs shows them; a condition, an order and a limit follow it.
select l.id, l.ref, l.goods_id, l.sim_type, right(l.iccid, 4) as last4, l.msisdn as phone, l.user_id is not null as linked,
    coalesce(l.order_line_id, 0) as bought_line, coalesce(l.user_id, 0) as owner_id,
    coalesce(ol.name_en, p.name_en, '') as name_en, coalesce(ol.name_zh, p.name_zh, '') as name_zh,
    coalesce(o.order_no, '') as order_no, case when o.id is null then 0 else ol.id end as order_line_id,
    case when o.id is null then 0 else l.unit end as unit,
    coalesce(bought.paid_at, l.created_at) as bought_at, coalesce(ol.start_date, '') as start_date, ol.start_at,
    l.profile_state as profile, l.profile_state_at as profile_at, l.device, l.apn,
    l.first_attach_at as first_attach, l.last_country as country, l.retires_at, l.retired_at, l.synced_at, l.erased_at,
    l.activation is not null as secret, p.days, p.use_within_days, coalesce(p.day_rule, '') as day_rule,
    coalesce(p.day_zone, '') as day_zone, coalesce(p.activation, '') as activation,
    case when l.erased_at is null then to_jsonb(coalesce(p.real_name, '{}')) else '[]' end as regimes,
    coalesce(bought.order_no, '') as bought_no, coalesce(bought.status, '') as status,
    coalesce(bought.hold_reason, '') <> '' as held, coalesce(ol.state, '') = 'refunded' as refunded,
    exists (select 1 from dispute d where d.order_id = bought.id and d.state = 'open') as disputed,
    again.open, again.until, again.issued, again.issued_at, again.refused_at,
    coalesce(case when again.refused_at > again.issued_at or again.issued_at is null then again.refused end, '') as refused
from sim_line l
left join order_line ol on ol.id = l.order_line_id
left join orders bought on bought.id = ol.order_id
left join orders o on o.id = bought.id and o.user_id = @user
left join product p on p.tenant_id = l.tenant_id and p.goods_id = l.goods_id
left join lateral (
    select coalesce(bool_or(state in ('intended', 'sent', 'pending', 'unknown')), false) as open,
        max(sla_at) filter (where state in ('intended', 'sent', 'pending', 'unknown')) as until,
        count(*) filter (where state = 'issued') as issued,
        max(updated_at) filter (where state = 'issued') as issued_at,
        max(updated_at) filter (where state = 'failed') as refused_at,
        (array_agg(error_class order by id desc) filter (where state = 'failed'))[1] as refused
    from sim_reissue
    where line_id = l.id
) again on true
