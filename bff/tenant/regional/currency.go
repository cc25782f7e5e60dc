package regional

import (
	"maps"
	"slices"

	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/shared"
)

// Currencies are those in which a site can sell, by their codes: those of which the shop knows the smallest charge.
func Currencies() []string { return slices.Sorted(maps.Keys(shared.Constants().MinimumCharge)) }

func knownCurrency(currency string) bool {
	_, known := shared.Constants().MinimumCharge[currency]
	return known
}

// Methods are the payment methods that a site can offer.
var Methods = []string{"card", "wechat_pay", "alipay"}

// wallets are the currencies that the payment provider takes by wallets. Cards have all.
var wallets = map[string][]string{
	"wechat_pay": {"AUD", "CAD", "CHF", "DKK", "EUR", "GBP", "HKD", "JPY", "NOK", "SEK", "SGD", "USD"},
	"alipay":     {"AUD", "CAD", "EUR", "GBP", "HKD", "JPY", "MYR", "NZD", "SGD", "USD"},
}

// Takes reports whether a payment method takes a currency.
func Takes(method, currency string) bool {
	list, wallet := wallets[method]
	return !wallet || slices.Contains(list, currency)
}

// small are currencies with hundredths of whose unit little can be bought: their prices are whole.
var small = []string{"AED", "CZK", "DKK", "HKD", "MXN", "NOK", "SEK", "THB"}

// priceEndings returns on what prices of a currency end, as amounts below unit, which is the smallest span in which they come again:
// 6.50 and 6.90, 51 without hundredths, or tens of yen.
func priceEndings(currency string) (ends []int64, unit int64) {
	switch {
	case money.Decimals(currency) == 0:
		return []int64{0}, 10
	case slices.Contains(small, currency):
		return []int64{0}, money.Unit(currency)
	}
	hundred := money.Unit(currency)
	return []int64{hundred / 2, hundred / 10 * 9}, hundred
}

// rounded returns the nearest price of a currency to an amount, the dearer one when two are as near; 0 stays 0.
func rounded(amount int64, currency string) int64 {
	if amount <= 0 {
		return 0
	}
	ends, unit := priceEndings(currency)
	var best int64
	for base := amount/unit*unit - unit; base <= amount/unit*unit+unit; base += unit {
		for _, end := range ends {
			one := base + end
			if one > 0 && (best == 0 || distance(one, amount) <= distance(best, amount)) {
				best = one
			}
		}
	}
	return best
}

func distance(a, b int64) int64 { return max(a-b, b-a) }
