-- +goose Up

-- What the sweeps look for twice a minute among everything that was ever ordered: attempts that may still turn into money, what
-- waits for delivery, and mails that wait.
create index payment_attempt_unsettled on payment_attempt (id) where status in ('open', 'processing', 'failed');
create index orders_to_deliver on orders (paid_at) where status in ('processing', 'partially_refunded') and hold_reason = '';
create index order_line_to_deliver on order_line (order_id) where state = 'preparing';
create index notification_waiting on notification (id) where state = 'queued';

-- +goose Down
drop index notification_waiting, order_line_to_deliver, orders_to_deliver, payment_attempt_unsettled;
