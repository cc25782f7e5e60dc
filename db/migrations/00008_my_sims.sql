-- +goose Up

-- When its owner took a SIM off the list; a SIM that was bought stays off until it is linked again.
alter table sim_line add column unlinked_at timestamptz;

-- Counts the forms that were sent, so that each has a reference of its own at the carrier.
alter table kyc_case add column attempt int not null default 0;

-- What a place asks of whoever uses one of its SIMs. quota is how many one person may have, null for any number.
create table real_name_regime (
    regime     char(2) primary key,
    documents  text[]  not null check (cardinality(documents) > 0),
    quota      int check (quota > 0),
    min_age    int     not null default 0 check (min_age >= 0),
    needed     text    not null check (needed in ('before_pay', 'before_activation', 'on_arrival')),
    who        text    not null check (who in ('shop', 'operator')),
    local_name boolean not null default false,
    text_en    text    not null,
    text_zh    text    not null
);

-- +goose Down
drop table real_name_regime;
alter table kyc_case drop column attempt;
alter table sim_line drop column unlinked_at;
