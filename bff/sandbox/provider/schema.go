package provider

import (
	"context"
	"database/sql"

	"github.com/roamcart/roamcart/bff/sandbox/schema"
)

// Migrate creates the provider's tables where they are missing. It may be called at every start and by several processes at
// once.
func Migrate(ctx context.Context, db *sql.DB) error { return schema.Create(ctx, db, tables) }

const tables = `
CREATE TABLE IF NOT EXISTS sandbox.object (
	seq     bigint GENERATED ALWAYS AS IDENTITY,
	id      text PRIMARY KEY,
	kind    text NOT NULL,
	parent  text NOT NULL DEFAULT '',
	created bigint NOT NULL,
	body    jsonb NOT NULL
);
CREATE INDEX IF NOT EXISTS object_kind_seq ON sandbox.object (kind, seq DESC);
CREATE INDEX IF NOT EXISTS object_parent ON sandbox.object (parent, kind) WHERE parent <> '';
CREATE TABLE IF NOT EXISTS sandbox.idempotency (
	key         text PRIMARY KEY,
	fingerprint text NOT NULL,
	request     text NOT NULL,
	status      int NOT NULL,
	body        bytea NOT NULL,
	created_at  timestamptz NOT NULL
);
CREATE TABLE IF NOT EXISTS sandbox.delivery (
	id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	event       text NOT NULL,
	type        text NOT NULL,
	endpoint    text NOT NULL,
	parent      text NOT NULL,
	state       text NOT NULL CHECK (state IN ('pending', 'held', 'delivered', 'dropped')),
	attempts    int NOT NULL DEFAULT 0,
	created_at  timestamptz NOT NULL,
	due_at      timestamptz NOT NULL,
	done_at     timestamptz,
	last_status int NOT NULL DEFAULT 0,
	last_error  text NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS delivery_due ON sandbox.delivery (due_at, id) WHERE state = 'pending';
CREATE INDEX IF NOT EXISTS delivery_event ON sandbox.delivery (event);
CREATE TABLE IF NOT EXISTS sandbox.task (
	id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	kind   text NOT NULL,
	ref    text NOT NULL,
	due_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS task_due ON sandbox.task (due_at);
CREATE TABLE IF NOT EXISTS sandbox.fault (
	one  boolean PRIMARY KEY DEFAULT true CHECK (one),
	body jsonb NOT NULL
);
INSERT INTO sandbox.fault (body) VALUES ('{}') ON CONFLICT DO NOTHING;
`
