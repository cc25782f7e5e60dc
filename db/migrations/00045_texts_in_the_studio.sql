-- +goose Up

-- What editors write in the Studio (docs/decisions/111), saved while they type: one row for a text in a language. Each save names
-- the revision it is based on. base is the version that the words were made from, 0 for the shop's files; dirty says that they
-- are not handed in yet. actor is who saved last, as in the audit log, author how others read the name.
create table content_working (
    tenant_id  bigint      not null,
    kind       text        not null,
    name       text        not null,
    locale     text        not null,
    source     text        not null,
    revision   bigint      not null,
    base       bigint      not null,
    dirty      boolean     not null,
    actor      text        not null,
    author     text        not null,
    updated_at timestamptz not null,
    primary key (tenant_id, kind, name, locale)
);

-- Words that were refused because somebody else had saved in between: they are kept for who wrote them.
create table content_aside (
    id         bigint generated always as identity primary key,
    tenant_id  bigint      not null,
    kind       text        not null,
    name       text        not null,
    locale     text        not null,
    source     text        not null,
    revision   bigint      not null,
    actor      text        not null,
    created_at timestamptz not null,
    unique (actor, tenant_id, kind, name, locale, revision)
);

-- Who has a text open at the moment.
create table content_presence (
    tenant_id bigint      not null,
    kind      text        not null,
    name      text        not null,
    actor     text        not null,
    author    text        not null,
    locale    text        not null,
    seen_at   timestamptz not null,
    primary key (tenant_id, kind, name, actor)
);

-- How far the review of a text is. A text without a row is a draft.
create table content_review (
    tenant_id bigint      not null,
    kind      text        not null,
    name      text        not null,
    state     text        not null check (state in ('draft', 'in_review', 'approved', 'changes_wanted')),
    author    text        not null,
    at        timestamptz not null,
    primary key (tenant_id, kind, name)
);

create table content_comment (
    id          bigint generated always as identity primary key,
    tenant_id   bigint      not null,
    kind        text        not null,
    name        text        not null,
    locale      text        not null,
    quote       text        not null default '' check (char_length(quote) <= 200),
    body        text        not null check (char_length(body) between 1 and 2000),
    actor       text        not null,
    author      text        not null,
    created_at  timestamptz not null,
    resolved_by text        not null default '',
    resolved_at timestamptz
);
create index content_comment_text on content_comment (tenant_id, kind, name, id);

-- Publications that are to be made at a time. en and zh are the versions that are new, base is the last publication of the text
-- when the schedule was made: a text that was published since is not published over.
create table content_schedule (
    id             bigint generated always as identity primary key,
    tenant_id      bigint      not null,
    kind           text        not null,
    name           text        not null,
    en             bigint references content_version,
    zh             bigint references content_version,
    mode           text        not null,
    base           bigint      not null,
    publish_at     timestamptz not null,
    expire_at      timestamptz,
    state          text        not null check (state in ('waiting', 'published', 'held', 'cancelled', 'ended')),
    why            text        not null default '',
    actor          text        not null,
    author         text        not null,
    created_at     timestamptz not null,
    publication_id bigint references content_publication,
    check (expire_at > publish_at)
);
create unique index content_schedule_waiting on content_schedule (tenant_id, kind, name) where state = 'waiting';
create index content_schedule_text on content_schedule (tenant_id, kind, name, id desc);

-- Links to previews that were given to colleagues, so that they can be taken back.
create table content_link (
    id         bigint generated always as identity primary key,
    tenant_id  bigint      not null,
    kind       text        not null,
    name       text        not null,
    en         bigint,
    zh         bigint,
    author     text        not null,
    created_at timestamptz not null,
    until      timestamptz not null,
    revoked_by text        not null default '',
    revoked_at timestamptz
);
create index content_link_text on content_link (tenant_id, kind, name, id desc);

-- +goose Down
drop table content_link, content_schedule, content_comment, content_review, content_presence, content_aside, content_working;
