-- Moves an order that waits for payment to processing, with what it holds of promo codes and numbers, and returns it if it was waiting.
with paid_order as (
    update orders
    set status = 'processing', paid_at = @now, network_print = '', wide_print = ''
    where id = @order and status = 'waiting_payment'
    returning id, tenant_id
), used_codes as (
    update promo_redemption
    set state = 'used'
    where order_id in (select id from paid_order) and state = 'held'
), sold_numbers as (
    update phone_number
    set state = 'sold', held_until = null, network_print = '', wide_print = ''
    where order_id in (select id from paid_order) and state = 'held'
), audit_entry as (
    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail)
    select tenant_id, @now, 'provider', 'order', id::text, 'paid', 'waiting_payment', 'processing',
        jsonb_build_object('why', cast(@why as text))
    from paid_order
)
select id from paid_order
