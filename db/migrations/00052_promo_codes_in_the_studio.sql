-- +goose Up

-- What staff have made of a promo code of a site (docs/decisions/116): the files of the shop change such a code no more, and do not
-- bring it back when it was deleted. Each change by staff raises revision, which the next one has to name; action says what the last
-- one was.
create table promo_edit (
    tenant_id bigint      not null references tenant,
    code      text        not null,
    revision  bigint      not null,
    actor     text        not null,
    author    text        not null,
    action    text        not null check (action in ('create', 'change', 'end', 'delete')),
    at        timestamptz not null,
    primary key (tenant_id, code)
);

-- +goose Down
drop table promo_edit;
