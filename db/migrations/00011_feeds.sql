-- +goose Up

-- What a parcel costs stands in the facts of a product's page and in the feeds.
create trigger shipping_method_changed after insert or update or delete on shipping_method
    for each row execute function row_changed('shipping', 'tenant_id');

-- Sitemaps say when a product changed, whoever changed it.
-- +goose StatementBegin
create function product_touched() returns trigger language plpgsql as $$
begin
    if old is distinct from new and old.updated_at = new.updated_at then
        new.updated_at := clock_timestamp();
    end if;
    return new;
end $$;
-- +goose StatementEnd
create trigger product_touched before update on product
    for each row execute function product_touched();

-- +goose Down
drop trigger product_touched on product;
drop function product_touched();
drop trigger shipping_method_changed on shipping_method;
