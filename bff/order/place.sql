-- Places an order and takes what it needs of cart, stock, promo code and numbers, or returns the limit that is full. The caller
-- compares what was taken with what it needs, and rolls back.
with unpaid_limits as materialized (
    -- Before any lock but those of the customer and the SIM: who shares mailbox or network waits here.
    select coalesce(nullif(unpaid_full(@tenant, @customer, cast(@mailboxes as text[]),
        cast(@networks as text[]), cast(@wides as text[]),
        @units, @buyer_orders, @buyer_units, @network_orders, @network_units, @wide_orders, @wide_units), ''),
        case when numbers_full(@tenant, @owner, @now,
            array(select l.number_id from jsonb_to_recordset(cast(@lines as jsonb)) as l(number_id bigint) where l.number_id <> 0),
            cast(@number_networks as text[]),
            cast(@number_wides as text[]), @number_most, @number_wide_most)
        then 'numbers' else '' end) as full_for
), placed_order as (
    insert into orders (tenant_id, order_no, owner, idempotency_key, request_hash, user_id, locale, status, currency,
        subtotal, discount_amount, discounts, freight_amount, tax, number_selection_fee, prepaid_amount, order_total,
        payment_method, email, email_normal, first_name, last_name, phone, address, shipping_method, created_at, expires_at,
        units, mailbox_print, network_print, wide_print, traceparent, ask_at)
    select @tenant, @no, @owner, @key, @hash, nullif(cast(@user as bigint), 0), @locale, 'waiting_payment', @currency,
        @subtotal, @discount, @discounts, @freight, @tax, @number_fee, @prepaid, @total,
        @method, @email, @email_normal, @first, @last, @phone, nullif(cast(@address as jsonb), 'null'), @shipping, @now, @expires,
        @units, @mailbox, @network, @wide, @traceparent, @ask
    from unpaid_limits
    where full_for = ''
    returning id
), audit_entry as (
    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, to_state, request_id)
    select @tenant, @now, @owner, 'order', placed_order.id::text, 'submit', 'waiting_payment', @request
    from placed_order
), bought_cart_lines as (
    delete from cart_item
    where tenant_id = @tenant and owner = @owner
      and id = any(cast(@cart as bigint[]))
    returning id
), demand as (
    select x.sku, sum(x.quantity) as quantity
    from jsonb_to_recordset(cast(@demand as jsonb)) as x(sku text, quantity bigint)
    group by x.sku
), locked_stock as (
    -- After the order, as everywhere, and in ascending id.
    select s.id, demand.quantity
    from placed_order, stock s
    join demand on demand.sku = s.sku
    where s.tenant_id = @tenant
    order by s.id
    for no key update of s
), promised_stock as (
    update stock
    set allocated = stock.allocated + locked_stock.quantity
    from locked_stock
    where stock.id = locked_stock.id and stock.on_hand - stock.allocated >= locked_stock.quantity
    returning stock.sku, locked_stock.quantity
), reservations as (
    insert into stock_reservation (order_id, tenant_id, sku, quantity)
    select placed_order.id, @tenant, sku, quantity
    from placed_order, promised_stock
), counted_code as (
    -- Counting what was promised keeps the code's lock behind those of the stock.
    update promo_code
    set used = used + 1
    where tenant_id = @tenant and id = @promo and (max_uses is null or used < max_uses)
      and (select count(*) from promised_stock) >= 0
    returning id
), frozen_lines as (
    insert into order_line (tenant_id, order_id, line_no, goods_id, sku, sim_type, name_en, name_zh, group_code, quantity,
        unit_price, discount_share, number_id, number, number_fee, transfer_phone, transfer_note, start_date, start_at, deposit,
        contract_period, compatibility, sim_line_id, sim_card_number, refund_policy)
    select @tenant, placed_order.id, l.line_no, l.goods_id, l.sku, l.sim_type, l.name_en, l.name_zh, l.group_code, l.quantity,
        l.unit_price, l.discount_share, l.number_id, l.number, l.number_fee, l.transfer_phone, l.transfer_note, l.start_date, l.start_at,
        l.deposit, l.contract_period, l.compatibility, nullif(l.sim_line_id, 0), l.sim_card_number,
        (select p.refund_policy from product p where p.tenant_id = @tenant and p.goods_id = l.goods_id)
    from placed_order, jsonb_to_recordset(cast(@lines as jsonb)) as l(line_no int, goods_id text, sku text, sim_type text, name_en text,
        name_zh text, group_code text, quantity int, unit_price bigint, discount_share bigint, number_id bigint,
        number text, number_fee bigint, transfer_phone text, transfer_note text, start_date text, start_at timestamptz, deposit bigint,
        contract_period text, compatibility jsonb, sim_line_id bigint, sim_card_number text)
)
select coalesce(placed_order.id, 0) as id, unpaid_limits.full_for, (select count(*) from bought_cart_lines) as taken,
    (select coalesce(jsonb_agg(sku), '[]') from promised_stock) as promised, exists (select 1 from counted_code) as counted
from unpaid_limits
left join placed_order on true
