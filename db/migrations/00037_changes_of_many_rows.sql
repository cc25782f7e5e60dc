-- +goose Up

-- contract: the same changes are logged as before, by triggers that see all rows of a statement; no version calls them.
-- A change of many products is logged once for each product, list and place, and not once for each row and each place of its
-- product: that took the square of what was changed. Inserts, updates and deletes are triggers of their own, because a trigger
-- that sees the rows of a statement serves one of them. Changes of stock stay with the row: an order changes a few, and most of
-- them nobody can see.

-- +goose StatementBegin
create function log_goods(tenants bigint[], goods text[]) returns void language sql as $$
    with changed as (
        select distinct c.tenant_id, c.goods_id
        from unnest(tenants, goods) as c (tenant_id, goods_id)
    )
    insert into change_log (tag)
    select 'goods:' || c.tenant_id || ':' || c.goods_id from changed c
    union
    select 'list:' || c.tenant_id from changed c
    union
    select 'group:' || p.tenant_id || ':' || p.group_code
    from changed c join product p on p.tenant_id = c.tenant_id and p.goods_id = c.goods_id
    union
    select 'place:' || d.tenant_id || ':' || d.code
    from changed c join product_destination d on d.tenant_id = c.tenant_id and d.goods_id = c.goods_id
    on conflict do nothing
$$;
-- +goose StatementEnd

-- New products, and new places of products.
-- +goose StatementBegin
create function goods_inserted() returns trigger language plpgsql as $$
begin
    perform log_goods(array_agg(tenant_id), array_agg(goods_id)) from new_rows;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function products_updated() returns trigger language plpgsql as $$
begin
    perform log_goods(array_agg(n.tenant_id), array_agg(n.goods_id))
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.goods_id = n.goods_id
    where o is distinct from n;
    insert into change_log (tag)
    select distinct 'group:' || o.tenant_id || ':' || o.group_code
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.goods_id = n.goods_id
    where o.group_code <> n.group_code
    on conflict do nothing;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function products_deleted() returns trigger language plpgsql as $$
begin
    perform log_goods(array_agg(tenant_id), array_agg(goods_id)) from old_rows;
    insert into change_log (tag)
    select distinct 'group:' || tenant_id || ':' || group_code from old_rows
    on conflict do nothing;
    return null;
end $$;
-- +goose StatementEnd

drop trigger product_changed on product;
create trigger products_inserted after insert on product
    referencing new table as new_rows for each statement execute function goods_inserted();
create trigger products_updated after update on product
    referencing old table as old_rows new table as new_rows for each statement execute function products_updated();
create trigger products_deleted after delete on product
    referencing old table as old_rows for each statement execute function products_deleted();
drop function product_changed;

-- +goose StatementBegin
create function coverage_updated() returns trigger language plpgsql as $$
begin
    perform log_goods(array_agg(c.tenant_id), array_agg(c.goods_id))
    from ((table new_rows except table old_rows) union (table old_rows except table new_rows)) c;
    insert into change_log (tag)
    select distinct 'place:' || tenant_id || ':' || code from (table old_rows except table new_rows) c
    on conflict do nothing;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function coverage_deleted() returns trigger language plpgsql as $$
begin
    perform log_goods(array_agg(tenant_id), array_agg(goods_id)) from old_rows;
    insert into change_log (tag)
    select distinct 'place:' || tenant_id || ':' || code from old_rows
    on conflict do nothing;
    return null;
end $$;
-- +goose StatementEnd

drop trigger product_destination_changed on product_destination;
create trigger coverage_inserted after insert on product_destination
    referencing new table as new_rows for each statement execute function goods_inserted();
create trigger coverage_updated after update on product_destination
    referencing old table as old_rows new table as new_rows for each statement execute function coverage_updated();
create trigger coverage_deleted after delete on product_destination
    referencing old table as old_rows for each statement execute function coverage_deleted();
drop function product_destination_changed;

-- +goose StatementBegin
create function stock_inserted() returns trigger language plpgsql as $$
begin
    perform log_goods(array_agg(tenant_id), array_agg(split_part(sku, ':', 1))) from new_rows;
    return null;
end $$;
-- +goose StatementEnd

drop trigger stock_changed on stock;
create trigger stock_inserted after insert on stock
    referencing new table as new_rows for each statement execute function stock_inserted();
-- Nothing is called for a change that nobody can see.
create trigger stock_changed after update on stock for each row
    when (least(old.on_hand - old.allocated, 99) <> least(new.on_hand - new.allocated, 99))
    execute function stock_changed();
create trigger stock_deleted after delete on stock
    for each row execute function stock_changed();

-- +goose Down
drop trigger stock_deleted on stock;
drop trigger stock_changed on stock;
drop trigger stock_inserted on stock;
create trigger stock_changed after insert or update or delete on stock
    for each row execute function stock_changed();
drop trigger coverage_deleted on product_destination;
drop trigger coverage_updated on product_destination;
drop trigger coverage_inserted on product_destination;
drop trigger products_deleted on product;
drop trigger products_updated on product;
drop trigger products_inserted on product;
drop function stock_inserted, coverage_deleted, coverage_updated, products_deleted, products_updated, goods_inserted, log_goods(bigint[], text[]);

-- +goose StatementBegin
create function product_changed() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        perform log_goods(old.tenant_id, old.goods_id, array[old.group_code]);
    elsif tg_op = 'INSERT' then
        perform log_goods(new.tenant_id, new.goods_id, array[new.group_code]);
    elsif old is distinct from new then
        perform log_goods(new.tenant_id, new.goods_id, array[old.group_code, new.group_code]);
    end if;
    return null;
end $$;
-- +goose StatementEnd
create trigger product_changed after insert or update or delete on product
    for each row execute function product_changed();

-- +goose StatementBegin
create function product_destination_changed() returns trigger language plpgsql as $$
declare
    d product_destination := coalesce(new, old);
begin
    if tg_op = 'UPDATE' and old is not distinct from new then
        return null;
    end if;
    perform log_goods(d.tenant_id, d.goods_id, (select array_agg(p.group_code) from product p
        where p.tenant_id = d.tenant_id and p.goods_id = d.goods_id));
    perform log_change('place:' || d.tenant_id || ':' || d.code);
    return null;
end $$;
-- +goose StatementEnd
create trigger product_destination_changed after insert or update or delete on product_destination
    for each row execute function product_destination_changed();
