-- Sums up a customer's points: spendable, pending, and those that expire next. The condition spendable is filled in.
with spendable_lots as (
    select remaining, expires_at
    from point_lot
    where %s
), next_to_expire as (
    select sum(remaining) as points, expires_at
    from spendable_lots
    group by expires_at
    order by expires_at
    limit 1
), account_totals as (
    select coalesce((select sum(remaining) from spendable_lots), 0) - a.owed as points,
        coalesce((
            select sum(remaining)
            from point_lot
            where tenant_id = @tenant and user_id = @user and remaining > 0 and (available_at > @now or frozen_at is not null)
        ), 0) as pending,
        a.referral_code
    from reward_account a
    where a.tenant_id = @tenant and a.user_id = @user
)
select cast(greatest(0, t.points) as bigint) as points, cast(t.pending as bigint) as pending,
    cast(greatest(0, -t.points) as bigint) as owed, t.referral_code,
    cast(least(greatest(0, t.points), coalesce(n.points, 0)) as bigint) as expiring,
    coalesce(n.expires_at, @now) as expires_at
from account_totals t
left join next_to_expire n on true
