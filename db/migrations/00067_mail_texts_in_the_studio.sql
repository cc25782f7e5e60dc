-- +goose Up

-- What staff have mails say in place of the texts that the shop came with (docs/decisions/125), a row for a kind of mail. body has the
-- texts that differ, by key, in both languages; it is empty where staff went back to those of the shop. Each change raises revision,
-- which the next one has to name.
create table mail_text (
    kind     text        primary key,
    body     jsonb       not null,
    revision bigint      not null,
    actor    text        not null,
    author   text        not null,
    at       timestamptz not null
);

-- Everything that staff have had mails say.
create table mail_text_version (
    id     bigint generated always as identity primary key,
    kind   text        not null,
    body   jsonb       not null,
    author text        not null,
    at     timestamptz not null
);
create index mail_text_version_of on mail_text_version (kind, id desc);

-- Every replica keeps the texts in memory and reads them anew at this.
create trigger mail_text_changed after insert or update or delete on mail_text
    for each row execute function row_changed('mails');

-- +goose Down
drop table mail_text_version, mail_text;
