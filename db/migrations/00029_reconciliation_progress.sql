-- +goose Up

-- How far the comparison of a day with the provider has come: the step, where in its list, and what was found so far.
create table reconciliation_run (
    day     date primary key,
    step    int  not null default 0,
    cursor  text not null default '',
    charges int  not null default 0,
    refunds int  not null default 0
);

-- What the provider listed of that day: it is not asked for again.
create table reconciliation_seen (
    day         date not null references reconciliation_run on delete cascade,
    object      text not null,
    provider_id text not null,
    primary key (day, object, provider_id)
);

-- What did not agree so far. It replaces what an earlier comparison found when this one has come to its end.
create table reconciliation_found (
    day         date not null references reconciliation_run on delete cascade,
    kind        text not null,
    object      text not null,
    provider_id text not null,
    order_no    text not null,
    ours        text not null,
    theirs      text not null,
    primary key (day, object, provider_id, kind)
);

create index payment_event_waiting on payment_event (received_at) where processed_at is null;

-- +goose Down
drop index payment_event_waiting;
drop table reconciliation_found, reconciliation_seen, reconciliation_run;
