package money

import "strings"

// symbols are the currency signs, as the shop writes them before an amount.
var symbols = map[string]string{
	"AUD": "A$", "CAD": "CA$", "CNY": "¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "JPY": "JP¥", "MXN": "MX$", "MYR": "RM", "NZD": "NZ$",
	"SGD": "S$", "THB": "฿", "USD": "$",
}

// Symbol returns what the shop writes before an amount of a currency: its sign, or else its code and a no-break space.
func Symbol(currency string) string {
	currency = strings.ToUpper(currency)
	if s, ok := symbols[currency]; ok {
		return s
	}
	return currency + "\u00a0"
}
