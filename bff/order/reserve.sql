with want as (
    select x.sku, sum(x.quantity) as quantity
    from jsonb_to_recordset(cast(@demand as jsonb)) as x(sku text, quantity bigint)
    group by x.sku
), locked as (
    select s.id, w.quantity
    from stock s join want w on w.sku = s.sku
    where s.tenant_id = @tenant
    order by s.id
    for update of s
), promised as (
    update stock set allocated = stock.allocated + locked.quantity
    from locked
    where stock.id = locked.id and stock.on_hand - stock.allocated >= locked.quantity
    returning stock.sku, locked.quantity
)
insert into stock_reservation (order_id, tenant_id, sku, quantity)
select @order, @tenant, sku, quantity from promised
returning sku
