package carrier

import (
	"context"
	"time"
)

// Names of carriers, as products and SIMs say them. Pool is where SIMs are that were imported: they are handed out by
// ourselves. HTTP is the partner that is called.
const (
	Pool = "pool"
	HTTP = "http"
)

// Carrier is a partner. Every call has a deadline of its own and may fail with an *Error. Calls that read are tried again by
// the adapter; calls that write are not.
type Carrier interface {
	Orders
	SIMs
	Registrations
	Messages
}

// Orders are made at a partner and followed there.
type Orders interface {
	// CreateOrder asks for a new SIM, Topup for a plan on a SIM that exists. Either may be answered at once or, as pending,
	// later. A SIM's plan begins at startAt, or when it is delivered if that is later; nil leaves its start to the plan.
	CreateOrder(ctx context.Context, clientRef, planRef string, startAt *time.Time) (Order, error)
	Topup(ctx context.Context, clientRef, simRef, planRef string) (Order, error)
	// Reissue asks for a new profile in place of an eSIM's that was deleted from its phone, or never installed. The partner makes
	// the old profile unusable before it releases the new one. The order's SIMRef, which may be another than before, is the SIM
	// that carries on, with what is left of the plans and with the registrations. An order that failed or was cancelled leaves the
	// SIM as it was. ReissueNotAllowed says that the partner does not do so for this SIM.
	Reissue(ctx context.Context, clientRef, simRef string) (Order, error)
	// Order and OrderByClientRef read an order. NotFound from OrderByClientRef says that the order was never taken.
	Order(ctx context.Context, ref string) (Order, error)
	OrderByClientRef(ctx context.Context, clientRef string) (Order, error)
	// CancelOrder ends an order whose SIM, if any, was never installed; one of a plan for a SIM that exists as long as the plan has
	// not begun, and leaves the SIM with its other plans. Invalid says that it is too late.
	CancelOrder(ctx context.Context, ref string) (Order, error)
}

// SIMs are the SIMs at a partner.
type SIMs interface {
	// SIM reads a SIM with its plans and how much of them is left; adapters keep it as long as the partner's limits demand.
	SIM(ctx context.Context, ref string) (SIM, error)
	// Activation reads what is needed to install the SIM's profile. It is secret.
	Activation(ctx context.Context, ref string) (Activation, error)
	// Bind makes an imported profile or card known under the plan it was sold with, which begins as CreateOrder says; a
	// repeated call gives the same SIM.
	Bind(ctx context.Context, iccid, planRef string, startAt *time.Time) (SIM, error)
	// Topups lists the plans that this SIM can get; adapters keep the list for a moment.
	Topups(ctx context.Context, ref string) ([]Plan, error)
}

// Registrations are those of real names.
type Registrations interface {
	// SubmitKyc hands documents over to the partner; nothing of them stays with us. Kyc reads what became of it.
	SubmitKyc(ctx context.Context, s KycSubmission) (Kyc, error)
	Kyc(ctx context.Context, simRef, regime string) (Kyc, error)
}

// Messages are a partner's webhooks.
type Messages interface {
	// ParseWebhook verifies and reads a message, ErrSignature when it cannot be trusted. ReadEvent reads one that was verified
	// when it came in.
	ParseWebhook(payload []byte, signature string) (Event, error)
	ReadEvent(payload []byte) (Event, error)
}

// Plan is what a partner sells.
type Plan struct {
	Ref string
	// DataMB is 0 where Unlimited; PerDay says that it is meant for each day.
	DataMB    int64
	Unlimited bool
	PerDay    bool
	Days      int
	// Effect is what a top-up does to a SIM that has a plan: one of the Effect words.
	Effect string
}

// What a top-up does: it waits for the plan before it, it makes that plan larger and longer, or it takes its place.
const (
	Queues   = "queue"
	Extends  = "extend"
	Replaces = "replace"
)

// Order is a partner's order of one SIM, one top-up or one new profile for a SIM.
type Order struct {
	Ref       string
	ClientRef string
	State     OrderState
	// SIMRef is the SIM that was made, topped up or issued again, once the order is fulfilled.
	SIMRef string
	// Reason is why an order failed.
	Reason Class
}

// SIM is a SIM or eSIM at the partner.
type SIM struct {
	Ref      string
	ICCID    string
	MSISDN   string
	Physical bool
	Profile  Profile
	// ProfileAt is since when the profile has been in that state.
	ProfileAt     time.Time
	Device        string
	FirstAttachAt *time.Time
	// LastCountry is an ISO code of two letters, or empty.
	LastCountry string
	RetiresAt   *time.Time
	RetiredAt   *time.Time
	// Plans are in the order in which they are used up.
	Plans []PlanInstance
}

// PlanInstance is a plan on a SIM. A total of nil is unlimited, of 0 no part of the plan; left is nil where the total is.
type PlanInstance struct {
	Ref       string
	ClientRef string
	PlanRef   string
	State     PlanState
	StartedAt *time.Time
	// EndsAt is known from the start on, of a scheduled plan before.
	EndsAt         *time.Time
	TotalBytes     *int64
	RemainingBytes *int64
	VoiceTotal     *int
	VoiceLeft      *int
	SMSTotal       *int
	SMSLeft        *int
	// AsOf is when the partner counted.
	AsOf time.Time
}

// Activation is what installs a profile. It holds a secret, so its String does not print it.
type Activation struct {
	LPA string
	APN string
}

// String keeps the code out of logs.
func (Activation) String() string { return "carrier.Activation{[secret]}" }

// GoString keeps the code out of %#v.
func (Activation) GoString() string { return "carrier.Activation{[secret]}" }

// KycSubmission is a registration with its documents, which only pass through. It prints as nothing.
type KycSubmission struct {
	SIMRef string
	Regime string
	// ClientRef is our own reference; the same again gives the same case.
	ClientRef string
	DocType   string
	// Fields are what the regime asks for by name; Pictures are the files, as they were sent.
	Fields   map[string]string
	Pictures map[string][]byte
}

// String keeps the documents out of logs.
func (KycSubmission) String() string { return "carrier.KycSubmission{[secret]}" }

// GoString keeps the documents out of %#v.
func (KycSubmission) GoString() string { return "carrier.KycSubmission{[secret]}" }

// Kyc is where a registration stands.
type Kyc struct {
	Ref        string
	State      KycState
	ReasonCode string
	DocType    string
	DocLast4   string
	ExpiresAt  *time.Time
	// Used and Max are how many SIMs the person has registered, and may; Max is 0 where there is no limit.
	Used, Max int
}

// Event is a verified message of a partner. It says only what to look at: state is always read again.
type Event struct {
	// Key is the same for each copy of the message.
	Key  string
	Type EventType
	At   time.Time
	// SIMRef, OrderRef and ClientRef name what it is about, as far as it is about one.
	SIMRef    string
	OrderRef  string
	ClientRef string
}
