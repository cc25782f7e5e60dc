with moved as (
    update orders set status = 'processing', paid_at = @now, network_print = '', wide_print = ''
    where id = @order and status = 'waiting_payment'
    returning id, tenant_id
), redeemed as (
    update promo_redemption set state = 'used' where order_id in (select id from moved) and state = 'held'
), numbered as (
    update phone_number set state = 'sold', held_until = null, network_print = '', wide_print = ''
    where order_id in (select id from moved) and state = 'held'
), audited as (
    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail)
    select tenant_id, @now, 'provider', 'order', id::text, 'paid', 'waiting_payment', 'processing',
           jsonb_build_object('why', cast(@why as text))
    from moved
)
select id from moved
