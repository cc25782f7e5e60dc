-- +goose Up

-- Who delivers a product's eSIMs: pool (imported profiles) or the name of a carrier that is called; plan_ref is what that
-- carrier calls the plan, '' when it is the goods id.
alter table product
    add column carrier  text not null default 'pool' check (carrier <> ''),
    add column plan_ref text not null default '';

-- One SIM or eSIM that a shopper has. ref stands for it in calls and addresses; carrier_ref is the carrier's name for it, ''
-- as long as nobody asked the carrier. The number on it (iccid) is no key, because carriers give numbers out again.
create table sim_line (
    id               bigint generated always as identity primary key,
    tenant_id        bigint      not null references tenant,
    ref              text        not null unique default replace(gen_random_uuid()::text, '-', ''),
    carrier          text        not null,
    carrier_ref      text        not null default '',
    plan_ref         text        not null,
    goods_id         text        not null,
    sim_type         text        not null check (sim_type in ('esim', 'physical')),
    iccid            text        not null,
    msisdn           text        not null default '',
    -- Which unit of which order it was bought as; null for a SIM that was bought elsewhere and linked.
    order_line_id    bigint references order_line,
    unit             int,
    -- Whose account it was linked to.
    user_id          bigint,
    linked_at        timestamptz,
    -- The words of the profile at the SM-DP+, as of the carrier's time; an older word does not replace a newer one.
    profile_state    text        not null default 'unknown' check (profile_state in ('available', 'allocated', 'linked', 'confirmed',
                                 'released', 'downloaded', 'installed', 'enabled', 'disabled', 'deleted', 'error', 'unknown')),
    profile_state_at timestamptz not null,
    device           text        not null default '',
    -- The LPA string, sealed; null for a card. It leaves this row only for somebody who may see it.
    activation       bytea,
    apn              text        not null default '',
    first_attach_at  timestamptz,
    last_country     text        not null default '',
    retires_at       timestamptz,
    retired_at       timestamptz,
    -- Set when the money for it went back: nobody is shown it any more.
    revoked_at       timestamptz,
    -- When the carrier last answered for it, and when it shall be asked again.
    synced_at        timestamptz,
    sync_at          timestamptz,
    created_at       timestamptz not null,
    unique (order_line_id, unit),
    check ((order_line_id is null) = (unit is null)),
    check ((user_id is null) = (linked_at is null))
);
create unique index sim_line_carrier on sim_line (carrier, carrier_ref) where carrier_ref <> '';
create index sim_line_iccid on sim_line (tenant_id, iccid);
create index sim_line_user on sim_line (tenant_id, user_id) where user_id is not null;
create index sim_line_sync on sim_line (sync_at) where sync_at is not null;

-- A plan on a line, as the carrier counts it. A total of null is unlimited, of 0 not part of the plan.
create table plan_instance (
    id              bigint generated always as identity primary key,
    line_id         bigint      not null references sim_line,
    ref             text        not null,
    plan_ref        text        not null,
    goods_id        text        not null default '',
    state           text        not null check (state in ('processing', 'queued', 'active', 'depleted', 'expired', 'revoked',
                                'lapsed', 'unknown')),
    position        int         not null default 0,
    started_at      timestamptz,
    ends_at         timestamptz,
    total_bytes     bigint check (total_bytes >= 0),
    remaining_bytes bigint check (remaining_bytes >= 0),
    voice_total     int check (voice_total >= 0),
    voice_left      int check (voice_left >= 0),
    sms_total       int check (sms_total >= 0),
    sms_left        int check (sms_left >= 0),
    as_of           timestamptz not null,
    -- Which mails have gone out about it: low_data, expiring, used_up.
    told            text[]      not null default '{}',
    unique (line_id, ref)
);

-- What is asked of a carrier for one unit of an order line, written before the call. client_ref is our own name for it, by
-- which it is looked up before anything is asked twice.
create table carrier_order (
    id            bigint generated always as identity primary key,
    tenant_id     bigint      not null references tenant,
    order_id      bigint      not null references orders,
    order_line_id bigint      not null references order_line,
    unit          int         not null check (unit > 0),
    kind          text        not null check (kind in ('new', 'topup')),
    carrier       text        not null,
    plan_ref      text        not null,
    -- The line that a top-up is for.
    line_id       bigint references sim_line,
    client_ref    text        not null unique default replace(gen_random_uuid()::text, '-', ''),
    carrier_ref   text        not null default '',
    -- intended: not asked. sent: asked, and no answer noted yet. pending: the carrier works on it. unknown: whether it was
    -- taken has to be looked up. issued and failed are final.
    state         text        not null default 'intended' check (state in ('intended', 'sent', 'pending', 'unknown', 'issued', 'failed')),
    attempts      int         not null default 0,
    next_at       timestamptz not null,
    sent_at       timestamptz,
    -- Who works on it has it until then.
    busy_until    timestamptz,
    -- When the shop gives up and gives the money back.
    sla_at        timestamptz not null,
    error_class   text        not null default '',
    created_at    timestamptz not null,
    updated_at    timestamptz not null,
    unique (order_line_id, unit),
    check ((kind = 'topup') = (line_id is not null))
);
create index carrier_order_open on carrier_order (next_at) where state in ('intended', 'sent', 'pending', 'unknown');
create index carrier_order_order on carrier_order (order_id);
create index carrier_order_ref on carrier_order (carrier, carrier_ref) where carrier_ref <> '';

-- A line of an order that is more data for a SIM that its buyer has.
alter table order_line add column sim_line_id bigint references sim_line;

-- What carriers told us, each thing once; the body is sealed, because a carrier may put an activation code into it.
create table carrier_event (
    id          bigint generated always as identity primary key,
    carrier     text        not null,
    key         text        not null,
    type        text        not null,
    at          timestamptz not null,
    body        bytea       not null,
    received_at timestamptz not null,
    handled_at  timestamptz,
    outcome     text        not null default '',
    unique (carrier, key)
);
create index carrier_event_age on carrier_event (received_at);

-- A real-name registration of a line. The documents are with the carrier; here is only what tells where it stands.
create table kyc_case (
    id           bigint generated always as identity primary key,
    line_id      bigint      not null references sim_line,
    regime       text        not null,
    carrier_ref  text        not null default '',
    state        text        not null check (state in ('not_required', 'required', 'submitted', 'in_review', 'approved', 'rejected',
                             'expired', 'revoked', 'unknown')),
    reason_code  text        not null default '',
    doc_type     text        not null default '',
    doc_last4    text        not null default '' check (length(doc_last4) <= 4),
    expires_at   timestamptz,
    submitted_at timestamptz,
    updated_at   timestamptz not null,
    unique (line_id, regime)
);
create index kyc_case_carrier on kyc_case (carrier_ref) where carrier_ref <> '';

-- What was handed over before there were lines.
insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, msisdn, order_line_id, unit, profile_state, profile_state_at,
    activation, apn, revoked_at, created_at)
select p.tenant_id, 'pool', l.goods_id, l.goods_id, 'esim', p.iccid, l.number, p.order_line_id, p.unit, 'released', p.delivered_at,
    p.activation, p.apn, case p.state when 'revoked' then p.delivered_at end, p.delivered_at
from esim_profile p join order_line l on l.id = p.order_line_id where p.state in ('delivered', 'revoked') and p.delivered_at is not null;
insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, msisdn, order_line_id, unit, profile_state_at, created_at)
select c.tenant_id, 'pool', l.goods_id, l.goods_id, 'physical', c.iccid, l.number, c.order_line_id, c.unit, c.sent_at, c.sent_at
from sim_card c join order_line l on l.id = c.order_line_id where c.state = 'sent';

-- +goose Down
drop table kyc_case, carrier_event;
alter table order_line drop column sim_line_id;
drop table carrier_order, plan_instance, sim_line;
alter table product drop column carrier, drop column plan_ref;
