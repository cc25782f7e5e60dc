-- Stores when the data of SIMs is to be erased: see scheduleErasure for the rules. Most of what is recorded of a SIM does not change
-- it, and then nothing is written.
with due as materialized (
    select s.id, case
        when s.revoked_at is not null or s.retired_at is not null then least(s.revoked_at, s.retired_at)
        when exists (select 1 from plan_instance where line_id = s.id) then (
            select case when count(p.ends) = count(*) then max(p.ends) + make_interval(secs => @kept) end
            from (
                select case
                    when state in ('expired', 'revoked', 'lapsed') then least(ends_at, over_at)
                    else coalesce(ends_at, over_at)
                end as ends
                from plan_instance
                where line_id = s.id
            ) p
        )
        else (
            select s.created_at + make_interval(days => g.use_within_days + g.days + 1, secs => @kept)
            from product g
            where g.tenant_id = s.tenant_id and g.goods_id = s.goods_id and g.use_within_days > 0 and g.contract_period = ''
        )
    end as erase_at
    from sim_line s
    where s.id = any(cast(@sims as bigint[]))
)
update sim_line s
set erase_at = due.erase_at
from due
-- The ids once more: a join alone is planned as a scan of all SIMs.
where s.id = due.id and s.id = any(cast(@sims as bigint[])) and s.erase_at is distinct from due.erase_at
