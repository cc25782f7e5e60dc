-- +goose Up

-- When a campaign banner is shown (docs/decisions/118): from starts_at until ends_at, null for always. shows says whether it is now;
-- who notices first that a moment has come changes it, and the log of changes tells every front door.
alter table site_block add column starts_at timestamptz, add column ends_at timestamptz, add column shows boolean not null default true;

-- +goose Down
alter table site_block drop column starts_at, drop column ends_at, drop column shows;
