-- Opens a customer's account unless it is open, with the promo codes of a new customer, and adds the fingerprints.
-- The main statement follows it.
with opened_account as (
    insert into reward_account (tenant_id, user_id, referral_code, created_at)
    values (@tenant, @user, @code, @now)
    on conflict (tenant_id, user_id) do nothing
    returning tenant_id, user_id
), granted_codes as (
    insert into promo_grant (tenant_id, user_id, promo_id, granted_at)
    select o.tenant_id, o.user_id, p.id, @now
    from opened_account o
    join promo_code p on p.tenant_id = o.tenant_id and p.grant_on = 'signup'
    on conflict do nothing
), added_marks as (
    insert into reward_mark (tenant_id, user_id, mark)
    select @tenant, @user, jsonb_array_elements_text(cast(@marks as jsonb))
    on conflict do nothing
)
