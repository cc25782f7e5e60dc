-- +goose Up

-- What of the shop's public face has changed, in words of the page cache ("goods:20:jp-3g-7"). Written by triggers, so that
-- no door to the data can forget it, in the transaction that changes something: a change is seen when it has been
-- committed. xid orders the log by what a snapshot can see, which an identity cannot.
create table change_log (
    xid xid8        not null default pg_current_xact_id(),
    tag text        not null,
    at  timestamptz not null default clock_timestamp(),
    primary key (xid, tag)
);
create index change_log_age on change_log (at);

-- +goose StatementBegin
create function log_change(variadic tags text[]) returns void language sql as $$
    insert into change_log (tag) select distinct t from unnest(tags) t on conflict do nothing
$$;
-- +goose StatementEnd

-- A product, the lists it stands in, and the tiles of the destinations it covers.
-- +goose StatementBegin
create function log_goods(tenant bigint, goods text, shelves text[]) returns void language sql as $$
    select log_change(variadic array['goods:' || tenant || ':' || goods, 'list:' || tenant]
        || (select array_agg('group:' || tenant || ':' || s) from unnest(shelves) s)
        || coalesce((select array_agg('place:' || tenant || ':' || d.code) from product_destination d
                     where d.tenant_id = tenant and d.goods_id = goods), '{}'))
$$;
-- +goose StatementEnd

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

-- Lists say whether something can be had; a product's page also how many can be ordered at once, which is at most 99.
-- +goose StatementBegin
create function stock_changed() returns trigger language plpgsql as $$
declare
    s     stock := coalesce(new, old);
    goods text  := split_part(s.sku, ':', 1);
begin
    if tg_op <> 'UPDATE' or (old.on_hand > old.allocated) <> (new.on_hand > new.allocated) then
        perform log_goods(s.tenant_id, goods, (select array_agg(p.group_code) from product p
            where p.tenant_id = s.tenant_id and p.goods_id = goods));
    elsif least(old.on_hand - old.allocated, 99) <> least(new.on_hand - new.allocated, 99) then
        perform log_change('goods:' || s.tenant_id || ':' || goods);
    end if;
    return null;
end $$;
-- +goose StatementEnd
create trigger stock_changed after insert or update or delete on stock
    for each row execute function stock_changed();

-- +goose StatementBegin
create function phone_number_changed() returns trigger language plpgsql as $$
declare
    n phone_number := coalesce(new, old);
begin
    if tg_op <> 'UPDATE' or old is distinct from new then
        perform log_change('goods:' || n.tenant_id || ':' || n.goods_id);
    end if;
    return null;
end $$;
-- +goose StatementEnd
create trigger phone_number_changed after insert or update or delete on phone_number
    for each row execute function phone_number_changed();

-- What stands behind every page of a site, of the catalogue, or among the texts. The first argument is the tag's kind,
-- the others are the columns that name one thing of it.
-- +goose StatementBegin
create function row_changed() returns trigger language plpgsql as $$
declare
    r   jsonb := to_jsonb(coalesce(new, old));
    tag text  := tg_argv[0];
begin
    if tg_op = 'UPDATE' and old is not distinct from new then
        return null;
    end if;
    for i in 1 .. tg_nargs - 1 loop
        tag := tag || ':' || (r ->> tg_argv[i]);
    end loop;
    perform log_change(tag);
    return null;
end $$;
-- +goose StatementEnd
create trigger tenant_changed after insert or update or delete on tenant
    for each row execute function row_changed('site', 'id');
create trigger menu_item_changed after insert or update or delete on menu_item
    for each row execute function row_changed('site', 'tenant_id');
create trigger product_group_changed after insert or update or delete on product_group
    for each row execute function row_changed('shelves', 'tenant_id');
create trigger destination_changed after insert or update or delete on destination
    for each row execute function row_changed('destinations');
create trigger content_document_changed after insert or update or delete on content_document
    for each row execute function row_changed('content', 'kind');
create trigger faq_item_changed after insert or update or delete on faq_item
    for each row execute function row_changed('faq');
create trigger device_changed after insert or update or delete on device
    for each row execute function row_changed('devices');

-- +goose Down
drop trigger device_changed on device;
drop trigger faq_item_changed on faq_item;
drop trigger content_document_changed on content_document;
drop trigger destination_changed on destination;
drop trigger product_group_changed on product_group;
drop trigger menu_item_changed on menu_item;
drop trigger tenant_changed on tenant;
drop trigger phone_number_changed on phone_number;
drop trigger stock_changed on stock;
drop trigger product_destination_changed on product_destination;
drop trigger product_changed on product;
drop function row_changed, phone_number_changed, stock_changed, product_destination_changed, product_changed, log_goods, log_change;
drop table change_log;
