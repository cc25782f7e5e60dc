-- Keeps for an order that was just placed the numbers that its lines name, chooses one for each plan whose shopper picks none, and
-- writes the chosen ones into their lines. The caller compares what was kept with what the order needs, and rolls back.
with locked_numbers as (
    -- Behind the order, its stock and its code, as everywhere, and in ascending id.
    select n.id
    from phone_number n
    join jsonb_to_recordset(cast(@lines as jsonb)) as l(number_id bigint, goods_id text)
        on l.number_id = n.id and l.goods_id = n.goods_id
    where n.tenant_id = @tenant
    order by n.id
    for no key update of n
), held_numbers as (
    -- What the owner's cart held stays with the network it was picked from.
    update phone_number n
    set state = 'held', held_by = @owner, held_until = @expires, order_id = @order,
        network_print = case when n.state = 'held' and n.held_by = @owner and n.held_until > @now then n.network_print else @number_network end,
        wide_print = case when n.state = 'held' and n.held_by = @owner and n.held_until > @now then n.wide_print else @number_wide end
    from locked_numbers
    where n.id = locked_numbers.id and n.order_id is null
      and (n.state = 'free' or (n.state = 'held' and (n.held_by = @owner or n.held_until <= @now)))
    returning n.id
), unnumbered_lines as (
    -- Plans with a number whose shopper picks none and brings none along.
    select l.line_no, l.goods_id, l.quantity, sum(l.quantity) over (partition by l.goods_id order by l.line_no) - l.quantity as taken_before
    from jsonb_to_recordset(cast(@unnumbered as jsonb)) as l(line_no int, goods_id text, quantity bigint)
), free_numbers as (
    -- Behind the numbers that were picked; those that other orders are about to take are skipped.
    select n.id, n.number, goods.goods_id, row_number() over (partition by goods.goods_id order by n.id) as place
    from (select goods_id, sum(quantity) as quantity from unnumbered_lines group by goods_id) goods
    cross join lateral (
        select id, number
        from phone_number
        where tenant_id = @tenant and goods_id = goods.goods_id and fee = 0 and order_id is null
          and (state = 'free' or (state = 'held' and held_until <= @now))
          and id not in (select locked_numbers.id from locked_numbers) and (select count(*) from held_numbers) >= 0
        order by id
        limit goods.quantity
        for no key update skip locked
    ) n
), chosen_numbers as (
    update phone_number n
    set state = 'held', held_by = @owner, held_until = @expires, order_id = @order,
        network_print = @number_network, wide_print = @number_wide
    from free_numbers
    where n.id = free_numbers.id
    returning n.id
), line_numbers as (
    select l.line_no, string_agg(f.number, ', ' order by f.place) as numbers
    from unnumbered_lines l
    join free_numbers f on f.goods_id = l.goods_id and f.place > l.taken_before and f.place <= l.taken_before + l.quantity
    group by l.line_no
), numbered_lines as (
    update order_line
    set number = line_numbers.numbers
    from line_numbers
    where order_line.order_id = @order and order_line.line_no = line_numbers.line_no
)
select (select count(*) from held_numbers) as held, (select count(*) from chosen_numbers) as chosen
