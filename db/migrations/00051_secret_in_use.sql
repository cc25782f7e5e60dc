-- +goose Up

-- Since when a secret of the settings is in use (docs/decisions/070). print is four bytes that a hash made of the secret: enough to know
-- it again, too few to find it by.
create table secret_in_use (
    name       text        not null,
    print      bytea       not null,
    first_used timestamptz not null,
    last_used  timestamptz not null,
    primary key (name, print)
);

-- +goose Down
drop table secret_in_use;
