package carrier

import (
	"context"
	"database/sql"

	"github.com/roamcart/roamcart/bff/sandbox/schema"
)

// Migrate creates the carrier's tables where they are missing. It may be called at every start and by several processes at
// once.
func Migrate(ctx context.Context, db *sql.DB) error { return schema.Create(ctx, db, tables) }

const tables = `
CREATE TABLE IF NOT EXISTS sandbox.carrier_line (
	ref          text PRIMARY KEY,
	iccid        text NOT NULL,
	form         text NOT NULL,
	family       text NOT NULL,
	lpa          text NOT NULL DEFAULT '',
	profile      text NOT NULL,
	profile_at   timestamptz NOT NULL,
	device       text NOT NULL DEFAULT '',
	first_attach timestamptz,
	country      text NOT NULL DEFAULT '',
	retires_at   timestamptz,
	retired_at   timestamptz,
	given_out    boolean NOT NULL DEFAULT false,
	grown_at     timestamptz,
	created_at   timestamptz NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS carrier_line_iccid ON sandbox.carrier_line (iccid) WHERE retired_at IS NULL;
CREATE TABLE IF NOT EXISTS sandbox.carrier_order (
	ref        text PRIMARY KEY,
	client_ref text NOT NULL,
	plan       text NOT NULL,
	line       text NOT NULL DEFAULT '',
	status     text NOT NULL,
	reason     text NOT NULL DEFAULT '',
	due_at     timestamptz,
	created_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS carrier_order_client ON sandbox.carrier_order (client_ref);
CREATE INDEX IF NOT EXISTS carrier_order_due ON sandbox.carrier_order (due_at) WHERE due_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS sandbox.carrier_plan (
	ref         text PRIMARY KEY,
	seq         bigint GENERATED ALWAYS AS IDENTITY,
	line        text NOT NULL REFERENCES sandbox.carrier_line,
	plan        text NOT NULL,
	state       text NOT NULL,
	days        int NOT NULL,
	total       bigint,
	used        bigint NOT NULL DEFAULT 0,
	voice_total int NOT NULL DEFAULT 0,
	voice_used  int NOT NULL DEFAULT 0,
	told        int NOT NULL DEFAULT 0,
	started_at  timestamptz,
	ends_at     timestamptz
);
ALTER TABLE sandbox.carrier_order ADD COLUMN IF NOT EXISTS start_at timestamptz;
ALTER TABLE sandbox.carrier_plan ADD COLUMN IF NOT EXISTS start_at timestamptz;
ALTER TABLE sandbox.carrier_order ADD COLUMN IF NOT EXISTS reissues text NOT NULL DEFAULT '';
ALTER TABLE sandbox.carrier_order ADD COLUMN IF NOT EXISTS tops_up boolean NOT NULL DEFAULT false;
ALTER TABLE sandbox.carrier_plan ADD COLUMN IF NOT EXISTS topup text NOT NULL DEFAULT '';
CREATE INDEX IF NOT EXISTS carrier_plan_topup ON sandbox.carrier_plan (topup) WHERE topup <> '';
CREATE INDEX IF NOT EXISTS carrier_plan_scheduled ON sandbox.carrier_plan (start_at) WHERE state = 'SCHEDULED';
CREATE INDEX IF NOT EXISTS carrier_plan_active ON sandbox.carrier_plan (line) WHERE state = 'ACTIVE';
CREATE INDEX IF NOT EXISTS carrier_plan_line ON sandbox.carrier_plan (line, seq);
CREATE TABLE IF NOT EXISTS sandbox.carrier_kyc (
	ref        text PRIMARY KEY,
	line       text NOT NULL REFERENCES sandbox.carrier_line,
	regime     text NOT NULL,
	client_ref text NOT NULL,
	state      text NOT NULL,
	verdict    text NOT NULL DEFAULT '',
	reason     text NOT NULL DEFAULT '',
	doc_type   text NOT NULL,
	doc_last4  text NOT NULL,
	doc_digest bytea NOT NULL,
	due_at     timestamptz,
	updated_at timestamptz NOT NULL,
	UNIQUE (line, regime)
);
CREATE TABLE IF NOT EXISTS sandbox.carrier_message (
	id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	body     text NOT NULL,
	due_at   timestamptz NOT NULL,
	attempts int NOT NULL DEFAULT 0,
	done_at  timestamptz
);
CREATE INDEX IF NOT EXISTS carrier_message_due ON sandbox.carrier_message (due_at) WHERE done_at IS NULL;
CREATE SEQUENCE IF NOT EXISTS sandbox.carrier_serial;
`
