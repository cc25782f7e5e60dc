// Package stripe speaks to Stripe, or to anything that answers like it: the address comes from the configuration, so the
// sandbox provider is reached by the very same code.
//
// Invariants:
//   - What makes something carries an idempotency key of its own row: the row's number, which a restored database gives out again, with
//     the order's number or the intent's id, which are given once. What ends something carries a key of its own per call: Stripe repeats
//     the answer to a key, and whether an intent can be cancelled changes.
//   - Nothing of Stripe's types leaves this package; unknown words of Stripe's mean "still open".
//   - The library never retries by itself: the job that called does, with the same key.
package stripe

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/client"

	"github.com/roamcart/roamcart/bff/payment"
)

// Options say whom to talk to.
type Options struct {
	SecretKey string
	// APIBase is the provider's address without /v1; empty means Stripe's own.
	APIBase string
	// WebhookSecrets verify messages; two while one replaces the other.
	WebhookSecrets []string
	// Timeout bounds one call; 0 means 10 s.
	Timeout time.Duration
	// Transport makes the calls; nil is Go's own.
	Transport http.RoundTripper
}

// Provider is a payment.Provider.
type Provider struct {
	api     *client.API
	secrets []string
	live    bool
}

// New returns a provider.
func New(o Options) *Provider {
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Second
	}
	cfg := &stripe.BackendConfig{
		// The API redirects nobody; followed, a redirect would take what is sent, and the key, elsewhere.
		HTTPClient: &http.Client{Timeout: o.Timeout, Transport: o.Transport, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
		MaxNetworkRetries: stripe.Int64(0),
		LeveledLogger:     silent{},
		EnableTelemetry:   stripe.Bool(false),
	}
	if o.APIBase != "" {
		cfg.URL = stripe.String(o.APIBase)
	}
	backends := &stripe.Backends{API: stripe.GetBackendWithConfig(stripe.APIBackend, cfg)}
	return &Provider{api: client.New(o.SecretKey, backends), secrets: o.WebhookSecrets, live: strings.Contains(o.SecretKey, "_live_")}
}

// Live reports whether real money moves.
func (p *Provider) Live() bool { return p.live }

// CreateIntent makes the intent of an attempt; the same attempt again gets the same intent. Wallets that are scanned are
// confirmed at once, because their code is the answer to the confirmation.
func (p *Provider) CreateIntent(ctx context.Context, c payment.Charge) (payment.Intent, error) {
	params := &stripe.PaymentIntentParams{
		Amount:             stripe.Int64(c.Amount),
		Currency:           stripe.String(strings.ToLower(c.Currency)),
		PaymentMethodTypes: stripe.StringSlice([]string{c.Method}),
		Description:        stripe.String("Roamcart order " + c.OrderNo),
	}
	params.Context = ctx
	params.SetIdempotencyKey(attemptKey("pi", c))
	for k, v := range metadata(c) {
		params.AddMetadata(k, v)
	}
	if c.Method != payment.Card {
		params.Confirm = stripe.Bool(true)
		params.ReturnURL = stripe.String(c.ReturnURL)
		params.PaymentMethodData = &stripe.PaymentIntentPaymentMethodDataParams{Type: stripe.String(c.Method)}
	}
	if c.Method == payment.WeChatPay {
		params.PaymentMethodOptions = &stripe.PaymentIntentPaymentMethodOptionsParams{
			WeChatPay: &stripe.PaymentIntentPaymentMethodOptionsWeChatPayParams{Client: stripe.String("web")},
		}
	}
	pi, err := p.api.PaymentIntents.New(params)
	if err != nil {
		return payment.Intent{}, translate("create intent", err)
	}
	return intent(pi), nil
}

// Intent retrieves an intent.
func (p *Provider) Intent(ctx context.Context, id string) (payment.Intent, error) {
	params := &stripe.PaymentIntentParams{}
	params.Context = ctx
	pi, err := p.api.PaymentIntents.Get(id, params)
	if err != nil {
		return payment.Intent{}, translate("retrieve intent", err)
	}
	return intent(pi), nil
}

// Cancel cancels an intent; ErrNotCancelable when it has gone too far, or was cancelled before.
func (p *Provider) Cancel(ctx context.Context, id string) (payment.Intent, error) {
	params := &stripe.PaymentIntentCancelParams{}
	params.Context = ctx
	params.SetIdempotencyKey("cancel:" + id + ":" + rand.Text())
	pi, err := p.api.PaymentIntents.Cancel(id, params)
	if err != nil {
		return payment.Intent{}, translate("cancel intent", err)
	}
	return intent(pi), nil
}

// CreateSession makes a page of the provider's own for an attempt.
func (p *Provider) CreateSession(ctx context.Context, c payment.Charge) (payment.Session, error) {
	params := &stripe.CheckoutSessionParams{
		Mode:               stripe.String(string(stripe.CheckoutSessionModePayment)),
		SuccessURL:         stripe.String(c.ReturnURL + "?session_id={CHECKOUT_SESSION_ID}"), // Stripe fills in the id.
		CancelURL:          stripe.String(c.CancelURL),
		Locale:             stripe.String(c.Locale),
		PaymentMethodTypes: stripe.StringSlice([]string{c.Method}),
		LineItems: []*stripe.CheckoutSessionLineItemParams{{
			Quantity: stripe.Int64(1),
			PriceData: &stripe.CheckoutSessionLineItemPriceDataParams{
				Currency:    stripe.String(strings.ToLower(c.Currency)),
				UnitAmount:  stripe.Int64(c.Amount),
				ProductData: &stripe.CheckoutSessionLineItemPriceDataProductDataParams{Name: stripe.String("Roamcart " + c.OrderNo)},
			},
		}},
		PaymentIntentData: &stripe.CheckoutSessionPaymentIntentDataParams{Metadata: metadata(c)},
	}
	if c.Email != "" {
		params.CustomerEmail = stripe.String(c.Email)
	}
	if c.Method == payment.WeChatPay {
		params.PaymentMethodOptions = &stripe.CheckoutSessionPaymentMethodOptionsParams{
			WeChatPay: &stripe.CheckoutSessionPaymentMethodOptionsWeChatPayParams{Client: stripe.String("web")},
		}
	}
	params.Context = ctx
	params.SetIdempotencyKey(attemptKey("cs", c))
	for k, v := range metadata(c) {
		params.AddMetadata(k, v)
	}
	cs, err := p.api.CheckoutSessions.New(params)
	if err != nil {
		return payment.Session{}, translate("create session", err)
	}
	return session(cs), nil
}

// Session retrieves a session.
func (p *Provider) Session(ctx context.Context, id string) (payment.Session, error) {
	params := &stripe.CheckoutSessionParams{}
	params.Context = ctx
	cs, err := p.api.CheckoutSessions.Get(id, params)
	if err != nil {
		return payment.Session{}, translate("retrieve session", err)
	}
	return session(cs), nil
}

// ExpireSession closes a session's page.
func (p *Provider) ExpireSession(ctx context.Context, id string) error {
	params := &stripe.CheckoutSessionExpireParams{}
	params.Context = ctx
	params.SetIdempotencyKey("expire:" + id + ":" + rand.Text())
	if _, err := p.api.CheckoutSessions.Expire(id, params); err != nil {
		return translate("expire session", err)
	}
	return nil
}

// Refund gives money back.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) (payment.ProviderRefund, error) {
	params := &stripe.RefundParams{PaymentIntent: stripe.String(r.IntentID), Amount: stripe.Int64(r.Amount),
		Reason: stripe.String(string(stripe.RefundReasonRequestedByCustomer))}
	params.Context = ctx
	params.SetIdempotencyKey(refundKey(r))
	params.AddMetadata("refund_id", strconv.FormatInt(r.RefundID, 10))
	params.AddMetadata("reason", r.Reason)
	params.AddMetadata("source", r.Source)
	addMetadataJSON(params, "lines", r.Lines)
	addMetadataJSON(params, "parts", r.Parts)
	rf, err := p.api.Refunds.New(params)
	if err != nil {
		return payment.ProviderRefund{}, translate("refund", err)
	}
	return refund(rf), nil
}

// GetRefund retrieves a refund.
func (p *Provider) GetRefund(ctx context.Context, id string) (payment.ProviderRefund, error) {
	params := &stripe.RefundParams{}
	params.Context = ctx
	rf, err := p.api.Refunds.Get(id, params)
	if err != nil {
		return payment.ProviderRefund{}, translate("retrieve refund", err)
	}
	return refund(rf), nil
}

// Dispute retrieves a dispute.
func (p *Provider) Dispute(ctx context.Context, id string) (payment.ProviderDispute, error) {
	params := &stripe.DisputeParams{}
	params.Context = ctx
	d, err := p.api.Disputes.Get(id, params)
	if err != nil {
		return payment.ProviderDispute{}, translate("retrieve dispute", err)
	}
	return dispute(d), nil
}

func attemptKey(kind string, c payment.Charge) string {
	return fmt.Sprintf("%s:%d:%s", kind, c.AttemptID, c.OrderNo)
}

// maxMetadata is how many characters Stripe takes as a value of metadata.
const maxMetadata = 500

// addMetadataJSON adds a list or map to a refund's metadata, unless it is empty or longer than Stripe takes.
func addMetadataJSON[T []int64 | map[int64]int64](params *stripe.RefundParams, name string, value T) {
	if text, err := json.Marshal(value); err == nil && len(value) > 0 && len(text) <= maxMetadata {
		params.AddMetadata(name, string(text))
	}
}

func refundKey(r payment.RefundRequest) string {
	return fmt.Sprintf("refund:%d:%d:%s", r.RefundID, r.Key, r.IntentID)
}

func metadata(c payment.Charge) map[string]string {
	return map[string]string{
		"order_no": c.OrderNo, "attempt_id": strconv.FormatInt(c.AttemptID, 10), "tenant_id": strconv.FormatInt(c.TenantID, 10),
	}
}

// named are the calls about one thing that the shop knows by its id.
var named = regexp.MustCompile(`^(retrieve|list|cancel|expire) `)

// translate keeps what the shop acts on and drops the rest into the error's text.
func translate(doing string, err error) error {
	var se *stripe.Error
	if !errors.As(err, &se) {
		return errors.Join(payment.ErrUnavailable, fmt.Errorf("%s: %w", doing, err))
	}
	switch {
	case se.HTTPStatusCode == http.StatusConflict:
		return errors.Join(payment.ErrBusy, payment.ErrUnavailable, fmt.Errorf("%s: %s", doing, se.Msg))
	case se.Type == stripe.ErrorTypeIdempotency:
		return errors.Join(payment.ErrUnavailable, payment.ErrKeySpent, payment.ErrKeyTaken, fmt.Errorf("%s: %s", doing, se.Msg))
	case se.HTTPStatusCode >= 500:
		return errors.Join(payment.ErrUnavailable, payment.ErrKeySpent, fmt.Errorf("%s: %s", doing, se.Msg))
	case se.HTTPStatusCode == http.StatusTooManyRequests:
		return errors.Join(payment.ErrUnavailable, fmt.Errorf("%s: %s", doing, se.Msg))
	case named.MatchString(doing) && se.HTTPStatusCode == http.StatusNotFound:
		return errors.Join(payment.ErrUnknown, fmt.Errorf("%s: %s", doing, se.Msg))
	case doing == "refund" && se.HTTPStatusCode == http.StatusBadRequest:
		return errors.Join(payment.ErrRefused, fmt.Errorf("%s: %s", doing, se.Msg))
	case se.Code == stripe.ErrorCodePaymentIntentUnexpectedState, strings.HasPrefix(doing, "expire") && se.HTTPStatusCode == http.StatusBadRequest,
		strings.HasPrefix(doing, "cancel") && se.HTTPStatusCode == http.StatusBadRequest:
		return errors.Join(payment.ErrNotCancelable, fmt.Errorf("%s: %s", doing, se.Msg))
	}
	return fmt.Errorf("%s: %s (%d %s)", doing, se.Msg, se.HTTPStatusCode, se.Code)
}

type silent struct{}

func (silent) Debugf(string, ...any) {}
func (silent) Infof(string, ...any)  {}
func (silent) Warnf(string, ...any)  {}
func (silent) Errorf(string, ...any) {}
