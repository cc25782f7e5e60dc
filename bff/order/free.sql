-- Returns what of the goods of an order has gone back, at the price before discounts: lines that ended, and of others the units that
-- carriers did not deliver.
select coalesce(sum(l.unit_price * case when l.state = 'refunded' then l.quantity else lost.units end), 0)
from order_line l
cross join lateral (
    select count(*) as units
    from carrier_order
    where order_line_id = l.id and state = 'failed'
) lost
where l.order_id = ?
