-- +goose Up

-- Until when a worker has the note to send it; another one may try after that.
alter table notification add column leased_until timestamptz;

-- +goose Down
alter table notification drop column leased_until;
