package merchandise

import (
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/shared"
)

const (
	// maxPrice is what the payment provider takes at most, in minor units: eight digits.
	maxPrice = 99_999_999
	// scheduledWithin is how far ahead a price may be scheduled.
	scheduledWithin = 366 * 24 * time.Hour
	// bigChange is from which part of the price on a change has to be confirmed, in thousandths.
	bigChange = 500
)

// checkPrice says why a price may not be a product's, as a fault: price_currency, price_too_small, price_too_large,
// plan_unlimited_incomplete, plan_without_rate. These rules hold when a price is set and when it is applied.
func checkPrice(p Product, price int64, currency string) error {
	least := max(shared.Constants().MinimumCharge[p.SiteCurrency], 1)
	switch {
	case currency != p.SiteCurrency || p.Currency != p.SiteCurrency:
		if currency == p.SiteCurrency {
			currency = p.Currency
		}
		return fault.New("price_currency").WithParams(map[string]any{"currency": currency, "own": p.SiteCurrency})
	case price < least:
		return fault.New("price_too_small").WithParams(map[string]any{"min": p.Amount(least)})
	case price > maxPrice:
		return fault.New("price_too_large").WithParams(map[string]any{"max": p.Amount(maxPrice)})
	case p.Unlimited && (p.DataMb == 0 || p.SpeedAfterKbps == 0):
		return fault.New("plan_unlimited_incomplete")
	case lacksRate(p, price):
		return fault.New("plan_without_rate")
	}
	return nil
}

// lacksRate reports whether a page could not say what the product costs per day, or per gigabyte where it has data.
func lacksRate(p Product, price int64) bool {
	g := p.goods(price)
	rate := g.Rate()
	switch {
	case rate.PerDay == 0:
		return true
	case g.Data.MB > 0 || g.Data.Unlimited:
		return rate.PerGB == 0
	default:
		return !g.Voice.Any()
	}
}

// permille is by how much a price differs from another, in thousandths of that one, to the nearest; from 0 it is 1000.
func permille(from, to int64) int64 {
	if from == 0 {
		return 1000
	}
	n := (to - from) * 1000
	if n < 0 {
		return -((-n + from/2) / from)
	}
	return (n + from/2) / from
}

// isLargeChange reports whether a change is more than half of the price.
func isLargeChange(from, to int64) bool {
	diff := to - from
	if diff < 0 {
		diff = -diff
	}
	return diff*1000 > from*bigChange
}

// parseAmount reads a price as somebody typed it. Faults: price_invalid, price_not_in_unit.
func parseAmount(text, currency string) (int64, error) {
	n, err := money.Parse(text, currency)
	switch err {
	case nil:
		return n, nil
	case money.ErrTooFine:
		return 0, fault.New("price_not_in_unit").WithParams(map[string]any{"unit": money.Decimal(1, currency), "currency": currency})
	}
	return 0, fault.New("price_invalid")
}
