package provider

// The objects as Stripe shows them. Amounts are minor units of Currency, times are Unix seconds. Fields whose JSON
// names begin with an underscore are the sandbox's own; render leaves them out.

type intent struct {
	Amount                  int64                        `json:"amount"`
	AmountCapturable        int64                        `json:"amount_capturable"`
	AmountReceived          int64                        `json:"amount_received"`
	AutomaticPaymentMethods *automatic                   `json:"automatic_payment_methods"`
	CanceledAt              *int64                       `json:"canceled_at"`
	CancellationReason      *string                      `json:"cancellation_reason"`
	CaptureMethod           string                       `json:"capture_method"`
	ClientSecret            string                       `json:"client_secret"`
	ConfirmationMethod      string                       `json:"confirmation_method"`
	Created                 int64                        `json:"created"`
	Currency                string                       `json:"currency"`
	Customer                *string                      `json:"customer"`
	Description             *string                      `json:"description"`
	ID                      string                       `json:"id"`
	LastPaymentError        *problem                     `json:"last_payment_error"`
	LatestCharge            *string                      `json:"latest_charge"`
	Livemode                bool                         `json:"livemode"`
	Metadata                map[string]string            `json:"metadata"`
	NextAction              map[string]any               `json:"next_action"`
	Object                  string                       `json:"object"`
	PaymentMethod           *string                      `json:"payment_method"`
	PaymentMethodOptions    map[string]map[string]string `json:"payment_method_options"`
	PaymentMethodTypes      []string                     `json:"payment_method_types"`
	Processing              map[string]any               `json:"processing"`
	ReceiptEmail            *string                      `json:"receipt_email"`
	SetupFutureUsage        *string                      `json:"setup_future_usage"`
	Shipping                map[string]any               `json:"shipping"`
	StatementDescriptor     *string                      `json:"statement_descriptor"`
	Status                  string                       `json:"status"`

	// ReturnURL is where the shopper goes after an action; Session is the checkout session that owns the intent.
	ReturnURL string `json:"_return_url"`
	Session   string `json:"_session"`
}

type automatic struct {
	AllowRedirects string `json:"allow_redirects"`
	Enabled        bool   `json:"enabled"`
}

type method struct {
	Alipay         map[string]any `json:"alipay,omitempty"`
	BillingDetails map[string]any `json:"billing_details"`
	Card           *card          `json:"card,omitempty"`
	Created        int64          `json:"created"`
	Customer       *string        `json:"customer"`
	ID             string         `json:"id"`
	Livemode       bool           `json:"livemode"`
	Metadata       map[string]any `json:"metadata"`
	Object         string         `json:"object"`
	Type           string         `json:"type"`
	WechatPay      map[string]any `json:"wechat_pay,omitempty"`

	// Behaviour names the entry of the card table that decides what happens.
	Behaviour string `json:"_behaviour"`
}

type card struct {
	Brand        string          `json:"brand"`
	Checks       map[string]any  `json:"checks"`
	Country      string          `json:"country"`
	DisplayBrand string          `json:"display_brand"`
	ExpMonth     int64           `json:"exp_month"`
	ExpYear      int64           `json:"exp_year"`
	Fingerprint  string          `json:"fingerprint"`
	Funding      string          `json:"funding"`
	Last4        string          `json:"last4"`
	ThreeDSecure map[string]bool `json:"three_d_secure_usage"`
}

type charge struct {
	Amount               int64             `json:"amount"`
	AmountCaptured       int64             `json:"amount_captured"`
	AmountRefunded       int64             `json:"amount_refunded"`
	BalanceTransaction   *string           `json:"balance_transaction"`
	BillingDetails       map[string]any    `json:"billing_details"`
	Captured             bool              `json:"captured"`
	Created              int64             `json:"created"`
	Currency             string            `json:"currency"`
	Customer             *string           `json:"customer"`
	Description          *string           `json:"description"`
	Disputed             bool              `json:"disputed"`
	FailureCode          *string           `json:"failure_code"`
	FailureMessage       *string           `json:"failure_message"`
	ID                   string            `json:"id"`
	Livemode             bool              `json:"livemode"`
	Metadata             map[string]string `json:"metadata"`
	Object               string            `json:"object"`
	Outcome              map[string]any    `json:"outcome"`
	Paid                 bool              `json:"paid"`
	PaymentIntent        string            `json:"payment_intent"`
	PaymentMethod        *string           `json:"payment_method"`
	PaymentMethodDetails map[string]any    `json:"payment_method_details"`
	ReceiptEmail         *string           `json:"receipt_email"`
	Refunded             bool              `json:"refunded"`
	Status               string            `json:"status"`

	// RefundMode says what becomes of refunds: "" for the method's own way, pending or failed.
	RefundMode string `json:"_refund_mode"`
}

type refund struct {
	Amount             int64             `json:"amount"`
	BalanceTransaction *string           `json:"balance_transaction"`
	Charge             string            `json:"charge"`
	Created            int64             `json:"created"`
	Currency           string            `json:"currency"`
	FailureReason      string            `json:"failure_reason,omitempty"`
	ID                 string            `json:"id"`
	Metadata           map[string]string `json:"metadata"`
	Object             string            `json:"object"`
	PaymentIntent      string            `json:"payment_intent"`
	Reason             *string           `json:"reason"`
	Status             string            `json:"status"`
}

type balanceTransaction struct {
	Amount            int64  `json:"amount"`
	AvailableOn       int64  `json:"available_on"`
	Created           int64  `json:"created"`
	Currency          string `json:"currency"`
	Description       string `json:"description"`
	Fee               int64  `json:"fee"`
	FeeDetails        []any  `json:"fee_details"`
	ID                string `json:"id"`
	Net               int64  `json:"net"`
	Object            string `json:"object"`
	ReportingCategory string `json:"reporting_category"`
	Source            string `json:"source"`
	Status            string `json:"status"`
	Type              string `json:"type"`
}

type dispute struct {
	Amount              int64             `json:"amount"`
	BalanceTransactions []any             `json:"balance_transactions"`
	Charge              string            `json:"charge"`
	Created             int64             `json:"created"`
	Currency            string            `json:"currency"`
	ID                  string            `json:"id"`
	Livemode            bool              `json:"livemode"`
	Metadata            map[string]string `json:"metadata"`
	Object              string            `json:"object"`
	PaymentIntent       string            `json:"payment_intent"`
	Reason              string            `json:"reason"`
	Status              string            `json:"status"`
}

type event struct {
	APIVersion      string         `json:"api_version"`
	Created         int64          `json:"created"`
	Data            map[string]any `json:"data"`
	ID              string         `json:"id"`
	Livemode        bool           `json:"livemode"`
	Object          string         `json:"object"`
	PendingWebhooks int64          `json:"pending_webhooks"`
	Request         map[string]any `json:"request"`
	Type            string         `json:"type"`
}

type endpoint struct {
	APIVersion    *string           `json:"api_version"`
	Created       int64             `json:"created"`
	Description   *string           `json:"description"`
	EnabledEvents []string          `json:"enabled_events"`
	ID            string            `json:"id"`
	Livemode      bool              `json:"livemode"`
	Metadata      map[string]string `json:"metadata"`
	Object        string            `json:"object"`
	Status        string            `json:"status"`
	URL           string            `json:"url"`

	// Secret is shown in the answer to the creation only, as Stripe does.
	Secret string `json:"_secret"`
}

type session struct {
	AmountSubtotal     int64             `json:"amount_subtotal"`
	AmountTotal        int64             `json:"amount_total"`
	CancelURL          *string           `json:"cancel_url"`
	ClientReferenceID  *string           `json:"client_reference_id"`
	Created            int64             `json:"created"`
	Currency           string            `json:"currency"`
	CustomerDetails    map[string]any    `json:"customer_details"`
	CustomerEmail      *string           `json:"customer_email"`
	ExpiresAt          int64             `json:"expires_at"`
	ID                 string            `json:"id"`
	Livemode           bool              `json:"livemode"`
	Locale             *string           `json:"locale"`
	Metadata           map[string]string `json:"metadata"`
	Mode               string            `json:"mode"`
	Object             string            `json:"object"`
	PaymentIntent      *string           `json:"payment_intent"`
	PaymentMethodTypes []string          `json:"payment_method_types"`
	PaymentStatus      string            `json:"payment_status"`
	Status             string            `json:"status"`
	SuccessURL         string            `json:"success_url"`
	URL                *string           `json:"url"`

	Lines  []sessionLine  `json:"_lines"`
	Intent *sessionIntent `json:"_intent"`
}

type sessionLine struct {
	Name     string `json:"name"`
	Quantity int64  `json:"quantity"`
	Unit     int64  `json:"unit"`
}

// sessionIntent is what payment_intent_data asked for; the intent is made when the shopper first submits.
type sessionIntent struct {
	Description  *string           `json:"description"`
	Metadata     map[string]string `json:"metadata"`
	ReceiptEmail *string           `json:"receipt_email"`
}
