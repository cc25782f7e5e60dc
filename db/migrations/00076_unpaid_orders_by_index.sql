-- +goose NO TRANSACTION
-- +goose Up

-- The orders that wait and that nothing holds, by their end: what the sweep for overdue ones reads. That nothing holds them is in the
-- condition, too, so that no other question about waiting orders is answered by reading all of them through this index.
drop index concurrently if exists orders_to_expire;
create index concurrently orders_to_expire on orders (expires_at) where status = 'waiting_payment' and hold_reason = '';

-- contract: the sweep of the version before asks for orders that nothing holds, so it reads the new index.
drop index concurrently if exists orders_waiting;

-- As before, but each count has a condition of its own, for which there is an index of its own: joined by "or", all orders that wait
-- were read, those of others and those that had just been paid.
-- +goose StatementBegin
create or replace function unpaid_full(site bigint, customer bigint, mailboxes text[], networks text[], wanted bigint,
    buyer_orders bigint, buyer_units bigint, network_orders bigint, network_units bigint) returns text language plpgsql volatile as $$
declare
    waiting record;
begin
    perform pg_advisory_xact_lock(hashtextextended('unpaid ' || who, site))
    from unnest(array[nullif(customer, 0)::text, mailboxes[1], networks[1]]) with ordinality as w(who, place)
    where who is not null order by place;
    select * into waiting
    from (
        select count(*) as customer, coalesce(sum(units), 0) as customer_units
        from orders
        where tenant_id = site and status = 'waiting_payment' and user_id = customer
    ) of_customer, (
        select count(*) as mailbox, coalesce(sum(units), 0) as mailbox_units
        from orders
        where tenant_id = site and status = 'waiting_payment' and mailbox_print <> '' and mailbox_print = any (mailboxes)
    ) of_mailbox, (
        select count(*) as network, coalesce(sum(units), 0) as network_units
        from orders
        where tenant_id = site and status = 'waiting_payment' and network_print <> '' and network_print = any (networks)
    ) of_network;
    return case
        when waiting.customer >= buyer_orders or (waiting.customer > 0 and waiting.customer_units + wanted > buyer_units) then 'customer'
        when waiting.mailbox >= buyer_orders or (waiting.mailbox > 0 and waiting.mailbox_units + wanted > buyer_units) then 'mailbox'
        when waiting.network >= network_orders or (waiting.network > 0 and waiting.network_units + wanted > network_units) then 'network'
        else '' end;
end $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
create or replace function unpaid_full(site bigint, customer bigint, mailboxes text[], networks text[], wanted bigint,
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
drop index concurrently if exists orders_waiting;
create index concurrently orders_waiting on orders (expires_at) where status = 'waiting_payment';
drop index concurrently if exists orders_to_expire;
