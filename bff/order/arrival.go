package order

import (
	"slices"
	"time"
)

// packing is how many working days a paid order waits for its parcel, as the delivery page says.
const packing = 1

// Arrival is when the parcel of a paid order should be there, by how many working days its method takes: counted from when
// it was sent, until then from now and the packing. Days are those of a zone. ok is false when nothing is on its way, as when
// all cards were refunded, or nobody knows.
func (o Order) Arrival(m ShippingMethod, now time.Time, zone *time.Location) (from, by time.Time, ok bool) {
	if o.PaidAt == nil || m.DaysMax == 0 || !slices.Contains([]Status{Processing, Shipped, PartiallyRefunded}, o.Status) || !o.HasCard() {
		return time.Time{}, time.Time{}, false
	}
	sent := workingDays(now.In(zone), packing)
	if o.ShippedAt != nil {
		sent = o.ShippedAt.In(zone)
	}
	return workingDays(sent, m.DaysMin), workingDays(sent, m.DaysMax), true
}

// workingDays returns the instant n working days later; nobody knows every country's holidays.
func workingDays(from time.Time, n int) time.Time {
	for n > 0 {
		from = from.AddDate(0, 0, 1)
		if day := from.Weekday(); day != time.Saturday && day != time.Sunday {
			n--
		}
	}
	return from
}
