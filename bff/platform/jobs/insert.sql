-- Inserts jobs and notifies the workers that wait for them. It is the rest of a statement that begins with "with"; a condition on
-- which jobs are inserted is put in. The rest of a row is its columns' defaults.
added as (
    insert into river_job (args, kind, max_attempts, metadata, priority, queue, scheduled_at, state)
    select j.args, j.kind, j.most, cast(@job_metadata as jsonb), 1, j.queue, coalesce(j.at, now()),
        cast(case when j.at > @job_now then 'scheduled' else 'available' end as river_job_state)
    from jsonb_to_recordset(cast(@jobs as jsonb)) as j(args jsonb, kind text, most smallint, queue text, at timestamptz)
    where %s
    returning queue, state
), notified as (
    select pg_notify(current_schema() || '.river_insert', json_build_object('queue', queue)::text)
    from added where state = 'available' group by queue
)
select (select count(*) from added) as added, (select count(*) from notified) as notified
