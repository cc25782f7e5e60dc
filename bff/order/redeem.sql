-- Records whose use of a promo code an order is, where nobody of them has used it often enough. A use takes the smallest
-- number that is free, so that uses given back can be taken again. The number provedUses is filled in.
with counted_uses as (
    select %s as proved, (
        select count(distinct r.order_id)
        from promo_redemption r
        where r.tenant_id = @tenant and r.promo_id = @promo and r.state <> 'released'
          and r.customer in (select jsonb_array_elements_text(cast(@here as jsonb)))
    ) as typed
), taken_numbers as (
    select customer, use_no
    from promo_redemption
    where tenant_id = @tenant and promo_id = @promo and state <> 'released'
), added_uses as (
    insert into promo_redemption (tenant_id, promo_id, order_id, customer, kind, use_no)
    select @tenant, @promo, @order, w.customer, w.kind, (
        select min(n.use_no)
        from (
            select 1 as use_no
            union all
            select t.use_no + 1 from taken_numbers t where t.customer = w.customer
        ) n
        where not exists (select 1 from taken_numbers t where t.customer = w.customer and t.use_no = n.use_no)
    )
    from jsonb_to_recordset(cast(@uses as jsonb)) as w(customer text, kind text), counted_uses
    where counted_uses.proved < @most and counted_uses.typed < @most
)
select proved >= @most as proved, typed >= @most as typed
from counted_uses
