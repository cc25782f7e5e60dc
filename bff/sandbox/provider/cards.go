package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
)

// testCard is one of Stripe's published test cards.
type testCard struct {
	// name is what follows pm_card_ in the payment method that stands for the card.
	name    string
	aliases []string
	number  string
	brand   string
	funding string
	// authenticate sends the shopper to 3-D Secure first.
	authenticate bool
	// code and decline are what the issuer answers; "" is an approval.
	code, decline string
	// refunds is what becomes of refunds: "", pending, failed.
	refunds string
	// disputed opens a dispute right after the payment.
	disputed bool
}

// testCards is the table of docs.stripe.com/testing as far as the sandbox plays it.
var testCards = []testCard{
	{name: "visa", number: "4242424242424242", brand: "visa", funding: "credit"},
	{name: "visa_debit", number: "4000056655665556", brand: "visa", funding: "debit"},
	{name: "mastercard", number: "5555555555554444", brand: "mastercard", funding: "credit"},
	{name: "mastercard_debit", number: "5200828282828210", brand: "mastercard", funding: "debit"},
	{name: "mastercard_prepaid", number: "5105105105105100", brand: "mastercard", funding: "prepaid"},
	{name: "amex", number: "378282246310005", brand: "amex", funding: "credit"},
	{name: "discover", number: "6011111111111117", brand: "discover", funding: "credit"},
	{name: "diners", number: "3056930009020004", brand: "diners", funding: "credit"},
	{name: "jcb", number: "3566002020360505", brand: "jcb", funding: "credit"},
	{name: "unionpay", number: "6200000000000005", brand: "unionpay", funding: "credit"},
	{name: "hk", number: "4000003440000004", brand: "visa", funding: "credit"},

	declining("chargeDeclined", "4000000000000002", "card_declined", "generic_decline"),
	declining("chargeDeclinedInsufficientFunds", "4000000000009995", "card_declined", "insufficient_funds"),
	declining("chargeDeclinedLostCard", "4000000000009987", "card_declined", "lost_card"),
	declining("chargeDeclinedStolenCard", "4000000000009979", "card_declined", "stolen_card"),
	declining("chargeDeclinedExpiredCard", "4000000000000069", "expired_card", ""),
	declining("chargeDeclinedIncorrectCvc", "4000000000000127", "incorrect_cvc", ""),
	declining("chargeDeclinedProcessingError", "4000000000000119", "processing_error", ""),
	declining("chargeDeclinedVelocityLimitExceeded", "4000000000006975", "card_declined", "card_velocity_exceeded"),
	declining("chargeCustomerFail", "4000000000000341", "card_declined", "generic_decline"),
	declining("radarBlock", "4100000000000019", "card_declined", "fraudulent"),

	{name: "authenticationRequired", number: "4000002760003184", brand: "visa", funding: "credit", authenticate: true},
	{name: "authenticationRequiredOnSetup", number: "4000002500003155", brand: "visa", funding: "credit", authenticate: true},
	{name: "authenticationRequiredChargeDeclinedInsufficientFunds", number: "4000008260003178", brand: "visa", funding: "credit",
		authenticate: true, code: "card_declined", decline: "insufficient_funds"},
	{name: "threeDSecure2Required", aliases: []string{"threeDSecureRequired"}, number: "4000000000003220", brand: "visa",
		funding: "credit", authenticate: true},
	{name: "threeDSecureRequiredChargeDeclined", number: "4000008400001629", brand: "visa", funding: "credit",
		authenticate: true, code: "card_declined", decline: "generic_decline"},
	{name: "threeDSecureOptional", number: "4000000000003055", brand: "visa", funding: "credit"},

	{name: "createDispute", number: "4000000000000259", brand: "visa", funding: "credit", disputed: true},
	{name: "pendingRefund", number: "4000000000007726", brand: "visa", funding: "credit", refunds: refundPending},
	{name: "refundFail", number: "4000000000005126", brand: "visa", funding: "credit", refunds: refundFailed},
}

func declining(name, number, code, decline string) testCard {
	return testCard{name: name, aliases: []string{"visa_" + name}, number: number, brand: "visa", funding: "credit",
		code: code, decline: decline}
}

// Card is a test card as it is shown to testers.
type Card struct {
	Number, Brand string
	// Outcome is what comes of it: accepted, authenticate, authenticate_declined, disputed, refund_pending, refund_failed,
	// or the word of the issuer that declines it, such as insufficient_funds.
	Outcome string
}

// Cards lists the test cards.
func Cards() []Card {
	out := make([]Card, len(testCards))
	for i, c := range testCards {
		out[i] = Card{Number: c.number, Brand: c.brand, Outcome: c.outcome()}
	}
	return out
}

func (c testCard) outcome() string {
	switch {
	case c.code != "" && c.authenticate:
		return "authenticate_declined"
	case c.decline != "":
		return c.decline
	case c.code != "":
		return c.code
	case c.authenticate:
		return "authenticate"
	case c.disputed:
		return "disputed"
	case c.refunds != "":
		return "refund_" + c.refunds
	default:
		return "accepted"
	}
}

// cardNamed returns the card that a payment method such as pm_card_visa stands for.
func cardNamed(pm string) (testCard, bool) {
	name, ok := strings.CutPrefix(pm, "pm_card_")
	for _, c := range testCards {
		if ok && c.name == name {
			return c, true
		}
		for _, a := range c.aliases {
			if ok && a == name {
				return c, true
			}
		}
	}
	return testCard{}, false
}

// cardNumbered returns the card with a number, or the card error Stripe's test mode has for any other number.
func cardNumbered(number string) (testCard, *failure) {
	number = strings.NewReplacer(" ", "", "-", "").Replace(number)
	if !luhn(number) {
		return testCard{}, cardFailure("incorrect_number", "", "number", "Your card number is incorrect.")
	}
	for _, c := range testCards {
		if c.number == number {
			return c, nil
		}
	}
	return testCard{}, cardFailure("card_declined", "test_mode_live_card", "",
		"Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test "+
			"cards, visit: https://stripe.com/docs/testing.")
}

// newCardMethod returns the payment method that a form's card makes.
func (u *unit) newCardMethod(p params) (*method, error) {
	if !p.Has("number") {
		return nil, missing("card[number]")
	}
	c, f := cardNumbered(p.str("number"))
	if f != nil {
		return nil, f
	}
	month, year, f := u.expiry(p)
	if f != nil {
		return nil, f
	}
	cvc := p.str("cvc")
	if digits := 3 + b2i(c.brand == "amex"); p.Has("cvc") && (len(cvc) < 3 || len(cvc) > digits || !digitsOnly(cvc)) {
		return nil, cardFailure("invalid_cvc", "", "cvc", "Your card's security code is invalid.")
	}
	return u.cardMethod(c, month, year), nil
}

// expiry reads exp_month and exp_year, the latter with two or four digits.
func (u *unit) expiry(p params) (month, year int64, f *failure) {
	month, err := strconv.ParseInt(p.str("exp_month"), 10, 64)
	if err != nil || month < 1 || month > 12 {
		return 0, 0, cardFailure("invalid_expiry_month", "", "exp_month", "Your card's expiration month is invalid.")
	}
	year, err = strconv.ParseInt(p.str("exp_year"), 10, 64)
	if err == nil && year < 100 {
		year += 2000
	}
	now := u.now.UTC()
	if err != nil || year < int64(now.Year()) || year > int64(now.Year())+50 {
		return 0, 0, cardFailure("invalid_expiry_year", "", "exp_year", "Your card's expiration year is invalid.")
	}
	if year == int64(now.Year()) && month < int64(now.Month()) {
		return 0, 0, cardFailure("invalid_expiry_month", "", "exp_month", "Your card's expiration month is invalid.")
	}
	return month, year, nil
}

// cardMethod returns a payment method for a test card.
func (u *unit) cardMethod(c testCard, month, year int64) *method {
	m := u.newMethod("card")
	m.Behaviour = c.name
	sum := sha256.Sum256([]byte("sandbox fingerprint " + c.number))
	m.Card = &card{
		Brand: c.brand, Checks: map[string]any{"cvc_check": "pass"}, Country: "US", DisplayBrand: c.brand, ExpMonth: month,
		ExpYear: year, Fingerprint: hex.EncodeToString(sum[:])[:16], Funding: c.funding, Last4: c.number[len(c.number)-4:],
		ThreeDSecure: map[string]bool{"supported": true},
	}
	return m
}

// behaviour returns the card that a payment method plays.
func behaviour(m *method) testCard {
	c, _ := cardNamed("pm_card_" + m.Behaviour)
	return c
}

// cardFailure is a 402. It is kept because a declined card is an answer, not a mistake in the request.
func cardFailure(code, decline, param, message string) *failure {
	return &failure{status: http.StatusPaymentRequired, keep: true, body: problem{
		Code: code, DeclineCode: decline, DocURL: docURL(code), Message: message, Param: param, Type: typeCard,
	}}
}

// declineMessage is Stripe's text for a code of the card table.
func declineMessage(code, decline string) string {
	switch {
	case code == "expired_card":
		return "Your card has expired."
	case code == "incorrect_cvc":
		return "Your card's security code is incorrect."
	case code == "processing_error":
		return "An error occurred while processing your card. Try again in a little bit."
	case decline == "insufficient_funds":
		return "Your card has insufficient funds."
	case decline == "card_velocity_exceeded":
		return "Your card was declined for making repeated attempts too frequently or exceeding its amount limit."
	}
	return "Your card was declined."
}

// luhn reports whether number is 12 to 19 digits with a right check digit.
func luhn(number string) bool {
	if len(number) < 12 || len(number) > 19 || !digitsOnly(number) {
		return false
	}
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

func digitsOnly(s string) bool { return strings.Trim(s, "0123456789") == "" }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
