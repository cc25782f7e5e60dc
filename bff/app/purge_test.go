package app_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/contact"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/sim"
)

// What has served its time is forgotten, in batches; what is younger, still open or a customer's stays.
func TestOldRowsAreForgotten(t *testing.T) {
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
	}
	add := func(sql, mark string, at time.Time, rows int) {
		t.Helper()
		if err := shop.DB.Gorm.Exec(sql, map[string]any{"mark": mark, "at": at, "rows": rows}).Error; err != nil {
			t.Fatal(err)
		}
	}
	const old, young = 1500, 2
	for _, table := range tables {
		cutoff := time.Now().Add(-table.kept)
		add(table.insert, "old", cutoff.Add(-time.Minute), old)
		add(table.insert, "young", cutoff.Add(time.Hour), young)
		if table.open != "" {
			add(table.open, "", cutoff.Add(-time.Minute), 1)
		}
	}
	exec(t, shop, `insert into river_job (kind, args, queue, max_attempts, state) values ('purge', '{}', 'default', 1, 'available')`)
	for _, table := range tables {
		want := young
		if table.open != "" {
			want++
		}
		apptest.Eventually(t, table.name+" is emptied of what is old", func() bool {
			return count(t, shop, `select count(*) from `+table.name) == want
		})
	}
}
