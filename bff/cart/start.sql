-- Moves a line of a cart to another start date; a line with that date takes the pieces in, up to the most of a line.
with deleted_line as (
    delete from cart_item
    where tenant_id = @tenant and owner = @owner and id = @id and start_date <> @date
    returning *
)
insert into cart_item (id, tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, transfer_note, start_date, quantity, selected,
    compatibility_confirmed, device, created_at, updated_at)
overriding system value
select id, tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, transfer_note, @date, quantity, selected,
    compatibility_confirmed, device, created_at, @now
from deleted_line
on conflict (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, start_date) do update
set quantity = least(cart_item.quantity + excluded.quantity,
        case when excluded.number_id = 0 and excluded.transfer_phone = '' then @max else 1 end),
    selected = cart_item.selected or excluded.selected,
    updated_at = excluded.updated_at,
    device = coalesce(excluded.device, cart_item.device),
    compatibility_confirmed = cart_item.compatibility_confirmed or excluded.compatibility_confirmed
