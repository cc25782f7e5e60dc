with known as (
    select id from phone_number where tenant_id = @tenant and goods_id = @goods and id = @number
), room as (
    select (select count(*) from cart_item where tenant_id = @tenant and owner = @owner
            and (goods_id, sim_type, number_id, transfer_phone, start_date) <> (@goods, @sim, @number, @phone, @start)) < @lines as enough
), bounded as materialized (
    select numbers_full(@tenant, @owner, @now, array(select id from known),
        array(select jsonb_array_elements_text(cast(@number_networks as jsonb))),
        array(select jsonb_array_elements_text(cast(@number_wides as jsonb))), @number_most, @number_wide_most) as too_many
), held as (
    -- What the owner holds already stays with the network it was picked from.
    update phone_number set state = 'held', held_by = @owner, held_until = @until,
        network_print = case when state = 'held' and held_by = @owner and held_until > @now then network_print else @number_network end,
        wide_print = case when state = 'held' and held_by = @owner and held_until > @now then wide_print else @number_wide end
    where id in (select id from known) and (select enough from room) and not (select too_many from bounded) and order_id is null
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
       (select too_many from bounded) as too_many,
       cast(@number as bigint) = 0 or not (select enough from room) or exists (select 1 from held) as held,
       exists (select 1 from added) as added
