-- Ends lines of an order with a refund, and puts what had not been handed over back into stock. With the last of what the order cost
-- all lines end; where the refund names some, others that were handed over and cost nothing stay. Returns those that ended.
with named_lines as (
    select unnest(cast(@lines as bigint[])) as id
), refunded_lines as (
    select l.id, l.sku, l.quantity, l.state
    from order_line l
    join orders o on o.id = l.order_id
    where o.id = @order and l.state <> 'refunded'
      and (l.id in (select id from named_lines)
           or (o.order_total > 0 and o.refunded_amount + @amount >= o.order_total
               and (not exists (select from named_lines)
                    or l.state in ('preparing', 'packed')
                    or (l.unit_price + l.deposit) * l.quantity + l.number_fee > l.discount_share)))
), ended_lines as (
    update order_line l
    set state = 'refunded'
    from refunded_lines
    where l.id = refunded_lines.id
    returning l.id
), released_units as (
    select refunded_lines.sku, sum(refunded_lines.quantity) as quantity
    from refunded_lines
    join ended_lines using (id)
    where refunded_lines.state in ('preparing', 'packed')
    group by refunded_lines.sku
), locked_stock as (
    select s.id, s.sku
    from stock s
    join orders o on o.tenant_id = s.tenant_id
    where o.id = @order and s.sku in (select sku from released_units)
    order by s.id
    for no key update of s
), returned_reservations as (
    update stock_reservation r
    set returned = r.returned + released_units.quantity
    from released_units
    join locked_stock using (sku)
    where r.order_id = @order and r.sku = released_units.sku and r.state = 'consumed'
    returning r.sku
), restocked as (
    update stock s
    set on_hand = s.on_hand + released_units.quantity
    from locked_stock
    join returned_reservations using (sku)
    join released_units using (sku)
    where s.id = locked_stock.id
)
select id from ended_lines
