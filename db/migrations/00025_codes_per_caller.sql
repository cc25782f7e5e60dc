-- +goose Up

-- How many codes went to a mailbox or number for one network of callers.
alter table code_quota drop constraint code_quota_kind_check;
alter table code_quota add constraint code_quota_kind_check check (kind in ('mailbox', 'number', 'network', 'country', 'caller'));

-- +goose Down
delete from code_quota where kind = 'caller';
alter table code_quota drop constraint code_quota_kind_check;
alter table code_quota add constraint code_quota_kind_check check (kind in ('mailbox', 'number', 'network', 'country'));
