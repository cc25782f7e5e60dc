package pages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
)

// A link in a mail may be followed long after: when nothing is left of what it led to, the order says why.
func TestALinkLeadsToAPageThatShowsSomething(t *testing.T) {
	t.Parallel()
	with := func(states ...string) order.Order {
		o := order.Order{Status: order.Completed}
		for _, state := range states {
			o.Lines = append(o.Lines, order.Line{SimType: "esim", State: state})
		}
		return o
	}
	gone, left := with(order.LineRefunded), with(order.LineRefunded, order.LineReady)
	for to, want := range map[string]Kind{notify.ToInstall: Install, notify.ToSIMs: OrderSims, notify.ToPayment: OrderDetail, "": OrderDetail} {
		require.Equal(t, want, pageOfOrder(left, to), to)
		require.Equal(t, OrderDetail, pageOfOrder(gone, to), to)
	}
	require.Equal(t, Payment, pageOfOrder(order.Order{Status: order.WaitingPayment}, notify.ToPayment))
}
