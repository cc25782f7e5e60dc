-- +goose Up

-- What the sweeps look for twice a minute among everything that was ever ordered: attempts that may still turn into money, what
-- waits for delivery, and mails that wait.
create index payment_attempt_unsettled on payment_attempt (id) where status in ('open', 'processing', 'failed');
create index orders_to_deliver on orders (paid_at) where status in ('processing', 'partially_refunded') and hold_reason = '';
create index order_line_to_deliver on order_line (order_id) where state = 'preparing';
create index notification_waiting on notification (id) where state = 'queued';

-- A message about a hosted page names its session, and an intent only once there is one.
alter table payment_event add column session_id text not null default '';
update payment_event set session_id = coalesce(convert_from(raw, 'UTF8')::jsonb #>> '{data,object,id}', '') where type like 'checkout.session.%';
create index payment_event_session on payment_event (session_id) where session_id <> '';

-- +goose Down
drop index payment_event_session;
alter table payment_event drop column session_id;
drop index notification_waiting, order_line_to_deliver, orders_to_deliver, payment_attempt_unsettled;
