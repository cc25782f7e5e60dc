-- Takes one of the tries that an address or number has until midnight (taken is true), or returns the row that refuses it.
with taken_slot as (
    insert into login_failure as f (tenant_id, subject, failures, trying, taken_at, clears_at)
    values (@tenant, @subject, 0, 1, @now, @midnight)
    on conflict (tenant_id, subject) do update
    set failures = case when f.clears_at <= @now then 0 else f.failures end,
        trying = case when f.clears_at <= @now or f.taken_at <= @lost then 1 else f.trying + 1 end,
        clears_at = case when f.clears_at <= @now then excluded.clears_at else f.clears_at end,
        taken_at = @now
    where f.clears_at <= @now or f.failures + case when f.taken_at <= @lost then 0 else f.trying end < @max
    returning id, clears_at
)
select id, clears_at, true as taken, 0 as failures
from taken_slot
union all
select id, clears_at, false, failures
from login_failure
where tenant_id = @tenant and subject = @subject and not exists (select 1 from taken_slot)
