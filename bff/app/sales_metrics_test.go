package app_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// Orders and their money are counted once each over two front doors that share the work, and so are refused payments, logins, and the
// calls of what is outside.
func TestSalesAreCountedOnceByTwoFrontDoors(t *testing.T) {
	t.Parallel()
	ports := []int{waittest.FreePort(t), waittest.FreePort(t)}
	shops := apptest.OpenReplicas(t, func(i int, c *config.Config) { c.Server.MetricsPort = ports[i] })
	sum := func(series string) (n float64) {
		t.Helper()
		for _, port := range ports {
			n += readMetrics(t, port)[series]
		}
		return n
	}
	p := shops[0].Shopper(t)
	card := p.Place(apptest.Order("jp-10g-15", "physical", 1890, apptest.Address()))
	secret, _ := p.Create(card.OrderNo)
	require.Equal(t, http.StatusPaymentRequired, p.Confirm(secret, "pm_card_chargeDeclined"))
	waittest.Eventually(t, "the refusal is counted", func() bool { return sum(`roamcart_payments_refused_total{method="card",site="20"}`) == 1 })
	secret, _ = p.Create(card.OrderNo)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "paid", orderHasStatus(p, card.OrderNo, "processing"))
	var result gen.RefundResult
	p.Post(refundPath, gen.OrderRefundBody{OrderNo: card.OrderNo, Reason: "WRONG_PURCHASE"}).Into(t, &result)
	waittest.Eventually(t, "refunded", orderHasStatus(p, card.OrderNo, "refunded"))

	q := shops[1].Shopper(t)
	esim := q.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	secret, _ = q.Create(esim.OrderNo)
	q.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "completed", orderHasStatus(q, esim.OrderNo, "completed"))
	dropped := q.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	var cancelled map[string]any
	q.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": dropped.OrderNo, "confirm": true}).Into(t, &cancelled)

	ada := shops[0].Customer(t, "ada@example.com")
	var in gen.Login
	ada.Seal(login, passwordLogin("ada@example.com", apptest.Password)).Into(t, &in)
	ada.Seal(login, passwordLogin("ada@example.com", "Wrong-1234")).RequireCode(t, http.StatusUnauthorized, "wrong_credentials")

	for series, want := range map[string]float64{
		`roamcart_orders_total{currency="USD",site="20",step="placed"}`:              3,
		`roamcart_orders_total{currency="USD",site="20",step="paid"}`:                2,
		`roamcart_orders_total{currency="USD",site="20",step="delivered"}`:           1,
		`roamcart_orders_total{currency="USD",site="20",step="refunded"}`:            1,
		`roamcart_orders_total{currency="USD",site="20",step="cancelled"}`:           1,
		`roamcart_money_minor_units_total{currency="USD",site="20",step="paid"}`:     1890 + 650,
		`roamcart_money_minor_units_total{currency="USD",site="20",step="refunded"}`: 1890,
		`roamcart_delivery_seconds_count{site="20"}`:                                 1,
		`roamcart_payments_refused_total{method="card",site="20"}`:                   1,
		`roamcart_logins_total{by="password",outcome="ok",site="20"}`:                1,
		`roamcart_logins_total{by="password",outcome="wrong_credentials",site="20"}`: 1,
		`roamcart_queue_jobs{queue="money",state="retryable"}`:                       0,
		`roamcart_resting{part="page_cache_redis"}`:                                  0,
	} {
		require.InDelta(t, want, sum(series), 0, series)
	}
	// A job may still be asking about the cancelled order.
	waittest.Eventually(t, "no call of the provider runs", func() bool { return sum(`roamcart_outside_running{part="provider"}`) == 0 })
	for _, series := range []string{
		`roamcart_outside_seconds_count{outcome="ok",part="provider"}`, `roamcart_outside_seconds_count{outcome="ok",part="mail"}`,
		`go_sql_open_connections{db_name="background"}`,
		`roamcart_redis_connections{state="open"}`, `roamcart_job_pool_connections{state="most"}`,
	} {
		require.Positive(t, sum(series), series)
	}
	callHost(t, shops[0], "localhost", "GET /en/faq", "")
	exec(t, shops[0], `insert into river_job (kind, args, queue, max_attempts, state, finalized_at) values ('lost', '{}', 'default', 1, 'discarded', now())`)
	all := readMetrics(t, ports[1])
	maps.Copy(all, readMetrics(t, ports[0]))
	checkObservability(t, all)
	for series := range all {
		require.False(t, strings.Contains(series, "ada@example.com") || strings.Contains(series, card.OrderNo), series)
	}
}
