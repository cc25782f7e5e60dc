-- Moves a browser's lines into a customer's cart, with the numbers they hold. The same product adds up, up to the most of a line; what
-- does not fit into the most lines of a cart is left out, the newest first.
with moved_lines as (
    delete from cart_item
    where tenant_id = @tenant and owner = @from
    returning id, goods_id, sim_type, number_id, transfer_phone, transfer_note, start_date, quantity, selected,
        compatibility_confirmed, device, created_at
), moved_numbers as (
    update phone_number
    set held_by = @to
    where tenant_id = @tenant and held_by = @from and state = 'held' and id in (select number_id from moved_lines)
), ranked_lines as (
    select m.*, old.id is not null as known, row_number() over (partition by old.id is null order by m.id) as nth
    from moved_lines m
    left join cart_item old on old.tenant_id = @tenant and old.owner = @to
        and (old.goods_id, old.sim_type, old.number_id, old.transfer_phone, old.start_date)
            = (m.goods_id, m.sim_type, m.number_id, m.transfer_phone, m.start_date)
)
insert into cart_item (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, transfer_note, start_date, quantity, selected,
    compatibility_confirmed, device, created_at, updated_at)
select @tenant, @to, goods_id, sim_type, number_id, transfer_phone, transfer_note, start_date, quantity, selected,
    compatibility_confirmed, device, created_at, @now
from ranked_lines
where known or nth <= @lines - (select count(*) from cart_item where tenant_id = @tenant and owner = @to)
order by id
on conflict (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, start_date) do update
set quantity = least(cart_item.quantity + excluded.quantity,
        case when excluded.number_id = 0 and excluded.transfer_phone = '' then @max else 1 end),
    selected = cart_item.selected or excluded.selected,
    updated_at = excluded.updated_at,
    device = coalesce(excluded.device, cart_item.device),
    compatibility_confirmed = cart_item.compatibility_confirmed or excluded.compatibility_confirmed
