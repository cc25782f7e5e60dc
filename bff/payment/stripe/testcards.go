package stripe

// TestCard is one of the cards that Stripe publishes for trying payments out (https://docs.stripe.com/testing).
type TestCard struct {
	Number, Brand string
	// Outcome is what comes of it: accepted, authenticate, authenticate_declined, disputed, refund_pending, refund_failed,
	// or the word of the issuer that declines it, such as insufficient_funds.
	Outcome string
}

// TestCards lists the test cards. They are the same with a test key of Stripe's and with the sandbox, whose tests hold that.
func TestCards() []TestCard { return append([]TestCard(nil), testCards...) }

var testCards = []TestCard{
	{"4242424242424242", "visa", "accepted"},
	{"4000056655665556", "visa", "accepted"},
	{"5555555555554444", "mastercard", "accepted"},
	{"5200828282828210", "mastercard", "accepted"},
	{"5105105105105100", "mastercard", "accepted"},
	{"378282246310005", "amex", "accepted"},
	{"6011111111111117", "discover", "accepted"},
	{"3056930009020004", "diners", "accepted"},
	{"3566002020360505", "jcb", "accepted"},
	{"6200000000000005", "unionpay", "accepted"},
	{"4000003440000004", "visa", "accepted"},
	{"4000000000000002", "visa", "generic_decline"},
	{"4000000000009995", "visa", "insufficient_funds"},
	{"4000000000009987", "visa", "lost_card"},
	{"4000000000009979", "visa", "stolen_card"},
	{"4000000000000069", "visa", "expired_card"},
	{"4000000000000127", "visa", "incorrect_cvc"},
	{"4000000000000119", "visa", "processing_error"},
	{"4000000000006975", "visa", "card_velocity_exceeded"},
	{"4000000000000341", "visa", "generic_decline"},
	{"4100000000000019", "visa", "fraudulent"},
	{"4000002760003184", "visa", "authenticate"},
	{"4000002500003155", "visa", "authenticate"},
	{"4000008260003178", "visa", "authenticate_declined"},
	{"4000000000003220", "visa", "authenticate"},
	{"4000008400001629", "visa", "authenticate_declined"},
	{"4000000000003055", "visa", "accepted"},
	{"4000000000000259", "visa", "disputed"},
	{"4000000000007726", "visa", "refund_pending"},
	{"4000000000005126", "visa", "refund_failed"},
}
