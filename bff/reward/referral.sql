-- Makes the open referral of an order due, or voids it when both sides share a fingerprint, and returns it when it is due.
with checked_referral as (
    select f.id, exists (
        select 1
        from reward_mark a
        join reward_mark b on b.tenant_id = a.tenant_id and b.mark = a.mark
        where a.tenant_id = f.tenant_id and a.user_id = f.referrer_id and b.user_id = f.friend_id
    ) as same_person
    from referral f
    where f.order_id = @order and f.state = 'open' and f.pays_at is null
), decided_referral as (
    update referral f
    set state = case when c.same_person then 'void' else f.state end,
        pays_at = case when c.same_person then null else cast(@available as timestamptz) end
    from checked_referral c
    where f.id = c.id and f.pays_at is null
    returning f.id, f.referrer_id, f.friend_id, f.points, f.state
)
select id, referrer_id, friend_id, points
from decided_referral
where state = 'open'
