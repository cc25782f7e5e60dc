-- +goose Up

-- Tries of a password that are under way, the last since taken_at. They use up what is left until the next midnight, and are
-- no failures yet. A count has an id of its own, so that one that began after a success is not taken for the one before.
alter table login_failure
    add column id bigint generated always as identity,
    add column trying int not null default 0 check (trying >= 0),
    add column taken_at timestamptz not null default now();

-- +goose Down
alter table login_failure drop column taken_at, drop column trying, drop column id;
