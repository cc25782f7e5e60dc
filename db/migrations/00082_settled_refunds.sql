-- +goose Up

-- When staff dealt with a refund that had failed: it was asked for again, went back another way, or is not owed any more.
alter table refund add column settled_at timestamptz;

-- +goose Down
alter table refund drop column settled_at;
