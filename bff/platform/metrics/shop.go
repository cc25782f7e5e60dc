package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// deliveryBuckets are the upper bounds of the time from a payment to the delivery, in seconds: seconds for what is in stock, minutes
// for what a carrier makes, days for parcels.
var deliveryBuckets = []float64{1, 5, 15, 60, 300, 900, 3600, 4 * 3600, 24 * 3600, 3 * 24 * 3600, 7 * 24 * 3600}

// shop counts what the shop sells. Each step is counted by the program that made it, after the commit: the figures of several programs
// are added up.
type shop struct {
	orders, money, refused, logins *prometheus.CounterVec
	delivery                       *prometheus.HistogramVec
}

func newShop() shop {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	return shop{
		orders: counter(
			"roamcart_orders_total",
			"Steps of orders: placed, paid, delivered, cancelled, refunded (each refund of an order).",
			"site",
			"currency",
			"step",
		),
		money: counter(
			"roamcart_money_minor_units_total",
			"Money of these steps, in minor units of the currency; a refund that came back is refund_returned.",
			"site",
			"currency",
			"step",
		),
		refused: counter("roamcart_payments_refused_total", "Payments that the provider or a bank refused.", "site", "method"),
		logins:  counter("roamcart_logins_total", "Tries to log in, by how they ended.", "site", "by", "outcome"),
		delivery: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "roamcart_delivery_seconds", Help: "Time from the payment of an order to its delivery.", Buckets: deliveryBuckets,
		}, []string{"site"}),
	}
}

// Order counts a step of an order with its money.
func (m *Metrics) Order(site, currency, step string, minorUnits int64) {
	if minorUnits < 0 {
		step, minorUnits = step+"_returned", -minorUnits
	}
	m.shop.orders.WithLabelValues(site, currency, step).Inc()
	m.shop.money.WithLabelValues(site, currency, step).Add(float64(minorUnits))
}

// Delivery notes how long an order took from its payment to its delivery.
func (m *Metrics) Delivery(site string, took time.Duration) {
	m.shop.delivery.WithLabelValues(site).Observe(took.Seconds())
}

// PaymentRefused counts a payment that was refused.
func (m *Metrics) PaymentRefused(site, method string) {
	m.shop.refused.WithLabelValues(site, method).Inc()
}

// Login counts a try to log in.
func (m *Metrics) Login(site, by, outcome string) {
	m.shop.logins.WithLabelValues(site, by, outcome).Inc()
}
