-- +goose Up

-- Tries of a password that are under way, the last since taken_at. They use up what is left until the next midnight, and are
-- no failures yet. A count has an id of its own, so that one that began after a success is not taken for the one before.
alter table login_failure
    add column id bigint generated always as identity,
    add column trying int not null default 0 check (trying >= 0),
    add column taken_at timestamptz not null default now();

-- What bounds the orders that wait for their payment (docs/decisions/067). units are the SIMs and plans of an order;
-- mailbox_print stands for a mailbox that nobody has proved to be the buyer's, network_print for the network that it was
-- ordered from, as long as the order waits.
alter table orders
    add column units bigint not null default 0,
    add column mailbox_print text not null default '',
    add column network_print text not null default '';
create index orders_unpaid_customer on orders (tenant_id, user_id) where status = 'waiting_payment' and user_id is not null;
create index orders_unpaid_network on orders (tenant_id, network_print) where status = 'waiting_payment' and network_print <> '';
create index orders_mailbox on orders (tenant_id, mailbox_print, created_at) where mailbox_print <> '';

-- Says for whom one more order would be too many: 'customer', 'mailbox', 'network', or '' when it fits. Whoever shares one of
-- them waits for the end of the other's transaction first, and what that placed is counted, because each statement of a
-- volatile function sees what was committed before it. An order fits where it would be the only one, whatever it holds.
-- +goose StatementBegin
create function unpaid_full(site bigint, customer bigint, mailboxes text[], networks text[], wanted bigint,
    buyer_orders bigint, buyer_units bigint, network_orders bigint, network_units bigint) returns text language plpgsql volatile as $$
declare
    waiting record;
begin
    perform pg_advisory_xact_lock(hashtextextended('unpaid ' || who, site))
    from unnest(array[nullif(customer, 0)::text, mailboxes[1], networks[1]]) with ordinality as w(who, place)
    where who is not null order by place;
    select count(*) filter (where user_id = customer) as customer,
        coalesce(sum(units) filter (where user_id = customer), 0) as customer_units,
        count(*) filter (where mailbox_print = any (mailboxes)) as mailbox,
        coalesce(sum(units) filter (where mailbox_print = any (mailboxes)), 0) as mailbox_units,
        count(*) filter (where network_print = any (networks)) as network,
        coalesce(sum(units) filter (where network_print = any (networks)), 0) as network_units
    into waiting
    from orders
    where tenant_id = site and status = 'waiting_payment'
      and (user_id = customer or (mailbox_print <> '' and mailbox_print = any (mailboxes))
        or (network_print <> '' and network_print = any (networks)));
    return case
        when waiting.customer >= buyer_orders or (waiting.customer > 0 and waiting.customer_units + wanted > buyer_units) then 'customer'
        when waiting.mailbox >= buyer_orders or (waiting.mailbox > 0 and waiting.mailbox_units + wanted > buyer_units) then 'mailbox'
        when waiting.network >= network_orders or (waiting.network > 0 and waiting.network_units + wanted > network_units) then 'network'
        else '' end;
end $$;
-- +goose StatementEnd

-- +goose Down
drop function unpaid_full(bigint, bigint, text[], text[], bigint, bigint, bigint, bigint, bigint);
drop index orders_mailbox, orders_unpaid_network, orders_unpaid_customer;
alter table orders drop column network_print, drop column mailbox_print, drop column units;
alter table login_failure drop column taken_at, drop column trying, drop column id;
