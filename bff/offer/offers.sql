-- Reads the visible products of a site as they can be bought now. The caller adds a condition on the product p.
select p.goods_id, p.group_code, p.name_en, p.name_zh, p.image, p.contract_period, p.price, p.deposit,
    p.local_number, p.transfer_number, p.activation, p.use_within_days, p.days, array_to_string(p.sim_types, ',') as sim_types,
    coalesce(e.on_hand - e.allocated, 0) as free_esim, coalesce(c.on_hand - c.allocated, 0) as free_physical,
    case when p.local_number then (
        -- What the shop may choose from. A number whose hold in a cart has run out counts.
        select count(*) from phone_number n
        where n.tenant_id = p.tenant_id and n.goods_id = p.goods_id and n.fee = 0 and n.order_id is null
          and (n.state = 'free' or n.state = 'held' and n.held_until <= now())
    ) else 0 end as free_numbers
from product p
left join stock e on e.tenant_id = p.tenant_id and e.sku = p.goods_id || ':esim'
left join stock c on c.tenant_id = p.tenant_id and c.sku = p.goods_id || ':physical'
where p.tenant_id = ? and p.visible
