-- +goose Up

-- What was done and by whom is only ever added to: no statement of the shop, and none that somebody slips into it, changes or
-- takes away a row.
-- +goose StatementBegin
create function audit_log_is_final() returns trigger language plpgsql as $$
begin
    raise exception 'the audit log is append-only';
end $$;
-- +goose StatementEnd
create trigger audit_log_is_final before update or delete on audit_log
    for each row execute function audit_log_is_final();

-- +goose Down
drop trigger audit_log_is_final on audit_log;
drop function audit_log_is_final();
