-- Returns what decides whether a SIM gets a new profile.
select s.iccid, s.sim_type = 'esim' as esim, s.profile_state as profile, s.first_attach_at is not null as used,
    s.retired_at is not null or s.revoked_at is not null or s.erased_at is not null as over, l.state = 'refunded' as refunded,
    exists (select 1 from dispute d where d.order_id = l.order_id and d.state = 'open') as disputed,
    p.plans, p.plans_left, r.open, r.issued, r.refused
from sim_line s
join order_line l on l.id = s.order_line_id
cross join lateral (
    select count(*) as plans,
        count(*) filter (where state not in ('depleted', 'expired', 'revoked', 'lapsed')) as plans_left
    from plan_instance
    where line_id = s.id
) p
cross join lateral (
    select count(*) filter (where state in ('intended', 'sent', 'pending', 'unknown')) as open,
        count(*) filter (where state = 'issued') as issued,
        coalesce(bool_or(state = 'failed' and updated_at >= s.profile_state_at
            and error_class in (select jsonb_array_elements_text(cast(@final as jsonb)))), false) as refused
    from sim_reissue
    where line_id = s.id
) r
where s.id = @sim
