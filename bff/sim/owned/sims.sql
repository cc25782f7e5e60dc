-- Returns SIMs as the page of a customer's SIMs shows them; a condition, an order and a limit follow it.
select s.id, s.ref, s.goods_id, s.sim_type, right(s.iccid, 4) as last4, s.msisdn as phone, s.user_id is not null as linked,
    coalesce(s.order_line_id, 0) as bought_line, coalesce(s.user_id, 0) as owner_id,
    coalesce(ol.name_en, p.name_en, '') as name_en, coalesce(ol.name_zh, p.name_zh, '') as name_zh,
    coalesce(o.order_no, '') as order_no, case when o.id is null then 0 else ol.id end as order_line_id,
    case when o.id is null then 0 else s.unit end as unit,
    coalesce(bought.paid_at, s.created_at) as bought_at, coalesce(ol.start_date, '') as start_date, ol.start_at,
    s.profile_state as profile, s.profile_state_at as profile_at, s.device, s.apn,
    s.first_attach_at as first_attach, s.last_country as country, s.retires_at, s.retired_at, s.synced_at, s.erased_at,
    s.activation is not null as secret, p.days, p.use_within_days, coalesce(p.day_rule, '') as day_rule,
    coalesce(p.day_zone, '') as day_zone, coalesce(p.activation, '') as activation,
    case when s.erased_at is null then to_jsonb(coalesce(p.real_name, '{}')) else '[]' end as regimes,
    coalesce(bought.order_no, '') as bought_no, coalesce(bought.status, '') as status, bought.completed_at is not null as arrived,
    coalesce(bought.hold_reason, '') <> '' as held, coalesce(ol.state, '') = 'refunded' as refunded,
    exists (select 1 from dispute d where d.order_id = bought.id and d.state = 'open') as disputed,
    exists (select 1 from refund r where r.order_id = bought.id and r.state in ('requested', 'pending_refund')
        and r.lines @> to_jsonb(ol.id)) as refunding,
    again.open, again.until, again.issued, again.refused_at,
    coalesce(case when again.refused_at > again.issued_at or again.issued_at is null then again.refused end, '') as refused
from sim_line s
left join order_line ol on ol.id = s.order_line_id
left join orders bought on bought.id = ol.order_id
left join orders o on o.id = bought.id and o.user_id = @user
left join product p on p.tenant_id = s.tenant_id and p.goods_id = s.goods_id
left join lateral (
    select coalesce(bool_or(state in ('intended', 'sent', 'pending', 'unknown')), false) as open,
        max(sla_at) filter (where state in ('intended', 'sent', 'pending', 'unknown')) as until,
        count(*) filter (where state = 'issued') as issued,
        max(updated_at) filter (where state = 'issued') as issued_at,
        max(updated_at) filter (where state = 'failed') as refused_at,
        (array_agg(error_class order by id desc) filter (where state = 'failed'))[1] as refused
    from sim_reissue
    where line_id = s.id
) again on true
