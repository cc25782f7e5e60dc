-- What the database has to do for one order of one eSIM, from its price to its mails: the transactions of the shop, with nothing of what the
-- shop reads between them, and without the work of the job queue. pgbench runs it with prepared statements.
--
-- A line \shop is replaced by the statement in that file of the shop. Its @names become variables, or what the line gives for them.
-- bare.go has the variables that are the same for all orders.
\set pick random(1, :goods_count)
select g.goods_id as goods, g.sku, g.price as total, g.price as subtotal, g.lines, g.demand, md5(r.n || 'number') as no, md5(r.n || 'key') as key,
    'g:' || md5(r.n || 'owner') as owner, md5(r.n || 'mailbox') as mailbox, array[md5(r.n || 'mailbox')] as mailboxes,
    md5(r.n || 'network') as network, array[md5(r.n || 'network')] as networks, 'pi_' || md5(r.n) as intent, 'evt_' || md5(r.n) as event
from bench_goods g, (select gen_random_uuid()::text as n) r where g.n = :pick
\gset

-- Place: order, line, promise of stock and audit row.
begin;
\shop bff/order/place.sql last='' phone='' traceparent='' wide='' shipping='' \gset placed_
commit;

-- Pay: the attempt before the provider is asked, what it answers, and what it reports.
begin;
select id, status, order_total, currency, expires_at from orders where id = :placed_id for no key update;
with unsettled as (
    select id from payment_attempt where order_id = :placed_id and status in ('open', 'processing', 'failed')
), opened as (
    insert into payment_attempt (tenant_id, order_id, method, channel, status, amount, currency, created_at, updated_at, look_at)
    select :tenant, :placed_id, 'card', 'intent', 'open', :total, :currency, :now, :now, :expires
    where not exists (select from unsettled)
    returning id
)
select id as attempt from unsettled union all select id from opened
\gset
commit;
update payment_attempt set intent_id = :intent, client_secret = :secret, qr_data = '', qr_expires_at = null, updated_at = :now
where id = :attempt and status <> 'cancelled';
with stored as (
    insert into payment_event (id, type, api_version, intent_id, session_id, raw, received_at, processed_at, outcome)
    values (:event, 'payment_intent.succeeded', '2025', :intent, '', :payload, :now, null, '') on conflict (id) do nothing
    returning id
)
insert into river_job (args, kind, max_attempts, priority, queue, state)
select jsonb_build_object('eventId', id), 'bench', 25, 1, 'default', 'available' from stored;

-- Deliver, in the transaction that books the payment.
begin;
select id, status, order_total, currency, expires_at from orders where id = :placed_id for no key update;
select id, status, amount, currency from payment_attempt where order_id = :placed_id order by id for no key update;
\shop bff/order/paid.sql order=:placed_id \gset paid_
savepoint try;
\shop bff/sim/to_deliver.sql order=:placed_id \gset deliver_
\shop bff/sim/assign.sql line=:deliver_id plan=:deliver_plan_ref number='' ;
with ready as (
    update order_line set state = 'delivered' where id = :deliver_id
), moved as (
    update orders set status = 'shipped', shipped_at = :now where id = :placed_id and status = 'processing' returning id, tenant_id
), audited as (
    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail)
    select tenant_id, :now, 'system', 'order', id::text, 'deliver', 'processing', 'shipped', '{}' from moved
)
select id from moved;
insert into river_job (args, kind, max_attempts, priority, queue, state)
values (jsonb_build_object('orderId', :placed_id::bigint), 'bench', 25, 1, 'default', 'available');
with noted as (
    update payment_event set processed_at = :now, outcome = 'paid' where id = :event
)
update payment_attempt set status = 'succeeded', last_error = '', received = :total, received_currency = :currency, received_at = :now, updated_at = :now
where id = :attempt and status = 'open';
commit;

-- Mail: both are written and claimed in one statement, sent, and recorded in one, with which the order is complete.
with allowed as materialized (
    select id from orders where id = :placed_id and email = :email for key share
), claimed as (
    insert into notification (tenant_id, key, channel, recipient, locale, template, data, created_at, leased_until, attempts)
    select :tenant, 'order:' || :placed_id || ':' || n.template, 'email', :email, :locale, n.template, cast(:note as jsonb), :now, :expires, 1
    from unnest(array['order_paid', 'esim_delivered']) as n(template)
    where exists (select from allowed)
    on conflict (tenant_id, key) do update set leased_until = :expires, attempts = notification.attempts + 1 where notification.state = 'queued'
    returning id
)
select min(id) as receipt, max(id) as delivery from claimed
\gset
with recorded as (
    update notification n set leased_until = null, state = 'sent', sent_at = :now, last_error = '', data = '{}'
    from unnest(array[:receipt, :delivery]::bigint[]) as mine(id) where n.id = mine.id and n.state = 'queued' and n.attempts = 1
), moved as (
    update orders set status = 'completed', completed_at = :now where id = :placed_id and status = 'shipped' returning id, tenant_id
), audited as (
    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail)
    select tenant_id, :now, 'system', 'order', id::text, 'complete', 'shipped', 'completed', '{}' from moved
)
select id from moved;
