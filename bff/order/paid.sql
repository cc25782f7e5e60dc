-- Moves an order that waits for payment to processing and, where nothing holds it back, through its review, turns the stock that was
-- promised to it into sold stock, and what it holds of promo codes and numbers into used and sold. Returns it if it was waiting, and
-- whether its review is over: no plan of it needs a number that it has not.
with paid_order as (
    update orders
    set status = 'processing', paid_at = @now, network_print = '', wide_print = '',
        reviewed_at = case when hold_reason = '' then coalesce(reviewed_at, @now) else reviewed_at end
    where id = @order and status = 'waiting_payment'
    returning id, tenant_id, hold_reason
), locked_stock as (
    -- In ascending id, as everywhere.
    select s.id, r.sku, r.quantity
    from paid_order
    join stock_reservation r on r.order_id = paid_order.id and r.state = 'reserved'
    join stock s on s.tenant_id = r.tenant_id and s.sku = r.sku
    order by s.id
    for no key update of s
), consumed_stock as (
    update stock_reservation r
    set state = 'consumed'
    from locked_stock
    where r.order_id = @order and r.sku = locked_stock.sku and r.state = 'reserved'
    returning r.sku
), sold_stock as (
    update stock
    set on_hand = stock.on_hand - locked_stock.quantity, allocated = stock.allocated - locked_stock.quantity
    from locked_stock
    join consumed_stock on consumed_stock.sku = locked_stock.sku
    where stock.id = locked_stock.id
    returning stock.id
), used_codes as (
    update promo_redemption
    set state = 'used'
    where order_id in (select id from paid_order) and state = 'held'
), sold_numbers as (
    -- Behind the stock.
    update phone_number
    set state = 'sold', held_until = null, network_print = '', wide_print = ''
    where order_id in (select id from paid_order) and state = 'held' and (select count(*) from sold_stock) >= 0
), audit_entry as (
    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail)
    select tenant_id, @now, 'provider', 'order', id::text, 'paid', 'waiting_payment', 'processing',
        jsonb_build_object('why', cast(@why as text))
    from paid_order
)
select id, hold_reason = '' and not exists (
        select 1 from order_line l
        join product p on p.tenant_id = l.tenant_id and p.goods_id = l.goods_id and p.local_number
        where l.order_id = @order and l.state = 'preparing' and l.number = '' and l.transfer_phone = '' and l.sim_line_id is null
    ) as reviewed
from paid_order
