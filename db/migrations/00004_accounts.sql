-- +goose Up
-- A customer of one site. email is as it was typed, email_normal is what is unique; former_emails are addresses it had
-- before, normal, so that deleting the account finds what was written under them. generation goes up when every session
-- has to end. phone is E.164 and proved by a code. referral is the code of the friend named at sign-up.
create table customer (
    id             bigint generated always as identity primary key,
    tenant_id      bigint      not null references tenant,
    email          text        not null,
    email_normal   text        not null,
    former_emails  jsonb       not null default '[]',
    first_name     text        not null,
    last_name      text        not null default '',
    phone          text,
    password_hash  text        not null,
    generation     bigint      not null default 1,
    promo_consent  boolean     not null default false,
    consent_at     timestamptz not null,
    agreed_at      timestamptz not null,
    referral       text        not null default '',
    locale         text        not null,
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    unique (tenant_id, email_normal),
    unique (tenant_id, phone)
);

create table customer_address (
    id            bigint generated always as identity primary key,
    tenant_id     bigint      not null,
    customer_id   bigint      not null references customer on delete cascade,
    full_name     text        not null,
    country       char(2)     not null,
    address_line1 text        not null,
    address_line2 text        not null default '',
    city          text        not null,
    state         text        not null default '',
    zip_code      text        not null default '',
    phone         text        not null default '',
    email         text        not null default '',
    is_default    boolean     not null default false,
    created_at    timestamptz not null,
    updated_at    timestamptz not null
);
create index customer_address_owner on customer_address (customer_id, id);
create unique index customer_address_default on customer_address (customer_id) where is_default;

-- Failed logins by the fingerprint of an address or number, whether or not it belongs to anybody. They count until
-- clears_at, the next midnight of the site; the fifth locks until then.
create table login_failure (
    tenant_id bigint      not null,
    subject   text        not null,
    failures  int         not null,
    clears_at timestamptz not null,
    primary key (tenant_id, subject)
);
create index login_failure_clears on login_failure (clears_at);

-- How many codes went out within a day: to a mailbox or number, for a network, to a country. Subjects are keyed hashes
-- but for countries.
create table code_quota (
    tenant_id bigint      not null,
    kind      text        not null check (kind in ('mailbox', 'number', 'network', 'country')),
    subject   text        not null,
    sent      int         not null,
    clears_at timestamptz not null,
    primary key (tenant_id, kind, subject)
);
create index code_quota_clears on code_quota (clears_at);

-- An order whose owner has left: email_print is the fingerprint of the address by which it is tracked, delivery holds
-- sealed where its parcel goes until it has left.
alter table orders add column email_print text not null default '', add column delivery bytea;

-- verification_code.target holds a keyed hash of the address or number from now on, promo_redemption.customer a
-- fingerprint of the mailbox; neither can be made of what was there.
delete from verification_code;
delete from promo_redemption where customer like 'e:%' and state <> 'held';

-- +goose Down
alter table orders drop column email_print, drop column delivery;
drop table code_quota, login_failure, customer_address, customer;
