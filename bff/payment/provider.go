package payment

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/jobs"
)

// Methods of payment.
const (
	Card      = "card"
	WeChatPay = "wechat_pay"
	Alipay    = "alipay"
)

// IntentStatus is where the provider says an intent stands.
type IntentStatus string

// What the shop distinguishes; other words of the provider mean IntentOpen.
const (
	IntentOpen       IntentStatus = "open"
	IntentProcessing IntentStatus = "processing"
	IntentSucceeded  IntentStatus = "succeeded"
	IntentCanceled   IntentStatus = "canceled"
)

// Intent is a payment as the provider knows it.
type Intent struct {
	ID             string
	Status         IntentStatus
	Amount         int64
	AmountReceived int64
	Currency       string // upper case
	Livemode       bool
	ClientSecret   string
	AttemptID      int64  // from our metadata, 0 when it is not ours
	OrderNo        string // from our metadata
	// LastError is a message key, "" when the last try did not fail.
	LastError string
	QRData    string
	QRExpires *time.Time
}

// Session is a page of the provider's own on which a shopper pays without JavaScript.
type Session struct {
	ID        string
	URL       string
	IntentID  string
	Expired   bool
	Completed bool
}

// Charge is what an attempt asks the provider for.
type Charge struct {
	AttemptID int64
	TenantID  int64
	OrderNo   string
	Method    string
	Amount    int64
	Currency  string
	Email     string
	Locale    string
	// ReturnURL is where the shopper comes back to; CancelURL where they go who turn back.
	ReturnURL string
	CancelURL string
	ExpiresAt time.Time
}

// RefundRequest asks for money to be given back.
type RefundRequest struct {
	RefundID int64
	// Key is the number of the refund's idempotency key: it has another after one that was spent.
	Key      int
	IntentID string
	Amount   int64
	Reason   string
	// Source is what the refund is for: of an intent there is one refund for it.
	Source string
	// Lines and Parts are those of the refund's row: from the provider a shop that has lost the row gets them again.
	Lines []int64
	Parts map[int64]int64
}

// ProviderRefund is a refund as the provider knows it.
type ProviderRefund struct {
	ID       string
	IntentID string
	State    string // pending, succeeded or failed
	RefundID int64  // from our metadata, 0 when it was made elsewhere
	Source   string // from our metadata, "" when it was made elsewhere or by the version before
	// Reason, Lines and Parts are from our metadata as well, empty where they are not there.
	Reason   string
	Lines    []int64
	Parts    map[int64]int64
	Amount   int64
	Currency string // upper case
	At       time.Time
}

// ProviderCharge is money that the provider took from a payer.
type ProviderCharge struct {
	ID       string
	IntentID string
	Amount   int64
	Currency string // upper case
	At       time.Time
}

// ProviderDispute is a payer's demand for their money, at their bank.
type ProviderDispute struct {
	ID       string
	IntentID string
	Amount   int64
	Currency string // upper case
	Reason   string
	State    string // open, won or lost
	At       time.Time
}

// Event is a verified message of the provider.
type Event struct {
	ID         string
	Type       string
	APIVersion string
	// IntentID, SessionID, RefundID and DisputeID name the object it is about, as far as it is about one.
	IntentID  string
	SessionID string
	RefundID  string
	DisputeID string
}

// createdHere is the event of an intent that the shop has just asked for: it says nothing that the answer did not.
const createdHere = "payment_intent.created"

// isActedOn reports whether the shop does anything about an event. Others, such as "charge.succeeded" beside the
// "payment_intent.succeeded" that it belongs to, are stored for whoever looks into a payment.
func (e Event) isActedOn() bool {
	if e.DisputeID != "" || e.RefundID != "" || e.SessionID != "" || e.Type == "charge.refunded" {
		return true
	}
	return strings.HasPrefix(e.Type, "payment_intent.") && e.Type != createdHere && e.Type != "payment_intent.requires_action"
}

// paidIntent returns the intent that the event is about, "" where it is about something else.
func (e Event) paidIntent() string {
	if !e.isActedOn() || e.DisputeID != "" || e.RefundID != "" || e.SessionID != "" || e.Type == "charge.refunded" {
		return ""
	}
	return e.IntentID
}

// ErrSignature is returned for a webhook that the provider did not sign.
var ErrSignature = errors.New("payment: webhook signature is wrong")

// ErrNotCancelable is returned by Cancel and ExpireSession when the provider refuses because of where the intent stands.
var ErrNotCancelable = errors.New("payment: not cancelable")

// ErrUnavailable is returned when the provider cannot be reached or answers that it cannot work now. No job is given up because of it.
const ErrUnavailable = jobs.Outage("payment: provider unavailable")

// ErrKeySpent is returned by CreateIntent, CreateSession and Refund, beside ErrUnavailable, when the provider answered with a
// failure of its own, or with ErrKeyTaken. It repeats that answer for the same idempotency key for a day or longer, so that asking again
// takes another key: https://docs.stripe.com/api/idempotent_requests.
var ErrKeySpent = errors.New("payment: the provider will repeat this failure")

// ErrKeyTaken is returned beside ErrKeySpent when the provider knows the idempotency key from a call with other parameters.
var ErrKeyTaken = errors.New("payment: the key belongs to another call")

// ErrUnknown is returned for an id that names nothing at the provider, such as one of another account.
var ErrUnknown = errors.New("payment: unknown to the provider")

// ErrRefused is returned by Refund when the provider will never make it.
var ErrRefused = errors.New("payment: refused by the provider")

// ErrBusy is returned while another call with the same idempotency key is under way.
var ErrBusy = errors.New("payment: the same call is under way")

// Provider is what the shop needs of a payment provider. What makes something carries an idempotency key made from our row's
// id and what no other row with that id has, so that a repeated call is the same call; what ends something is the same call by itself.
type Provider interface {
	Intents
	Sessions
	Refunder
	Statements
	Messages
	// Dispute reads a dispute that a message is about.
	Dispute(ctx context.Context, id string) (ProviderDispute, error)
	// Ping reads the least there is: nil when the provider answers and takes our key, ErrUnavailable when it does not answer.
	Ping(ctx context.Context) error
	// Live reports whether real money moves.
	Live() bool
}

// Intents are payments on our own page.
type Intents interface {
	CreateIntent(ctx context.Context, c Charge) (Intent, error)
	Intent(ctx context.Context, id string) (Intent, error)
	Cancel(ctx context.Context, intentID string) (Intent, error)
}

// Sessions are payments on a page of the provider's.
type Sessions interface {
	CreateSession(ctx context.Context, c Charge) (Session, error)
	Session(ctx context.Context, id string) (Session, error)
	ExpireSession(ctx context.Context, id string) error
}

// Refunder gives money back.
type Refunder interface {
	Refund(ctx context.Context, r RefundRequest) (ProviderRefund, error)
	GetRefund(ctx context.Context, id string) (ProviderRefund, error)
	// RefundsOf lists every refund of an intent, whoever asked for it.
	RefundsOf(ctx context.Context, intentID string) ([]ProviderRefund, error)
}

// Statements are what the ledger is compared with.
type Statements interface {
	// Charges and Refunds list what succeeded, or may still, and was made from a time on and before another: a page of it that
	// begins after an id, "" for the first one, and where the next one begins, "" when there is none.
	Charges(ctx context.Context, from, before time.Time, after string) (list []ProviderCharge, next string, err error)
	Refunds(ctx context.Context, from, before time.Time, after string) (list []ProviderRefund, next string, err error)
}

// Messages are the provider's webhooks.
type Messages interface {
	// ParseWebhook verifies and reads a signed message; ErrSignature when it cannot be trusted.
	ParseWebhook(payload []byte, signature string) (Event, error)
	// ReadEvent reads a message that was verified when it came in.
	ReadEvent(payload []byte) (Event, error)
}
