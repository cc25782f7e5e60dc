package order_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/order"
)

// A parcel travels on working days of the site, and before it is sent it is packed on one.
func TestArrivalIsCountedInWorkingDays(t *testing.T) {
	t.Parallel()
	hk := time.FixedZone("HKT", 8*60*60)
	at := func(day, hour int) *time.Time { return new(time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC)) }
	const date = "Mon 2 Jan"
	card, refunded := order.Line{SimType: "physical"}, order.Line{SimType: "physical", State: order.LineRefunded}
	for name, c := range map[string]struct {
		order    order.Order
		min, max int
		from, by string
	}{
		"paid on a Sunday there":    {order.Order{Status: order.Processing, PaidAt: at(22, 4)}, 2, 5, "Wed 25 Nov", "Mon 30 Nov"},
		"paid on a Friday":          {order.Order{Status: order.Processing, PaidAt: at(20, 4)}, 2, 5, "Wed 25 Nov", "Mon 30 Nov"},
		"paid on a Monday there":    {order.Order{Status: order.Processing, PaidAt: at(22, 18)}, 2, 5, "Thu 26 Nov", "Tue 1 Dec"},
		"sent on a Thursday":        {order.Order{Status: order.Shipped, PaidAt: at(17, 4), ShippedAt: at(19, 4)}, 1, 2, "Fri 20 Nov", "Mon 23 Nov"},
		"a part was given back":     {order.Order{Status: order.PartiallyRefunded, PaidAt: at(17, 4), ShippedAt: at(19, 4)}, 1, 1, "Fri 20 Nov", "Fri 20 Nov"},
		"a method that is gone":     {order.Order{Status: order.Processing, PaidAt: at(22, 4)}, 0, 0, "", ""},
		"nobody has paid":           {order.Order{Status: order.WaitingPayment}, 2, 5, "", ""},
		"the cards were given back": {order.Order{Status: order.PartiallyRefunded, PaidAt: at(17, 4), Lines: []order.Line{{SimType: "esim"}, refunded}}, 2, 5, "", ""},
		"one card was given back":   {order.Order{Status: order.PartiallyRefunded, PaidAt: at(20, 4), Lines: []order.Line{refunded, card}}, 2, 5, "Wed 25 Nov", "Mon 30 Nov"},
		"all of it was given back":  {order.Order{Status: order.Refunded, PaidAt: at(22, 4)}, 2, 5, "", ""},
	} {
		now := *at(22, 4)
		if c.order.Lines == nil {
			c.order.Lines = []order.Line{card}
		}
		if c.order.PaidAt != nil {
			now = *c.order.PaidAt
		}
		from, by, ok := c.order.Arrival(order.ShippingMethod{DaysMin: c.min, DaysMax: c.max}, now, hk)
		if ok != (c.from != "") || ok && (from.Format(date) != c.from || by.Format(date) != c.by) {
			t.Errorf("%s: %s to %s, %t", name, from.Format(date), by.Format(date), ok)
		}
	}
}
