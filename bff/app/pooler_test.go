package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// Behind a pooler that gives each transaction another connection, everything goes on: a customer signs up, orders, pays and gets an
// eSIM. The queue and the migrations have the database itself.
func TestAnOrderThroughAPooler(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Database.DirectURL = c.Database.URL
		c.Database.URL = apptest.Pooler(t, c.Database.DirectURL)
	}})
	p := shop.Customer(t, "ada@example.com")
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-10g-15", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}).
		Into(t, &gen.Cart{})
	b := p.Budget(map[string]any{"source": "cart"})
	placed := p.Place(gen.SubmitOrderBody{
		Source: "cart", PaymentMethod: "card", Contact: gen.OrderContact{FirstName: "Ada", Email: "ada@example.com"}, ExpectedTotal: b.OrderTotal,
	})
	secret, _ := p.Create(placed.OrderNo)
	if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
	waittest.Eventually(t, "the order is delivered", func() bool { return p.Detail(placed.OrderNo).Items[0].State == "ready_to_install" })
	var kit gen.Install
	p.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &kit)
	if !strings.HasPrefix(kit.Lpa, "LPA:1$") {
		t.Fatal("no activation code")
	}
	waittest.Eventually(t, "the mail is sent", func() bool {
		for _, m := range shop.Mails("ada@example.com") {
			if strings.Contains(m.Key, "esim") {
				return true
			}
		}
		return false
	})
	// Many statements at once take turns on the pooler's few connections.
	done := make(chan int, 40)
	for range cap(done) {
		go func() { done <- p.Get("/gw/cq-ordercharge/order/list").HTTP }()
	}
	for range cap(done) {
		if status := <-done; status != http.StatusOK {
			t.Errorf("a list of orders is answered with %d", status)
		}
	}
	count := func(name string) (n int) {
		t.Helper()
		err := shop.DB.SQL.QueryRow(`select count(*) from pg_stat_activity where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`, name).Scan(&n)
		require.NoError(t, err)
		return n
	}
	if n := count("roamcart-jobs"); n == 0 {
		t.Error("the queue has no connection of its own")
	}
	var timeout string
	if err := shop.DB.SQL.QueryRow(`select array_to_string(setconfig, ' ') from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where datname = current_database()`).
		Scan(&timeout); err != nil || !strings.Contains(timeout, "statement_timeout=10000") || !strings.Contains(timeout, "lock_timeout=2000") {
		t.Errorf("the role has %q: %v", timeout, err)
	}
}

// A pooler whose connections could wait for ever is refused with what to do about it.
func TestAPoolerWithoutTimeouts(t *testing.T) {
	t.Parallel()
	direct := pgtest.DSN(t)
	open := func() error {
		db, err := pg.Open(t.Context(), apptest.Pooler(t, direct), pg.Options{MaxConns: 4, Pooled: true})
		if err == nil {
			err = db.Close()
		}
		return err
	}
	err := open()
	for _, want := range []string{"idle_in_transaction_session_timeout, lock_timeout, statement_timeout", "roamcart migrate", "RECONNECT"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("want %q, got: %v", want, err)
		}
	}
	through := apptest.Pooler(t, direct)
	for range 2 { // the second finds nothing to do
		require.NoError(t, pg.SetForRole(t.Context(), direct, through))
	}
	require.NoError(t, open(), "with the role's settings")
}
