-- +goose Up

-- What a refund gave back of lines that do not end with it: {"line id": minor units}. The rest of such a line is all that can
-- be asked for later.
alter table refund add column parts jsonb not null default '{}';

-- +goose Down
alter table refund drop column parts;
