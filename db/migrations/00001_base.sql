-- +goose Up

-- Sites -----------------------------------------------------------------------
create table tenant (
    id               bigint primary key,
    code             text        not null unique,
    hosts            text[]      not null,
    name_en          text        not null,
    name_zh          text        not null,
    brand            text        not null,
    icon             text        not null,
    web_site         text        not null,
    currency         char(3)     not null,
    currency_symbol  text        not null,
    default_locale   text        not null default 'en',
    time_zone        text        not null,
    support_email    text        not null,
    hotline          text        not null,
    corporate_url    text        not null default '',
    payment_methods  text[]      not null default '{card}',
    settings         jsonb       not null default '{}',
    sort             int         not null default 0
);

create table menu_item (
    tenant_id     bigint not null references tenant,
    position      int    not null,
    user_type     int    not null default 1,
    name_en       text   not null,
    name_zh       text   not null,
    icon          text   not null default '',
    redirect_url  text   not null,
    redirect_type int    not null default 0,
    version       int    not null default 0,
    primary key (tenant_id, user_type, position)
);

-- Catalogue -------------------------------------------------------------------
create table destination (
    code     char(2) primary key,
    region   text    not null,
    name_en  text    not null,
    name_zh  text    not null,
    aliases  text[]  not null default '{}',
    sort     int     not null default 0
);

create table product_group (
    tenant_id bigint not null references tenant,
    code      text   not null,
    name_en   text   not null,
    name_zh   text   not null,
    intro_en  text   not null default '',
    intro_zh  text   not null default '',
    image     text   not null default '',
    sort      int    not null default 0,
    primary key (tenant_id, code)
);

create table product (
    tenant_id        bigint      not null references tenant,
    goods_id         text        not null,
    group_code       text        not null,
    name_en          text        not null,
    name_zh          text        not null,
    description_en   text        not null,
    description_zh   text        not null,
    image            text        not null default '',
    price            bigint      not null check (price >= 0),
    currency         char(3)     not null,
    sim_types        text[]      not null check (sim_types <@ array['esim', 'physical']),
    data_mb          bigint      not null check (data_mb >= 0),
    data_per         text        not null check (data_per in ('total', 'day')),
    unlimited        boolean     not null default false,
    speed_after_kbps int         not null default 0,
    days             int         not null check (days > 0),
    voice_minutes    int         not null default 0,
    voice_unlimited  boolean     not null default false,
    network_type     text        not null check (network_type in ('4G', '5G')),
    activation       text        not null check (activation in ('first_network', 'install', 'date', 'registration')),
    use_within_days  int         not null default 180,
    day_rule         text        not null check (day_rule in ('rolling_24h', 'calendar_day')),
    day_zone         text        not null default 'UTC',
    hotspot          text        not null default 'yes',
    refund_policy    text        not null default 'unused_30_days',
    real_name        text[]      not null default '{}',
    contract_period  text        not null default '',
    deposit          bigint      not null default 0 check (deposit >= 0),
    transfer_number  boolean     not null default false,
    local_number     boolean     not null default false,
    popularity       int         not null default 0,
    visible          boolean     not null default true,
    published_at     timestamptz not null,
    updated_at       timestamptz not null default now(),
    primary key (tenant_id, goods_id),
    foreign key (tenant_id, group_code) references product_group
);

create table product_destination (
    tenant_id bigint  not null,
    goods_id  text    not null,
    code      char(2) not null references destination,
    sort      int     not null default 0,
    primary key (tenant_id, goods_id, code),
    foreign key (tenant_id, goods_id) references product on delete cascade
);

-- One row per thing that can run out: sku = goods_id:sim_type. on_hand counts physical cards in
-- the store room, or profiles in the eSIM pool; allocated is promised to orders not yet paid.
create table stock (
    id        bigint generated always as identity primary key,
    tenant_id bigint not null references tenant,
    sku       text   not null,
    on_hand   bigint not null,
    allocated bigint not null default 0,
    unique (tenant_id, sku),
    check (on_hand >= 0),
    check (allocated >= 0),
    check (on_hand - allocated >= 0)
);

create table phone_number (
    id         bigint generated always as identity primary key,
    tenant_id  bigint      not null references tenant,
    goods_id   text        not null,
    number     text        not null,
    fee        bigint      not null default 0 check (fee >= 0),
    state      text        not null default 'free' check (state in ('free', 'held', 'sold')),
    held_by    text,
    held_until timestamptz,
    order_id   bigint,
    unique (tenant_id, number)
);
create index phone_number_pick on phone_number (tenant_id, goods_id, state);

create table shipping_method (
    tenant_id bigint    not null references tenant,
    zone      text      not null,
    code      text      not null,
    countries char(2)[] not null default '{}',
    name_en   text      not null,
    name_zh   text      not null,
    amount    bigint    not null check (amount >= 0),
    days_min  int       not null,
    days_max  int       not null,
    sort      int       not null default 0,
    primary key (tenant_id, zone, code)
);

-- rate is parts per million, so 8.875 % is 88750.
create table tax_rate (
    tenant_id bigint  not null references tenant,
    country   char(2) not null,
    state     text    not null default '',
    rate_ppm  int     not null check (rate_ppm between 0 and 1000000),
    primary key (tenant_id, country, state)
);

create table promo_code (
    id                 bigint generated always as identity primary key,
    tenant_id          bigint not null references tenant,
    code               text   not null,
    kind               text   not null check (kind in ('percent', 'amount')),
    value              bigint not null check (value > 0),
    group_code         text,
    min_subtotal       bigint not null default 0,
    starts_at          timestamptz,
    ends_at            timestamptz,
    max_uses           int,
    max_per_customer   int,
    used               int    not null default 0 check (used >= 0),
    unique (tenant_id, code),
    check (max_uses is null or used <= max_uses)
);

-- Cart ------------------------------------------------------------------------
-- owner is "v:<visitor id>" for a browser or "u:<user id>" for a customer.
create table cart_item (
    id                      bigint generated always as identity primary key,
    tenant_id               bigint      not null references tenant,
    owner                   text        not null,
    goods_id                text        not null,
    sim_type                text        not null check (sim_type in ('esim', 'physical')),
    number_id               bigint      not null default 0,
    quantity                int         not null check (quantity between 1 and 99),
    selected                boolean     not null default true,
    compatibility_confirmed boolean     not null default false,
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now(),
    unique (tenant_id, owner, goods_id, sim_type, number_id)
);

-- Orders ----------------------------------------------------------------------
create table orders (
    id                   bigint generated always as identity primary key,
    tenant_id            bigint      not null references tenant,
    order_no             text        not null,
    owner                text        not null,
    idempotency_key      text        not null,
    request_hash         bytea       not null,
    user_id              bigint,
    locale               text        not null,
    status               text        not null check (status in ('waiting_payment', 'processing', 'shipped', 'completed',
                                     'cancelled', 'pending_refund', 'partially_refunded', 'refunded')),
    cancel_reason        text        not null default '',
    hold_reason          text        not null default '',
    currency             char(3)     not null,
    subtotal             bigint      not null,
    discount_amount      bigint      not null default 0,
    discounts            jsonb       not null default '[]',
    freight_amount       bigint      not null default 0,
    tax                  bigint      not null default 0,
    number_selection_fee bigint      not null default 0,
    prepaid_amount       bigint      not null default 0,
    order_total          bigint      not null check (order_total >= 0),
    refunded_amount      bigint      not null default 0 check (refunded_amount between 0 and order_total),
    payment_method       text        not null check (payment_method in ('card', 'wechat_pay', 'alipay')),
    email                text        not null,
    email_normal         text        not null,
    first_name           text        not null,
    last_name            text        not null default '',
    phone                text        not null default '',
    address              jsonb,
    shipping_method      text        not null default '',
    tracking_number      text        not null default '',
    created_at           timestamptz not null,
    expires_at           timestamptz not null,
    paid_at              timestamptz,
    reviewed_at          timestamptz,
    shipped_at           timestamptz,
    completed_at         timestamptz,
    cancelled_at         timestamptz,
    unique (tenant_id, order_no),
    unique (tenant_id, owner, idempotency_key)
);
create index orders_waiting on orders (expires_at) where status = 'waiting_payment';
create index orders_by_user on orders (tenant_id, user_id, created_at desc) where user_id is not null;

create table order_line (
    id              bigint generated always as identity primary key,
    tenant_id       bigint not null,
    order_id        bigint not null references orders,
    line_no         int    not null,
    goods_id        text   not null,
    sku             text   not null,
    sim_type        text   not null,
    name_en         text   not null,
    name_zh         text   not null,
    group_code      text   not null,
    quantity        int    not null check (quantity > 0),
    unit_price      bigint not null check (unit_price >= 0),
    discount_share  bigint not null default 0,
    number_id       bigint not null default 0,
    sim_card_number text   not null default '',
    compatibility   jsonb  not null default '{}',
    state           text   not null default 'preparing',
    unique (order_id, line_no)
);

-- The promise of stock to an order: released or consumed exactly once by a guarded update.
create table stock_reservation (
    order_id  bigint not null references orders,
    tenant_id bigint not null,
    sku       text   not null,
    quantity  bigint not null check (quantity > 0),
    state     text   not null default 'reserved' check (state in ('reserved', 'released', 'consumed')),
    primary key (order_id, sku)
);

create table promo_redemption (
    id          bigint generated always as identity primary key,
    tenant_id   bigint not null,
    promo_id    bigint not null references promo_code,
    order_id    bigint not null references orders,
    customer    text   not null,
    use_no      int    not null,
    state       text   not null default 'held' check (state in ('held', 'used', 'released')),
    unique (order_id, customer)
);
create unique index promo_redemption_customer on promo_redemption (tenant_id, promo_id, customer, use_no)
    where state <> 'released';

-- Payments --------------------------------------------------------------------
create table payment_attempt (
    id            bigint generated always as identity primary key,
    tenant_id     bigint      not null,
    order_id      bigint      not null references orders,
    method        text        not null,
    channel       text        not null default 'intent' check (channel in ('intent', 'hosted')),
    status        text        not null check (status in ('open', 'processing', 'succeeded', 'failed', 'cancelled',
                              'late_paid', 'review')),
    amount        bigint      not null,
    currency      char(3)     not null,
    intent_id     text,
    session_id    text,
    client_secret bytea,
    hosted_url    text        not null default '',
    qr_data       text        not null default '',
    qr_expires_at timestamptz,
    last_error    text        not null default '',
    created_at    timestamptz not null,
    updated_at    timestamptz not null
);
create unique index payment_attempt_open on payment_attempt (order_id) where status in ('open', 'processing');
create unique index payment_attempt_intent on payment_attempt (intent_id) where intent_id is not null;
create index payment_attempt_order on payment_attempt (order_id);

create table payment_event (
    id           text primary key,
    type         text        not null,
    api_version  text        not null,
    intent_id    text        not null default '',
    raw          bytea       not null,
    received_at  timestamptz not null,
    processed_at timestamptz,
    outcome      text        not null default ''
);
create index payment_event_intent on payment_event (intent_id);

create table refund (
    id          bigint generated always as identity primary key,
    tenant_id   bigint      not null,
    order_id    bigint      not null references orders,
    attempt_id  bigint      not null references payment_attempt,
    source      text        not null,
    amount      bigint      not null check (amount > 0),
    currency    char(3)     not null,
    reason      text        not null,
    actor       text        not null,
    lines       jsonb       not null default '[]',
    state       text        not null check (state in ('pending_refund', 'succeeded', 'failed')),
    provider_id text        not null default '',
    created_at  timestamptz not null,
    updated_at  timestamptz not null,
    unique (tenant_id, source)
);
create index refund_order on refund (order_id);

-- SIMs ------------------------------------------------------------------------
-- activation holds the LPA string, sealed; it never leaves this row except to the shopper.
create table esim_profile (
    id            bigint generated always as identity primary key,
    tenant_id     bigint      not null references tenant,
    sku           text        not null,
    iccid         text        not null,
    activation    bytea       not null,
    apn           text        not null default '',
    state         text        not null default 'available' check (state in ('available', 'allocated', 'delivered', 'revoked')),
    order_line_id bigint references order_line,
    unit          int,
    allocated_at  timestamptz,
    delivered_at  timestamptz,
    unique (tenant_id, iccid),
    unique (order_line_id, unit)
);
create index esim_profile_free on esim_profile (tenant_id, sku, id) where state = 'available';

-- People ----------------------------------------------------------------------
create table verification_code (
    id           bigint generated always as identity primary key,
    tenant_id    bigint      not null,
    channel      text        not null,
    target       text        not null,
    purpose      text        not null,
    code_hash    bytea       not null,
    attempts     int         not null default 0,
    sent_at      timestamptz not null,
    expires_at   timestamptz not null,
    used_at      timestamptz,
    unique (tenant_id, channel, target, purpose)
);

create table contact_message (
    id         bigint generated always as identity primary key,
    tenant_id  bigint      not null,
    ticket     text        not null,
    first_name text        not null,
    last_name  text        not null,
    email      text        not null,
    order_no   text        not null default '',
    message    text        not null,
    locale     text        not null,
    created_at timestamptz not null,
    unique (tenant_id, ticket)
);

-- Content ---------------------------------------------------------------------
create table content_document (
    tenant_id       bigint      not null default 0,
    kind            text        not null,
    name            text        not null,
    locale          text        not null,
    title           text        not null,
    body_md         text        not null,
    html            text        not null,
    seo_title       text        not null default '',
    seo_description text        not null default '',
    sort            int         not null default 0,
    updated_at      timestamptz not null,
    primary key (tenant_id, kind, name, locale)
);

create table faq_item (
    id          bigint generated always as identity primary key,
    tenant_id   bigint not null default 0,
    locale      text   not null,
    category    text   not null,
    question    text   not null,
    answer_md   text   not null,
    answer_html text   not null,
    sort        int    not null default 0,
    unique (tenant_id, locale, category, question)
);

create table device (
    id        bigint generated always as identity primary key,
    brand     text  not null,
    platform  text  not null check (platform in ('ios', 'android')),
    model     text  not null,
    esim      text  not null,
    facts     jsonb not null default '{}',
    sort      int   not null default 0,
    unique (brand, model)
);

-- House-keeping ---------------------------------------------------------------
create table notification (
    id         bigint generated always as identity primary key,
    tenant_id  bigint      not null,
    key        text        not null,
    channel    text        not null,
    recipient  text        not null,
    locale     text        not null,
    template   text        not null,
    data       jsonb       not null default '{}',
    state      text        not null default 'queued' check (state in ('queued', 'sent', 'failed')),
    attempts   int         not null default 0,
    last_error text        not null default '',
    created_at timestamptz not null,
    sent_at    timestamptz,
    unique (tenant_id, key)
);

create table audit_log (
    id         bigint generated always as identity primary key,
    tenant_id  bigint      not null,
    at         timestamptz not null,
    actor      text        not null,
    entity     text        not null,
    entity_id  text        not null,
    action     text        not null,
    from_state text        not null default '',
    to_state   text        not null default '',
    detail     jsonb       not null default '{}',
    request_id text        not null default ''
);
create index audit_log_entity on audit_log (entity, entity_id);

create table idempotency_key (
    tenant_id    bigint      not null,
    owner        text        not null,
    scope        text        not null,
    key          text        not null,
    request_hash bytea       not null,
    state        text        not null check (state in ('running', 'done')),
    status       int         not null default 0,
    body         bytea,
    created_at   timestamptz not null,
    locked_until timestamptz not null,
    primary key (tenant_id, owner, scope, key)
);
create index idempotency_key_age on idempotency_key (created_at);

create table envelope_seen (
    hash    bytea primary key,
    seen_at timestamptz not null
);
create index envelope_seen_age on envelope_seen (seen_at);

create table gw_key (
    kid        text primary key,
    pem        bytea       not null,
    bits       int         not null,
    created_at timestamptz not null,
    retired_at timestamptz
);

create table catalog_version (
    tenant_id bigint primary key references tenant,
    version   bigint not null default 1
);

create table seed_version (
    name    text primary key,
    version text not null,
    at      timestamptz not null default now()
);

-- +goose Down
drop table seed_version, catalog_version, gw_key, envelope_seen, idempotency_key, audit_log, notification, device, faq_item,
    content_document, contact_message, verification_code, esim_profile, refund, payment_event, payment_attempt,
    promo_redemption, stock_reservation, order_line, orders, cart_item, promo_code, tax_rate, shipping_method, phone_number,
    stock, product_destination, product, product_group, destination, menu_item, tenant cascade;
