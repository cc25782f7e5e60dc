-- +goose Up

-- Cards by their number: what the store room can put into a parcel. A card that was sent never comes back.
create table sim_card (
    id            bigint generated always as identity primary key,
    tenant_id     bigint not null references tenant,
    sku           text   not null,
    iccid         text   not null,
    state         text   not null default 'available' check (state in ('available', 'sent')),
    order_line_id bigint references order_line,
    unit          int,
    sent_at       timestamptz,
    unique (tenant_id, iccid),
    unique (order_line_id, unit)
);
create index sim_card_free on sim_card (tenant_id, sku, id) where state = 'available';

-- Numbers that a shopper brings along: each is a line of its own, as a picked number is.
alter table cart_item add column transfer_phone text not null default '', add column transfer_note text not null default '';
alter table cart_item drop constraint cart_item_tenant_id_owner_goods_id_sim_type_number_id_key;
alter table cart_item add constraint cart_item_line unique (tenant_id, owner, goods_id, sim_type, number_id, transfer_phone);

alter table order_line add column number text not null default '', add column number_fee bigint not null default 0,
    add column transfer_phone text not null default '', add column transfer_note text not null default '',
    add column deposit bigint not null default 0, add column contract_period text not null default '';
create index phone_number_order on phone_number (order_id) where order_id is not null;

create index orders_to_ship on orders (paid_at) where status = 'processing';
create index orders_held on orders (id) where hold_reason <> '';
create index orders_on_the_way on orders (shipped_at) where status = 'shipped';

-- +goose Down
drop index orders_on_the_way, orders_held, orders_to_ship, phone_number_order;
alter table order_line drop column number, drop column number_fee, drop column transfer_phone, drop column transfer_note,
    drop column deposit, drop column contract_period;
alter table cart_item drop constraint cart_item_line;
alter table cart_item add constraint cart_item_tenant_id_owner_goods_id_sim_type_number_id_key
    unique (tenant_id, owner, goods_id, sim_type, number_id);
alter table cart_item drop column transfer_phone, drop column transfer_note;
drop table sim_card;
