-- Marks the plans of a SIM that run out, end soon or are used up, each once and with no plan behind them, and returns the notices
-- that are due with whom to write to.
with last_plans as (
    select p.id,
        case
            when p.state = 'depleted' then 'used_up'
            when p.state = 'active' and p.ends_at > @now and p.ends_at <= @soon then 'expiring'
            when p.state = 'active' and p.total_bytes > 0 and p.remaining_bytes * @little <= p.total_bytes then 'low'
        end as kind
    from plan_instance p
    join sim_line s on s.id = p.line_id
    where p.line_id = @sim and s.retired_at is null and s.profile_state <> 'deleted'
      and not exists (
          select 1
          from plan_instance n
          where n.line_id = p.line_id and n.position > p.position
            and (p.state = 'depleted' or n.state in ('processing', 'queued', 'scheduled', 'active'))
      )
), marked_plans as (
    update plan_instance p
    set told = array_append(p.told, last_plans.kind)
    from last_plans
    where p.id = last_plans.id and last_plans.kind is not null and last_plans.kind <> all (p.told)
    returning p.id, p.line_id, p.ends_at, p.total_bytes, p.remaining_bytes, last_plans.kind
)
select m.id, m.kind, m.ends_at, coalesce(m.total_bytes, 0) as total, coalesce(m.remaining_bytes, 0) as remaining, o.tenant_id,
    coalesce(c.email, o.email) as email, coalesce(c.locale, o.locale) as locale, coalesce(c.first_name, o.first_name) as first_name,
    case when c.id is null then o.order_no else '' end as order_no, s.ref, l.name_en, l.name_zh, s.iccid
from marked_plans m
join sim_line s on s.id = m.line_id
join order_line l on l.id = s.order_line_id
join orders o on o.id = l.order_id
left join customer c on c.tenant_id = s.tenant_id and c.id = s.user_id and s.user_id is distinct from o.user_id
where coalesce(c.email, o.email) <> '' and s.revoked_at is null
