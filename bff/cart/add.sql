with known as (
    select id from phone_number where tenant_id = @tenant and goods_id = @goods and id = @number
), room as (
    select (select count(*) from cart_item where tenant_id = @tenant and owner = @owner
            and (goods_id, sim_type, number_id, transfer_phone, start_date) <> (@goods, @sim, @number, @phone, @start)) < @lines as enough
), held as (
    update phone_number set state = 'held', held_by = @owner, held_until = @until
    where id in (select id from known) and (select enough from room) and order_id is null
      and (state = 'free' or (state = 'held' and (held_by = @owner or held_until <= @now)))
    returning id
), added as (
    insert into cart_item (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, transfer_note, start_date, quantity,
        compatibility_confirmed, device, created_at, updated_at)
    select @tenant, @owner, @goods, @sim, @number, @phone, @note, @start, @quantity, @confirmed, nullif(cast(@device as jsonb), 'null'), @now, @now
    where (select enough from room) and (cast(@number as bigint) = 0 or exists (select 1 from held))
    on conflict (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, start_date) do update
    set quantity = least(cart_item.quantity + excluded.quantity, @max), selected = true, updated_at = excluded.updated_at,
        transfer_note = excluded.transfer_note, device = coalesce(excluded.device, cart_item.device),
        compatibility_confirmed = cart_item.compatibility_confirmed or excluded.compatibility_confirmed
    returning id
), others as (
    update cart_item set selected = false
    where tenant_id = @tenant and owner = @owner and @only and exists (select 1 from added)
      and (goods_id, sim_type, number_id, transfer_phone, start_date) <> (@goods, @sim, @number, @phone, @start)
)
select cast(@number as bigint) = 0 or exists (select 1 from known) as known,
       cast(@number as bigint) = 0 or not (select enough from room) or exists (select 1 from held) as held,
       exists (select 1 from added) as added
