-- +goose Up

-- What a site calls a destination in a language, and by which picture it shows it, where that is not what all sites do. Null is as
-- everywhere. staff says that somebody of the shop has decided: from then on the files of the shop change the row no more. A row
-- with neither name nor symbol says that staff wants what is usual.
create table destination_site (
    tenant_id bigint  not null references tenant,
    lang      text    not null check (lang in ('en', 'zh')),
    code      char(2) not null references destination,
    name      text    check (name = btrim(name) and char_length(name) between 1 and 40),
    symbol    text    check (symbol in ('flag', 'tile')),
    staff     boolean not null default false,
    primary key (tenant_id, lang, code)
);

-- Every page of the site may name the destination: its header and footer say which destinations have a tile.
create trigger destination_site_changed after insert or update or delete on destination_site
    for each row execute function row_changed('site', 'tenant_id');

-- +goose Down
drop table destination_site;
