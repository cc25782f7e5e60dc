package provider

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	sessionComplete = "complete"
	sessionExpired  = "expired"
	sessionOpen     = "open"

	minSession = 30 * time.Minute
	maxSession = 24 * time.Hour
)

var sessionParams = []string{
	"allow_promotion_codes", "automatic_tax", "billing_address_collection", "cancel_url", "client_reference_id",
	"customer_email", "expires_at", "line_items", "locale", "metadata", "mode", "payment_intent_data",
	"payment_method_options", "payment_method_types", "submit_type", "success_url",
}

func (p *Provider) routeSessions() {
	p.api("POST /v1/checkout/sessions", route{params: sessionParams, do: createSession})
	p.api("GET /v1/checkout/sessions", list("checkout.session", "/v1/checkout/sessions", "payment_intent", "status"))
	p.api("GET /v1/checkout/sessions/{id}", route{do: func(ctx context.Context, c *call) (any, error) {
		return find[session](ctx, c.unit, c.r.PathValue("id"), "session")
	}})
	p.api("GET /v1/checkout/sessions/{id}/line_items", route{params: pageParams, do: func(ctx context.Context, c *call) (any, error) {
		return c.lineItems(ctx, c.r.PathValue("id"))
	}})
	p.api("POST /v1/checkout/sessions/{id}/expire", route{do: expireSession})
}

func createSession(ctx context.Context, c *call) (any, error) {
	s := &session{
		CancelURL: c.p.ref("cancel_url"), ClientReferenceID: c.p.ref("client_reference_id"), Created: c.unix(),
		CustomerEmail: c.p.ref("customer_email"), ExpiresAt: c.after(maxSession).Unix(), ID: newID("cs_test_a1", 56),
		Locale: c.p.ref("locale"), Metadata: map[string]string{}, Mode: c.p.str("mode"), Object: "checkout.session",
		PaymentStatus: "unpaid", Status: sessionOpen, SuccessURL: c.p.str("success_url"),
	}
	mergeMetadata(s.Metadata, c.p.flat("metadata"))
	if err := c.sessionBasics(s); err != nil {
		return nil, err
	}
	if err := c.sessionLines(s); err != nil {
		return nil, err
	}
	types, err := typesFor(s.Currency, c.p.list("payment_method_types"), true)
	if err != nil {
		return nil, err
	}
	s.PaymentMethodTypes = types
	data := c.p.inside("payment_intent_data")
	s.Intent = &sessionIntent{
		Description: data.ref("description"), Metadata: data.flat("metadata"), ReceiptEmail: data.ref("receipt_email"),
	}
	page := c.p.str("success_url")
	s.URL = ref(c.unit.p.origin(c.r, hostOf(page)) + "/sandbox/checkout/" + s.ID)
	if err := c.later(ctx, taskExpire, s.ID, time.Unix(s.ExpiresAt, 0).Sub(c.now)); err != nil {
		return nil, err
	}
	return s, c.put(s)
}

// sessionBasics checks the mode, the addresses and the expiry.
func (c *call) sessionBasics(s *session) error {
	if s.Mode != "payment" {
		if s.Mode == "" {
			return missing("mode")
		}
		return invalid("", "mode", "Invalid mode: the sandbox plays payment only.")
	}
	if s.SuccessURL == "" {
		return missing("success_url")
	}
	for name, address := range map[string]string{"success_url": s.SuccessURL, "cancel_url": deref(s.CancelURL)} {
		u, err := url.Parse(address)
		if address != "" && (err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https")) {
			return invalid("url_invalid", name, "Not a valid URL")
		}
	}
	at, sent, err := c.p.integer("expires_at")
	if err != nil || !sent {
		return err
	}
	// The caller's clock may be a moment behind; Stripe allows for that too.
	if wait := time.Unix(at, 0).Sub(c.now); wait < minSession-time.Minute || wait > maxSession+time.Minute {
		return invalid("", "expires_at", "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.")
	}
	s.ExpiresAt = at
	return nil
}

// sessionLines reads line_items, each with its price_data, and adds them up.
func (c *call) sessionLines(s *session) error {
	items := c.p.inside("line_items")
	for i := 0; items.has(strconv.Itoa(i)); i++ {
		at := "line_items[" + strconv.Itoa(i) + "]"
		line, currency, err := readLine(items.inside(strconv.Itoa(i)), at)
		if err != nil {
			return err
		}
		if s.Currency != "" && s.Currency != currency {
			return invalid("", at, "All line items must have the same currency.")
		}
		s.Currency = currency
		s.Lines = append(s.Lines, line)
		s.AmountTotal += line.Unit * line.Quantity
	}
	if len(s.Lines) == 0 {
		return missing("line_items")
	}
	s.AmountSubtotal = s.AmountTotal
	if f := checkAmount(s.AmountTotal, s.Currency, "line_items"); f != nil {
		return f
	}
	return nil
}

// readLine reads one of a session's lines, and its currency.
func readLine(item params, at string) (sessionLine, string, error) {
	if !item.has("price_data") {
		if item.Has("price") {
			return sessionLine{}, "", absent("price", item.str("price"), at+"[price]")
		}
		return sessionLine{}, "", missing(at + "[price_data]")
	}
	price := item.inside("price_data")
	currency, f := currencyFrom(price.str("currency"), at+"[price_data][currency]")
	if f != nil {
		return sessionLine{}, "", f
	}
	unit, sent, err := price.integer("unit_amount")
	if err == nil && !sent {
		err = missing(at + "[price_data][unit_amount]")
	}
	if err != nil {
		return sessionLine{}, "", err
	}
	quantity, sent, err := item.integer("quantity")
	if err == nil && !sent {
		err = missing(at + "[quantity]")
	}
	if err != nil {
		return sessionLine{}, "", err
	}
	if unit < 0 || unit > maxAmount || quantity < 1 || quantity > 999_999 {
		return sessionLine{}, "", invalid("parameter_invalid_integer", at, "unit_amount and quantity must be within what can be charged.")
	}
	name := price.inside("product_data").str("name")
	if name == "" {
		return sessionLine{}, "", missing(at + "[price_data][product_data][name]")
	}
	return sessionLine{Name: name, Quantity: quantity, Unit: unit}, currency, nil
}

// lineItems returns the list object of a session's lines.
func (c *call) lineItems(ctx context.Context, id string) (any, error) {
	s, err := find[session](ctx, c.unit, id, "session")
	if err != nil {
		return nil, err
	}
	data := []any{}
	for i, l := range s.Lines {
		data = append(data, map[string]any{
			"amount_discount": 0, "amount_subtotal": l.Unit * l.Quantity, "amount_tax": 0, "amount_total": l.Unit * l.Quantity,
			"currency": s.Currency, "description": l.Name, "id": "li_" + strings.TrimPrefix(s.ID, "cs_test_") + strconv.Itoa(i),
			"object": "item", "quantity": l.Quantity,
			"price": map[string]any{"object": "price", "unit_amount": l.Unit, "currency": s.Currency, "type": "one_time"},
		})
	}
	return map[string]any{"object": "list", "has_more": false, "url": "/v1/checkout/sessions/" + id + "/line_items", "data": data}, nil
}

func expireSession(ctx context.Context, c *call) (any, error) {
	s, in, err := c.lockSession(ctx, c.r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if s.Status != sessionOpen {
		return nil, invalid("", "session", "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout "+
			"Session has a status of "+s.Status+".")
	}
	return s, c.expire(ctx, s, in)
}

// lockSession holds a session and its intent, in the order of the package's invariants; the intent is nil before the
// shopper has submitted anything.
func (u *unit) lockSession(ctx context.Context, id string) (*session, *intent, error) {
	for {
		s, err := find[session](ctx, u, id, "session")
		if err != nil {
			return nil, nil, err
		}
		var in *intent
		if s.PaymentIntent != nil {
			if in, err = lock[intent](ctx, u, *s.PaymentIntent, "payment_intent"); err != nil {
				return nil, nil, err
			}
		}
		if _, err := u.tx.ExecContext(ctx, `savepoint before_session`); err != nil {
			return nil, nil, err
		}
		if s, err = lock[session](ctx, u, id, "session"); err != nil {
			return nil, nil, err
		}
		if in != nil || s.PaymentIntent == nil {
			return s, in, nil
		}
		// Another submission has made the intent meanwhile. Whoever comes now locks it before the session: so does this one, which
		// gives the session's lock back first.
		if _, err := u.tx.ExecContext(ctx, `rollback to savepoint before_session`); err != nil {
			return nil, nil, err
		}
	}
}

// expire ends an open session and cancels its intent where that can still be done.
func (u *unit) expire(ctx context.Context, s *session, in *intent) error {
	s.Status, s.URL = sessionExpired, nil
	if err := u.put(s); err != nil {
		return err
	}
	if in != nil && slices.Contains([]string{statusMethod, statusConfirm, statusAction}, in.Status) {
		if err := u.cancel(ctx, in, ""); err != nil {
			return err
		}
	}
	return u.emit(ctx, "checkout.session.expired", s, nil)
}

// expireDue is expire for a task: a session that is being paid right now is left to the payment.
func (u *unit) expireDue(ctx context.Context, id string) error {
	s, in, err := u.lockSession(ctx, id)
	if err != nil || s.Status != sessionOpen || (in != nil && in.Status == statusProcessing) {
		return err
	}
	return u.expire(ctx, s, in)
}

// completeSession marks the session of a paid intent.
func (u *unit) completeSession(ctx context.Context, in *intent, m *method) error {
	if in.Session == "" {
		return nil
	}
	s, err := lock[session](ctx, u, in.Session, "session")
	if err != nil || s.Status != sessionOpen {
		return err
	}
	s.Status, s.PaymentStatus, s.URL = sessionComplete, "paid", nil
	s.CustomerDetails = map[string]any{"email": s.CustomerEmail, "name": m.BillingDetails["name"]}
	if err := u.put(s); err != nil {
		return err
	}
	return u.emit(ctx, "checkout.session.completed", s, nil)
}

// intentOf returns the session's intent, made now when there is none; both rows are held.
func (u *unit) intentOf(ctx context.Context, s *session, in *intent) (*intent, error) {
	if in != nil {
		return in, nil
	}
	in = u.blankIntent(s.AmountTotal, s.Currency)
	in.Description, in.ReceiptEmail = s.Intent.Description, s.Intent.ReceiptEmail
	maps.Copy(in.Metadata, s.Intent.Metadata)
	in.PaymentMethodTypes, in.Session = s.PaymentMethodTypes, s.ID
	in.PaymentMethodOptions["wechat_pay"] = map[string]string{"client": "web"}
	in.ReturnURL = successURL(s)
	s.PaymentIntent = &in.ID
	if err := u.put(in); err != nil {
		return nil, err
	}
	if err := u.put(s); err != nil {
		return nil, err
	}
	return in, u.emit(ctx, "payment_intent.created", in, nil)
}

// successURL is where the shopper goes after a payment.
func successURL(s *session) string {
	return strings.ReplaceAll(s.SuccessURL, "{CHECKOUT_SESSION_ID}", s.ID)
}
