-- +goose Up

-- Lists say whether a plan can be had, and one with numbers of the shop cannot once all of them are sold: the last number that is sold,
-- and each one that comes back or is new, changes the lists as well as the plan's page.
-- contract: the same changes are logged as before, and more; no version calls the triggers.
-- +goose StatementBegin
create or replace function phone_number_changed() returns trigger language plpgsql as $$
declare
    n      phone_number := coalesce(new, old);
    before boolean := old.order_id is null;
    after  boolean := tg_op = 'UPDATE' and new.order_id is null;
begin
    if tg_op = 'UPDATE' and old is not distinct from new then
        return null;
    end if;
    if before <> after and (after or not exists (select 1 from phone_number o
        where o.tenant_id = n.tenant_id and o.goods_id = n.goods_id and o.order_id is null)) then
        perform log_goods(array[n.tenant_id], array[n.goods_id]);
    else
        perform log_change('goods:' || n.tenant_id || ':' || n.goods_id);
    end if;
    return null;
end $$;
-- +goose StatementEnd
drop trigger phone_number_changed on phone_number;
create trigger phone_number_changed after update or delete on phone_number
    for each row execute function phone_number_changed();
create trigger phone_numbers_inserted after insert on phone_number
    referencing new table as new_rows for each statement execute function goods_inserted();

-- +goose Down
drop trigger phone_numbers_inserted on phone_number;
drop trigger phone_number_changed on phone_number;
-- +goose StatementBegin
create or replace function phone_number_changed() returns trigger language plpgsql as $$
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
