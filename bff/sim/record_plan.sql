-- Records what a carrier reports about a plan of a SIM, unless it is older than what is stored. A plan that was made larger or longer
-- is notified of again.
insert into plan_instance as i (line_id, ref, plan_ref, goods_id, state, position, started_at, ends_at, total_bytes, remaining_bytes,
    voice_total, voice_left, sms_total, sms_left, as_of, over_at)
select s.id, @ref, @plan,
    coalesce((
        select goods_id
        from product g
        where g.tenant_id = s.tenant_id and coalesce(nullif(g.plan_ref, ''), g.goods_id) = @plan
        order by goods_id
        limit 1
    ), s.goods_id),
    @state, @position, @started, @ends, @total, @remaining, @voiceTotal, @voiceLeft, @smsTotal, @smsLeft, @asOf,
    case when @over then cast(@asOf as timestamptz) end
from sim_line s
where s.id = @sim
on conflict (line_id, ref) do update
set state = excluded.state,
    position = excluded.position,
    started_at = excluded.started_at,
    ends_at = excluded.ends_at,
    total_bytes = excluded.total_bytes,
    remaining_bytes = excluded.remaining_bytes,
    voice_total = excluded.voice_total,
    voice_left = excluded.voice_left,
    sms_total = excluded.sms_total,
    sms_left = excluded.sms_left,
    as_of = excluded.as_of,
    over_at = case when excluded.over_at is not null then coalesce(i.over_at, excluded.over_at) end,
    told = case when (i.total_bytes, i.ends_at) is distinct from (excluded.total_bytes, excluded.ends_at) then '{}' else i.told end
where i.as_of <= excluded.as_of
