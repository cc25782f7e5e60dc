-- Reads a page of the numbers of a plan that are free to pick, each with its place among those without a fee or those with one: places
-- $5 to $6, the last of which says only that there is another page.
select id, number, fee, place
from (
    select id, number, fee, row_number() over (partition by fee > 0 order by fee, number) as place
    from phone_number
    where tenant_id = $1 and goods_id = $2 and order_id is null and (state = 'free' or state = 'held' and held_until <= $3)
      and number like '%' || $4 || '%'
) n
where place between $5 and $6
order by fee, number
