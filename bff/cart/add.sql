-- Puts goods into a cart, adds to the line that has them, and holds the picked number for a while, or says why it cannot.
with found_number as (
    select id
    from phone_number
    where tenant_id = @tenant and goods_id = @goods and id = @number
), cart_limit as (
    select (
        select count(*)
        from cart_item
        where tenant_id = @tenant and owner = @owner
          and (goods_id, sim_type, number_id, transfer_phone, start_date) <> (@goods, @sim, @number, @phone, @start)
    ) < @lines as enough
), number_limit as materialized (
    select numbers_full(@tenant, @owner, @now, array(select id from found_number),
        cast(@number_networks as text[]),
        cast(@number_wides as text[]), @number_most, @number_wide_most) as too_many
), held_number as (
    -- What the owner holds already stays with the network it was picked from.
    update phone_number
    set state = 'held', held_by = @owner, held_until = @until,
        network_print = case when state = 'held' and held_by = @owner and held_until > @now then network_print else @number_network end,
        wide_print = case when state = 'held' and held_by = @owner and held_until > @now then wide_print else @number_wide end
    where id in (select id from found_number) and (select enough from cart_limit) and not (select too_many from number_limit)
      and order_id is null and (state = 'free' or (state = 'held' and (held_by = @owner or held_until <= @now)))
    returning id
), same_line as (
    select quantity
    from cart_item
    where tenant_id = @tenant and owner = @owner
      and (goods_id, sim_type, number_id, transfer_phone, start_date) = (@goods, @sim, @number, @phone, @start)
), added_line as (
    insert into cart_item (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, transfer_note, start_date, quantity,
        compatibility_confirmed, device, created_at, updated_at)
    select @tenant, @owner, @goods, @sim, @number, @phone, @note, @start, @quantity, @confirmed,
        nullif(cast(@device as jsonb), 'null'), @now, @now
    where (select enough from cart_limit) and (cast(@number as bigint) = 0 or exists (select 1 from held_number))
    on conflict (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone, start_date) do update
    set quantity = least(@max,
            case when @at_least then greatest(cart_item.quantity, excluded.quantity) else cart_item.quantity + excluded.quantity end),
        selected = true,
        updated_at = excluded.updated_at,
        transfer_note = excluded.transfer_note,
        device = coalesce(excluded.device, cart_item.device),
        compatibility_confirmed = cart_item.compatibility_confirmed or excluded.compatibility_confirmed
    -- A number is there once, however often it is added.
    where @max = 1 or @at_least or cart_item.quantity + excluded.quantity <= @max
    returning id
), deselected_lines as (
    update cart_item
    set selected = false
    where tenant_id = @tenant and owner = @owner and @only and exists (select 1 from added_line)
      and (goods_id, sim_type, number_id, transfer_phone, start_date) <> (@goods, @sim, @number, @phone, @start)
)
select cast(@number as bigint) = 0 or exists (select 1 from found_number) as known,
    (select too_many from number_limit) as too_many,
    cast(@number as bigint) = 0 or not (select enough from cart_limit) or exists (select 1 from held_number) as held,
    exists (select 1 from added_line) as added,
    coalesce((select quantity from same_line), 0) as in_cart
