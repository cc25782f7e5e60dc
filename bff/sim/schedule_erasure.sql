-- Notes when the data of SIMs is to be erased: see scheduleErasure for the rules. Most of what is recorded of a SIM does not change it, and then
-- nothing is written.
with due as materialized (
    select l.id, case
        when l.revoked_at is not null or l.retired_at is not null then least(l.revoked_at, l.retired_at)
        when exists (select 1 from plan_instance where line_id = l.id) then (
            select case when count(p.ends) = count(*) then max(p.ends) + make_interval(secs => @kept) end
            from (
                select case
                    when state in ('expired', 'revoked', 'lapsed') then least(ends_at, over_at)
                    else coalesce(ends_at, over_at)
                end as ends
                from plan_instance
                where line_id = l.id
            ) p
        )
        else (
            select l.created_at + make_interval(days => g.use_within_days + g.days + 1, secs => @kept)
            from product g
            where g.tenant_id = l.tenant_id and g.goods_id = l.goods_id and g.use_within_days > 0 and g.contract_period = ''
        )
    end as erase_at
    from sim_line l
    where l.id = any(cast(@sims as bigint[]))
)
update sim_line l
set erase_at = due.erase_at
from due
-- The ids once more: a join alone is planned as a scan of all SIMs.
where l.id = due.id and l.id = any(cast(@sims as bigint[])) and l.erase_at is distinct from due.erase_at
