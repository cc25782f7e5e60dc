package provider

import (
	"fmt"
	"net/http"
)

// failure is an error in Stripe's shape. A failure with keep set reports something that happened, such as a declined
// card: the transaction it comes out of is committed and the answer is kept under the idempotency key.
type failure struct {
	status int
	keep   bool
	body   problem
}

// problem is the object inside {"error": ...} and in last_payment_error.
type problem struct {
	Charge        string `json:"charge,omitempty"`
	Code          string `json:"code,omitempty"`
	DeclineCode   string `json:"decline_code,omitempty"`
	DocURL        string `json:"doc_url,omitempty"`
	Message       string `json:"message"`
	Param         string `json:"param,omitempty"`
	PaymentIntent any    `json:"payment_intent,omitempty"`
	PaymentMethod any    `json:"payment_method,omitempty"`
	Type          string `json:"type"`
}

const (
	typeAPI         = "api_error"
	typeCard        = "card_error"
	typeIdempotency = "idempotency_error"
	typeInvalid     = "invalid_request_error"
)

// Error returns the message, for logs.
func (f *failure) Error() string { return f.body.Type + ": " + f.body.Message }

// invalid returns the 400 of a request that cannot be executed.
func invalid(code, param, message string) *failure {
	return &failure{status: http.StatusBadRequest, body: problem{
		Code: code, DocURL: docURL(code), Message: message, Param: param, Type: typeInvalid,
	}}
}

// missing returns the 400 of a request without a required parameter.
func missing(param string) *failure {
	return invalid("parameter_missing", param, "Missing required param: "+param+".")
}

// absent returns the 404 of an id that names nothing.
func absent(kind, id, param string) *failure {
	f := invalid("resource_missing", param, fmt.Sprintf("No such %s: '%s'", kind, id))
	f.status = http.StatusNotFound
	return f
}

// unexpected returns the 400 of a transition that the intent's status forbids.
func unexpected(in *intent, message string) *failure {
	f := invalid("payment_intent_unexpected_state", "", message)
	f.body.PaymentIntent = render(in)
	return f
}

// unauthorized returns the 401 of a missing, wrong or insufficient key.
func unauthorized(code, message string) *failure {
	return &failure{status: http.StatusUnauthorized, body: problem{Code: code, Message: message, Type: typeInvalid}}
}

func docURL(code string) string {
	if code == "" {
		return ""
	}
	return "https://stripe.com/docs/error-codes/" + code
}
