-- +goose Up

-- A new profile that was asked for in place of a SIM's, written before the call, and afterwards what it replaced
-- (docs/decisions/088). It is no carrier_order: a version that does not know of it would order a new line for it.
create table sim_reissue (
    id          bigint generated always as identity primary key,
    tenant_id   bigint      not null references tenant,
    order_id    bigint      not null references orders,
    line_id     bigint      not null references sim_line,
    carrier     text        not null,
    client_ref  text        not null unique default replace(gen_random_uuid()::text, '-', ''),
    carrier_ref text        not null default '',
    -- As of carrier_order. issued: the SIM has the new profile. failed: it is what it was before.
    state       text        not null default 'intended' check (state in ('intended', 'sent', 'pending', 'unknown', 'issued', 'failed')),
    attempts    int         not null default 0,
    next_at     timestamptz not null,
    sent_at     timestamptz,
    busy_until  timestamptz,
    -- Until when the shop waits; what may have been done then is for people to look at.
    sla_at      timestamptz not null,
    error_class text        not null default '',
    -- What stands for the name of the line that was replaced, by which late messages about it are known, and the end of its number.
    old_ref     text        not null default '',
    old_last4   text        not null default '' check (length(old_last4) <= 4),
    created_at  timestamptz not null,
    updated_at  timestamptz not null
);
create unique index sim_reissue_one_open on sim_reissue (line_id) where state in ('intended', 'sent', 'pending', 'unknown');
create index sim_reissue_open on sim_reissue (next_at) where state in ('intended', 'sent', 'pending', 'unknown');
create index sim_reissue_line on sim_reissue (line_id);
create index sim_reissue_order on sim_reissue (order_id);
create index sim_reissue_ref on sim_reissue (carrier_ref) where carrier_ref <> '';
create index sim_reissue_old on sim_reissue (old_ref) where old_ref <> '';

-- +goose Down
drop table sim_reissue;
