package app_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/api/idempotency"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/contact"
	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/bff/sim"
)

// What has served its time is forgotten, in batches; what is younger, still open, a customer's or held by somebody stays, and
// keeps nothing else.
func TestPurgeDeletesOldRows(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	tables := []struct {
		name string
		kept time.Duration
		// insert adds so many rows that are as old as the first argument says; mark tells their keys apart.
		insert string
		// open adds one as old that has to stay; "" where everything goes.
		open string
	}{
		{"carrier_event", sim.EventsKeptFor, `
			insert into carrier_event (carrier, key, type, at, body, received_at, handled_at, outcome)
			select 'http', @mark || n, 'x', @at, '', @at, @at, 'done' from generate_series(1, @rows) n`,
			`insert into carrier_event (carrier, key, type, at, body, received_at) values ('http', 'open', 'x', @at, '', @at)`},
		{"payment_event", payment.EventsKeptFor, `
			insert into payment_event (id, type, api_version, raw, received_at, processed_at, outcome)
			select @mark || n, 'x', '', '', @at, @at, 'done' from generate_series(1, @rows) n`,
			`insert into payment_event (id, type, api_version, raw, received_at) values ('open', 'x', '', '', @at)`},
		{"notification", notify.KeptFor, `
			insert into notification (tenant_id, key, channel, recipient, locale, template, state, created_at)
			select 20, @mark || n, 'email', '', 'en', 'x', 'sent', @at from generate_series(1, @rows) n`, ""},
		{"contact_message", contact.KeptFor, `
			insert into contact_message (tenant_id, ticket, first_name, last_name, email, message, locale, created_at)
			select 20, @mark || n, '', '', '', '', 'en', @at from generate_series(1, @rows) n`, ""},
		{"cart_item", cart.VisitorsKeptFor, `
			insert into cart_item (tenant_id, owner, goods_id, sim_type, quantity, updated_at)
			select 20, 'v:' || @mark || n, 'x', 'esim', 1, @at from generate_series(1, @rows) n`,
			`insert into cart_item (tenant_id, owner, goods_id, sim_type, quantity, updated_at) values (20, 'u:1', 'x', 'esim', 1, @at)`},
		{"envelope_seen", envelope.SeenFor, `
			insert into envelope_seen (hash, seen_at) select sha256(cast(@mark || n as bytea)), @at from generate_series(1, @rows) n`, ""},
		{"idempotency_key", idempotency.KeepFor, `
			insert into idempotency_key (tenant_id, owner, scope, key, request_hash, state, created_at, locked_until)
			select 20, @mark || n, 'x', 'x', '', 'done', @at, @at from generate_series(1, @rows) n`,
			`insert into idempotency_key (tenant_id, owner, scope, key, request_hash, state, created_at, locked_until)
			values (20, 'open', 'x', 'x', '', 'running', @at, now() + interval '1 h')`},
		{"login_failure", 0, `
			insert into login_failure (tenant_id, subject, failures, clears_at) select 20, @mark || n, 1, @at from generate_series(1, @rows) n`, ""},
		{"code_quota", 0, `
			insert into code_quota (tenant_id, kind, subject, sent, clears_at)
			select 20, 'mailbox', @mark || n, 1, @at from generate_series(1, @rows) n`, ""},
		{"verification_code", 24 * time.Hour, `
			insert into verification_code (tenant_id, channel, target, purpose, code_hash, sent_at, expires_at)
			select 20, 'email', @mark || n, 'track', '', @at, @at from generate_series(1, @rows) n`, ""},
		{"change_log", changes.Kept, `insert into change_log (tag, at) select @mark || n, @at from generate_series(1, @rows) n`, ""},
		{"device_check", device.KeepFor, `
			insert into device_check (tenant_id, owner, body, checked_at) select 20, @mark || n, '{}', @at from generate_series(1, @rows) n`, ""},
	}
	add := func(sql, mark string, at time.Time, rows int) {
		t.Helper()
		require.NoError(t, shop.DB.Gorm.Exec(sql, map[string]any{"mark": mark, "at": at, "rows": rows}).Error)
	}
	waittest.Eventually(t, "the purge of the start is over", func() bool {
		return count(t, shop, `select count(*) from river_job where kind = 'purge' and state = 'completed'`) == 1
	})
	exec(t, shop, `delete from change_log`) // the seed's, so that the first row of each table is an old one
	const old, young = 1500, 2
	for _, table := range tables {
		cutoff := time.Now().Add(-table.kept)
		add(table.insert, "old", cutoff.Add(-time.Minute), old)
		add(table.insert, "young", cutoff.Add(time.Hour), young)
		if table.open != "" {
			add(table.open, "", cutoff.Add(-time.Minute), 1)
		}
	}
	held, err := shop.DB.SQL.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	defer func() { _ = held.Rollback() }()
	if _, err := held.ExecContext(t.Context(), `set local idle_in_transaction_session_timeout = 0`); err != nil {
		t.Fatal(err)
	}
	before := map[string]int{}
	for _, table := range tables {
		before[table.name] = count(t, shop, `select count(*) from `+table.name)
		if _, err := held.ExecContext(t.Context(), `select from `+table.name+` where ctid = (select min(ctid) from `+table.name+`) for update`); err != nil {
			t.Fatal(err)
		}
	}
	exec(t, shop, `insert into river_job (kind, args, queue, max_attempts, state) values ('purge', '{}', 'default', 1, 'available')`)
	for _, table := range tables {
		waittest.Eventually(t, table.name+" is emptied of what is old", func() bool {
			return count(t, shop, `select count(*) from `+table.name) == before[table.name]-old+1
		})
	}
}

// A bucket that hangs keeps nothing from being erased: a SIM that is due and an old message are gone in the same run.
func TestPurgeGoesOnWhileTheBucketHangs(t *testing.T) {
	t.Parallel()
	shop, bucket := bucketShop(t, nil)
	waittest.Eventually(t, "the purge of the start is over", func() bool {
		return count(t, shop, `select count(*) from river_job where kind = 'purge' and state = 'completed'`) == 1
	})
	p := shop.Shopper(t)
	buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	waittest.Eventually(t, "the carrier's report, which says when the SIM is to be erased", func() bool {
		return count(t, shop, `select count(*) from plan_instance`) == 1
	})
	exec(t, shop, `update sim_line set erase_at = now() - interval '1 minute'`)
	exec(t, shop, `
		insert into contact_message (tenant_id, ticket, first_name, last_name, email, message, locale, created_at)
		values (20, 'old', '', '', '', '', 'en', ?)`, time.Now().Add(-contact.KeptFor-time.Minute))
	bucket.Hang()
	exec(t, shop, `insert into river_job (kind, args, queue, max_attempts, state) values ('purge', '{}', 'default', 1, 'available')`)
	waittest.Within(t, 8*time.Second, "the SIM is erased", func() bool {
		return count(t, shop, `select count(*) from sim_line where erased_at is not null`) == 1
	})
	if n := count(t, shop, `select count(*) from contact_message`); n != 0 {
		t.Errorf("%d messages are left", n)
	}
}
