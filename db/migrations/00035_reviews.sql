-- +goose Up

-- What buyers say about a plan, one review per line of an order. It is shown once somebody of the shop has approved it. author is
-- the name that the buyer chose to show, '' for none: nothing here says whose it is once the order does not.
create table review (
    id            bigint generated always as identity primary key,
    tenant_id     bigint      not null references tenant,
    order_line_id bigint      not null unique references order_line,
    goods_id      text        not null,
    stars         int         not null check (stars between 1 and 5),
    body          text        not null default '' check (char_length(body) <= 1000),
    author        text        not null default '' check (char_length(author) <= 40),
    locale        text        not null,
    state         text        not null default 'waiting' check (state in ('waiting', 'approved', 'rejected')),
    created_at    timestamptz not null,
    decided_at    timestamptz,
    check ((state = 'waiting') = (decided_at is null))
);
create index review_shown on review (tenant_id, goods_id, decided_at) where state = 'approved';
create index review_waiting on review (created_at) where state = 'waiting';

-- When the SIM of a line was first used, buyers are asked a week later: found by this.
create index sim_line_first_attach on sim_line (first_attach_at) where first_attach_at is not null and order_line_id is not null;

-- A review that is shown, or is no longer, changes the page of its plan and the home page.
-- +goose StatementBegin
create function review_changed() returns trigger language plpgsql as $$
declare
    r review := coalesce(new, old);
begin
    if (tg_op <> 'INSERT' and old.state = 'approved') or (tg_op <> 'DELETE' and new.state = 'approved') then
        perform log_change('goods:' || r.tenant_id || ':' || r.goods_id, 'reviews:' || r.tenant_id);
    end if;
    return null;
end $$;
-- +goose StatementEnd
create trigger review_changed after insert or update or delete on review
    for each row execute function review_changed();

-- +goose Down
drop table review;
drop function review_changed;
drop index sim_line_first_attach;
