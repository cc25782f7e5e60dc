-- Returns a page of a customer's ledger, newest first, each row with the number of all entries; one row with id null without any.
with customer_entries as (
    select * from point_entry
    where tenant_id = @tenant and user_id = @user
), entries_of_page as (
    select * from customer_entries
    order by id desc
    offset @skip
    limit @size
)
select e.id, e.at, e.kind, e.points, coalesce(o.order_no, '') as order_no, l.available_at, l.expires_at,
    case
        when l.reversed = l.points then 'void'
        when l.available_at > @now or l.frozen_at is not null then 'pending'
        else 'available'
    end as state,
    n.total
from (select count(*) as total from customer_entries) n
left join entries_of_page e on true
left join point_lot l on l.id = e.lot_id and e.points > 0
left join orders o on o.id = e.order_id and o.tenant_id = @tenant and coalesce(o.user_id, o.earner_id) = @user
order by e.id desc
