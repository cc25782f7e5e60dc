-- Erases a person from the notes of a site: those sent to one of the recipients, but about something of others, and those about the person.
-- What waits is dropped.
update notification
set recipient = '', data = '{}', last_error = '',
    state = case when state = 'queued' then 'failed' else state end
where tenant_id = @tenant
  and (
      (exists (select 1 from unnest(cast(@to as text[])) as t(one) where lower(recipient) = lower(t.one))
       and not exists (select 1 from unnest(cast(@but as text[])) as b(one) where starts_with(key, b.one)))
      or exists (select 1 from unnest(cast(@keys as text[])) as k(one) where starts_with(key, k.one))
  )
