-- +goose Up

-- What publishing a text did to the pages of the shop (docs/decisions/117). pages is a list of {"address", "milliseconds"}: after how
-- long the page was seen with the new text, null when it was not. fresh and late are how many of each there are, slowest is the
-- longest time, null without any. unknown says that nobody could look at the pages.
create table content_receipt (
    publication_id bigint primary key references content_publication,
    pages          jsonb   not null,
    fresh          integer not null,
    late           integer not null,
    slowest        bigint,
    unknown        boolean not null
);

-- +goose Down
drop table content_receipt;
