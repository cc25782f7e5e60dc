-- Returns what a customer could use of points and of a friend's code. The condition spendable is filled in.
select cast(greatest(0, (select coalesce(sum(remaining), 0) from point_lot where %s) - coalesce(own.owed, 0)) as bigint) as points,
    r.referral_discount as discount, r.referral_min_subtotal as min_subtotal, coalesce(other.user_id, 0) as referrer,
    exists (
        select 1
        from reward_mark m
        where m.tenant_id = r.tenant_id and m.user_id = other.user_id
          and (m.mark in (select jsonb_array_elements_text(cast(@marks as jsonb)))
               or m.mark in (select mark from reward_mark where tenant_id = @tenant and user_id = @user))
    ) as same,
    exists (
        select 1
        from referral f
        where f.tenant_id = r.tenant_id and f.friend_id = @user and f.state <> 'void'
    ) as referred
from reward_rule r
left join reward_account own on own.tenant_id = r.tenant_id and own.user_id = @user
left join reward_account other on other.tenant_id = r.tenant_id and other.referral_code = @code
where r.tenant_id = @tenant
