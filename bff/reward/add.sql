-- Adds lots of points with their ledger entries; a source that has had its lot gets no second one, unless that lot was withdrawn: then
-- one for each account.
with added_lots as (
    insert into point_lot (tenant_id, user_id, kind, source_type, source_id, order_id, points, remaining, created_at,
        available_at, expires_at)
    select @tenant, l.user_id, l.kind, l.source_type, l.source_id || case when exists (
            select 1 from point_lot w
            where w.tenant_id = @tenant and w.source_type = l.source_type and w.source_id = l.source_id and w.kind = 'earn' and w.order_id is null
        ) then ':' || l.user_id else '' end, @order, l.points, l.points, @now, @available, @expires
    from jsonb_to_recordset(cast(@lots as jsonb)) as l(user_id bigint, kind text, source_type text, source_id text, points bigint)
    where l.points > 0
    on conflict (tenant_id, source_type, source_id) do nothing
    returning *
)
insert into point_entry (tenant_id, user_id, at, kind, points, source_type, source_id, order_id, lot_id)
select tenant_id, user_id, @now, kind, points, source_type, source_id, order_id, id
from added_lots
