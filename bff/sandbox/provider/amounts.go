package provider

import (
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/money"
)

// minimums are the smallest charges Stripe makes, in minor units; 1 where none is published.
var minimums = map[string]int64{
	"aed": 200, "aud": 50, "bgn": 100, "brl": 50, "cad": 50, "chf": 50, "czk": 1500, "dkk": 250, "eur": 50, "gbp": 30,
	"hkd": 400, "huf": 17500, "inr": 50, "jpy": 50, "mxn": 1000, "myr": 200, "nok": 300, "nzd": 50, "pln": 200,
	"ron": 200, "sek": 300, "sgd": 50, "thb": 1000, "usd": 50,
}

// currencies are the ones a charge may be made in.
var currencies = strings.Fields("usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn " +
	"bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl hrk htg " +
	"huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur " +
	"mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd " +
	"shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw")

const maxAmount = 99_999_999

// checkAmount refuses amounts Stripe does not charge.
func checkAmount(amount int64, currency, param string) *failure {
	switch {
	case amount < 1:
		return invalid("parameter_invalid_integer", param, "This value must be greater than or equal to 1.")
	case amount > maxAmount:
		return invalid("amount_too_large", param, "Amount must be no more than "+plainAmount(maxAmount, currency))
	case amount < minimums[currency]:
		return invalid("amount_too_small", param, "Amount must be at least "+plainAmount(minimums[currency], currency))
	}
	return nil
}

// currencyFrom returns the lower-case currency of a parameter.
func currencyFrom(value, param string) (string, *failure) {
	if value == "" {
		return "", missing(param)
	}
	c := strings.ToLower(value)
	if !slices.Contains(currencies, c) {
		return "", invalid("", param, "Invalid currency: "+c+". Stripe currently supports these currencies: "+
			strings.Join(currencies, ", "))
	}
	return c, nil
}

// plainAmount writes minor units for a person: "USD 12.50", "JPY 500".
func plainAmount(amount int64, currency string) string {
	code := strings.ToUpper(currency)
	return code + " " + money.Decimal(amount, code)
}
