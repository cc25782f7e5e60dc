-- +goose Up

-- Members of staff who work in the Studio. They are no customers: no site, no password, tables of their own.
create table staff_member (
    id          bigint generated always as identity primary key,
    email       text        not null unique check (email = lower(email)),
    name        text        not null,
    role        text        not null,
    locale      text        not null check (locale in ('en', 'zh')),
    -- handle is what passkeys call the member by: random, so that it says nothing about anybody.
    handle      bytea       not null unique,
    disabled_at timestamptz,
    created_at  timestamptz not null
);

-- An invitation is good once. Only the hash of its token is kept.
create table staff_invitation (
    id          bigint generated always as identity primary key,
    email       text        not null check (email = lower(email)),
    role        text        not null,
    locale      text        not null check (locale in ('en', 'zh')),
    invited_by  text        not null,
    token_hash  bytea       not null unique,
    created_at  timestamptz not null,
    expires_at  timestamptz not null,
    accepted_at timestamptz,
    revoked_at  timestamptz
);
create unique index staff_invitation_open on staff_invitation (email) where accepted_at is null and revoked_at is null;

create table staff_passkey (
    id            bigint generated always as identity primary key,
    member_id     bigint      not null references staff_member (id) on delete cascade,
    credential_id bytea       not null unique,
    -- rp_id is the host that the passkey was made for; it works on no other.
    rp_id         text        not null,
    name          text        not null,
    credential    jsonb       not null,
    created_at    timestamptz not null,
    last_used_at  timestamptz
);
create index staff_passkey_member on staff_passkey (member_id);

-- A ceremony is the use or the making of a passkey that has begun. It is deleted when it ends, so that nothing can be replayed.
create table staff_ceremony (
    id_hash    bytea       primary key,
    purpose    text        not null,
    -- subject is the member or the invitation that it is for, 0 for a login, which does not know yet.
    subject    bigint      not null,
    data       jsonb       not null,
    expires_at timestamptz not null
);

-- A login code is kept for known and unknown addresses alike: the table does not tell who is a member.
create table staff_code (
    id          bigint generated always as identity primary key,
    ticket_hash bytea       not null unique,
    -- subject is a fingerprint of the address.
    subject     text        not null,
    -- sealed holds address and code until the mail is written.
    sealed      bytea,
    code_hash   bytea       not null,
    locale      text        not null,
    tries       int         not null default 0,
    sent_at     timestamptz not null,
    expires_at  timestamptz not null,
    used_at     timestamptz
);
create index staff_code_subject on staff_code (subject, sent_at);

-- A session is found by the hash of its token. Ending it is deleting it.
create table staff_session (
    id         bigint generated always as identity primary key,
    token_hash bytea       not null unique,
    member_id  bigint      not null references staff_member (id) on delete cascade,
    method     text        not null,
    device     text        not null,
    address    text        not null,
    created_at timestamptz not null,
    seen_at    timestamptz not null
);
create index staff_session_member on staff_session (member_id);

-- What staff did, newest first, is read without reading what customers and the clock did.
create index audit_log_staff on audit_log (id) where actor like 'staff:%';

-- +goose Down
drop index audit_log_staff;
drop table staff_session, staff_code, staff_ceremony, staff_passkey, staff_invitation, staff_member;
