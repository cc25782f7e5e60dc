-- Records whose use of a promo code an order is, where nobody of them has used it often enough. A use takes the smallest
-- number that is free, so that uses given back can be taken again. The number provedUses is filled in.
with counted_uses as (
    select %s as proved, (
        select count(distinct r.order_id)
        from promo_redemption r
        where r.tenant_id = @tenant and r.promo_id = @promo and r.state <> 'released'
          and r.customer = any(cast(@here as text[]))
    ) as typed
), uses as (
    select customer, kind from jsonb_to_recordset(cast(@uses as jsonb)) as w(customer text, kind text)
), taken_numbers as (
    select r.customer, r.use_no
    from promo_redemption r
    where r.tenant_id = @tenant and r.promo_id = @promo and r.state <> 'released'
      and r.customer = any(array(select customer from uses))
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
    from uses w, counted_uses
    where counted_uses.proved < @most and counted_uses.typed < @most
)
select proved >= @most as proved, typed >= @most as typed
from counted_uses
