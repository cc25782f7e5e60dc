-- +goose Up

-- Who has a /48 of IPv6 has 65,536 networks, which count together, too (docs/decisions/082): wide_print stands for the /48 around
-- the network of network_print, '' in IPv4.
alter table orders add column wide_print text not null default '';
create index orders_unpaid_wide on orders (tenant_id, wide_print) where status = 'waiting_payment' and wide_print <> '';

-- The network that a number is held from, for a cart or for an order that waits for its payment.
alter table phone_number
    add column network_print text not null default '',
    add column wide_print text not null default '';
create index phone_number_network on phone_number (tenant_id, network_print) where state = 'held' and network_print <> '';
create index phone_number_wide on phone_number (tenant_id, wide_print) where state = 'held' and wide_print <> '';

-- As unpaid_full of 00019, which the version before still calls, with a bound for the /48 that a network is in.
-- +goose StatementBegin
create function unpaid_full(site bigint, customer bigint, mailboxes text[], networks text[], wides text[], wanted bigint,
    buyer_orders bigint, buyer_units bigint, network_orders bigint, network_units bigint, wide_orders bigint, wide_units bigint)
    returns text language plpgsql volatile as $$
declare
    full_for text;
    waiting record;
begin
    full_for := unpaid_full(site, customer, mailboxes, networks, wanted, buyer_orders, buyer_units, network_orders, network_units);
    if full_for <> '' or cardinality(wides) = 0 then
        return full_for;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('unpaid ' || wides[1], site));
    select count(*) as orders, coalesce(sum(units), 0) as units into waiting
    from orders
    where tenant_id = site and status = 'waiting_payment' and wide_print <> '' and wide_print = any (wides);
    return case
        when waiting.orders >= wide_orders or (waiting.orders > 0 and waiting.units + wanted > wide_units) then 'network'
        else '' end;
end $$;

-- Says whether holding these numbers would be too many for a network or the /48 around it. What the owner's cart holds already
-- was counted when it was picked. Whoever shares a network waits for the end of the other's transaction first, as in unpaid_full.
create function numbers_full(site bigint, owner text, at timestamptz, wanted bigint[], networks text[], wides text[],
    most bigint, wide_most bigint) returns boolean language plpgsql volatile as $$
declare
    fresh bigint;
    held record;
begin
    if cardinality(wanted) = 0 or cardinality(networks) = 0 then
        return false;
    end if;
    select count(*) into fresh from phone_number n
    where n.tenant_id = site and n.id = any (wanted)
      and not (n.state = 'held' and n.order_id is null and n.held_by = owner and n.held_until > at);
    if fresh = 0 then
        return false;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('numbers ' || who, site))
    from unnest(array[networks[1], wides[1]]) with ordinality as w(who, place)
    where who is not null order by place;
    select count(*) filter (where n.network_print <> '' and n.network_print = any (networks)) as network,
        count(*) filter (where n.wide_print <> '' and n.wide_print = any (wides)) as wide
    into held
    from phone_number n
    where n.tenant_id = site and n.state = 'held' and (n.order_id is not null or n.held_until > at) and n.id <> all (wanted)
      and ((n.network_print <> '' and n.network_print = any (networks)) or (n.wide_print <> '' and n.wide_print = any (wides)));
    return held.network + fresh > most or held.wide + fresh > wide_most;
end $$;
-- +goose StatementEnd

-- What a use of a code is kept under: a customer or the mailbox of an account ('customer'), a mailbox as it was typed from one
-- network ('typed'), or any mailbox (''), as all were kept before.
alter table promo_redemption add column kind text not null default '' check (kind in ('', 'customer', 'typed'));

-- +goose Down
delete from promo_redemption where kind = 'typed';
alter table promo_redemption drop column kind;
drop function numbers_full(bigint, text, timestamptz, bigint[], text[], text[], bigint, bigint);
drop function unpaid_full(bigint, bigint, text[], text[], text[], bigint, bigint, bigint, bigint, bigint, bigint, bigint);
drop index phone_number_wide, phone_number_network, orders_unpaid_wide;
alter table phone_number drop column wide_print, drop column network_print;
alter table orders drop column wide_print;
