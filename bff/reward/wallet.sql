-- Returns the promo codes that were given to a customer, those that can be used first; reason is empty for these.
with granted_codes as (
    select p.code, p.kind, p.value, p.min_subtotal, coalesce(p.group_code, '') as "group",
        coalesce(g.name_en, '') as group_en, coalesce(g.name_zh, '') as group_zh, p.ends_at,
        case
            when p.starts_at > @now then 'promo_not_started'
            when p.ends_at <= @now then 'promo_ended'
            when (
                select count(distinct r.order_id)
                from promo_redemption r
                where r.tenant_id = p.tenant_id and r.promo_id = p.id and r.state <> 'released' and r.customer = @owner
            ) >= p.max_per_customer then 'promo_already_used'
            when p.used >= p.max_uses then 'promo_used_up'
            else ''
        end as reason
    from promo_grant w
    join promo_code p on p.tenant_id = w.tenant_id and p.id = w.promo_id
    left join product_group g on g.tenant_id = p.tenant_id and g.code = p.group_code
    where w.tenant_id = @tenant and w.user_id = @user
)
select * from granted_codes
order by reason <> '', ends_at, code
