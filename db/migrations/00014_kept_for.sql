-- +goose Up

-- By which old rows are found that nobody keeps (docs/decisions/057); carrier_event and the others have theirs.
create index payment_event_age on payment_event (received_at) where processed_at is not null;
create index notification_age on notification (created_at) where state <> 'queued';
create index contact_message_age on contact_message (created_at);
create index verification_code_age on verification_code (expires_at);
create index cart_item_of_visitors on cart_item (updated_at) where owner like 'v:%';
create index orders_delivery on orders (id) where delivery is not null;

-- +goose Down
drop index orders_delivery, cart_item_of_visitors, verification_code_age, contact_message_age, notification_age, payment_event_age;
