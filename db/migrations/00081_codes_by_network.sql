-- +goose Up

-- Where a code was asked for, hashed, and how often it was tried from anywhere else: wrong tries of others must not keep its owner out.
-- The version before counts all tries in one column and leaves these as they are.
alter table verification_code
    add column network text not null default '',
    add column attempts_elsewhere int not null default 0;

-- +goose Down
alter table verification_code drop column attempts_elsewhere, drop column network;
