-- A page of a site's reviews for staff, with the last decision about each: those that wait the oldest first, others the newest first.
select r.id, r.tenant_id, o.order_no, r.order_line_id as line_id, r.goods_id, l.name_en, l.name_zh, r.stars, r.body as text,
    r.author, r.locale, r.state, r.created_at as at, r.decided_at,
    coalesce(decision.actor, '') as decided_by, coalesce(decision.reason, '') as reason
from review r
join order_line l on l.id = r.order_line_id
join orders o on o.id = l.order_id
left join lateral (
    select actor, detail->>'reason' as reason
    from audit_log
    where entity = 'order' and entity_id = o.id::text
      and action in ('review_approved', 'review_rejected') and detail->>'review' = r.id::text
    order by id desc
    limit 1
) decision on r.state <> 'waiting'
where r.tenant_id = @tenant and (@state = '' or r.state = @state)
  and (@after = 0 or case when @state = 'waiting' then r.id > @after else r.id < @after end)
  and not exists (
      select from unnest(cast(@words as text[])) as word
      where strpos(lower(concat_ws(' ', r.body, r.author, l.name_en, l.name_zh, r.goods_id)), word) = 0
  )
order by case when @state = 'waiting' then r.id else -r.id end
limit @limit
