package provider

import (
	"context"
	"net/url"
	"slices"
)

func confirmIntent(ctx context.Context, c *call) (any, error) {
	in, err := lock[intent](ctx, c.unit, c.r.PathValue("id"), "intent")
	if err != nil {
		return nil, err
	}
	if err := c.entitled(in); err != nil {
		return nil, err
	}
	m, err := c.chosenMethod(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := c.confirm(ctx, in, m); err != nil {
		return nil, err
	}
	return c.visible(in), nil
}

// confirm tries to pay in, whose row is held or new, with m or with the method it already has.
func (c *call) confirm(ctx context.Context, in *intent, m *method) (any, error) {
	switch in.Status {
	case statusMethod, statusConfirm, statusAction:
	case statusSucceeded:
		return nil, unexpected(in, "You cannot confirm this PaymentIntent because it has already succeeded after being "+
			"previously confirmed.")
	default:
		return nil, unexpected(in, "You cannot confirm this PaymentIntent because it has a status of "+in.Status+".")
	}
	c.common(in)
	var err error
	if m == nil {
		if in.PaymentMethod == nil {
			return nil, unexpected(in, "You cannot confirm this PaymentIntent because it's missing a payment method. You can "+
				"either update the PaymentIntent with a payment method and then confirm it again, or confirm it again "+
				"directly with a payment method or ConfirmationToken.")
		}
		if m, err = find[method](ctx, c.unit, *in.PaymentMethod, "payment_method"); err != nil {
			return nil, err
		}
	}
	if err := attach(in, m); err != nil {
		return nil, err
	}
	if err := c.returnTo(in, m); err != nil {
		return nil, err
	}
	strict, err := c.p.flag("error_on_requires_action")
	if err != nil {
		return nil, err
	}
	return in, c.pay(ctx, in, m, strict)
}

// returnTo takes return_url and refuses a confirmation that cannot do without one.
func (c *call) returnTo(in *intent, m *method) error {
	// The address belongs to one confirmation; that of an earlier one is not used again.
	in.ReturnURL = ""
	if back := c.p.str("return_url"); back != "" {
		u, err := url.Parse(back)
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return invalid("url_invalid", "return_url", "Not a valid URL")
		}
		in.ReturnURL = back
	}
	redirects := in.AutomaticPaymentMethods != nil && in.AutomaticPaymentMethods.AllowRedirects == "always"
	if in.ReturnURL == "" && (m.Type == "alipay" || redirects) {
		return invalid("", "return_url", "You must provide a `return_url` when confirming this PaymentIntent, because it may "+
			"be paid with a payment method that redirects the customer.")
	}
	if m.Type == "wechat_pay" && !slices.Contains([]string{"web", "ios", "android"}, in.PaymentMethodOptions["wechat_pay"]["client"]) {
		return missing("payment_method_options[wechat_pay][client]")
	}
	return nil
}

// pay lets the card or the wallet decide. With strict set a card that wants 3-D Secure is declined instead.
func (u *unit) pay(ctx context.Context, in *intent, m *method, strict bool) error {
	if m.Type != "card" {
		in.NextAction = u.walletAction(in, m)
		return u.requireAction(ctx, in)
	}
	b := behaviour(m)
	if b.authenticate && strict {
		return u.decline(ctx, in, m, "authentication_required", "authentication_required",
			"Your card was declined. This transaction requires authentication.")
	}
	if b.authenticate {
		in.NextAction = u.authenticationAction(in)
		return u.requireAction(ctx, in)
	}
	return u.attempt(ctx, in, m)
}

func (u *unit) requireAction(ctx context.Context, in *intent) error {
	in.Status = statusAction
	if err := u.put(in); err != nil {
		return err
	}
	return u.emit(ctx, "payment_intent.requires_action", in, nil)
}

func (u *unit) authenticationAction(in *intent) map[string]any {
	page := u.originOf(in) + "/sandbox/3ds/" + in.ID
	if in.ReturnURL == "" {
		return map[string]any{
			"type": "use_stripe_sdk",
			"use_stripe_sdk": map[string]any{
				"type": "three_d_secure_redirect", "source": newID("src_", 24), "stripe_js": page,
			},
		}
	}
	return map[string]any{
		"type":            "redirect_to_url",
		"redirect_to_url": map[string]any{"return_url": in.ReturnURL, "url": page},
	}
}

func (u *unit) walletAction(in *intent, m *method) map[string]any {
	page := u.originOf(in) + "/sandbox/scan/" + in.ID
	if m.Type == "alipay" {
		return map[string]any{
			"type": "alipay_handle_redirect",
			"alipay_handle_redirect": map[string]any{
				"native_data": page, "native_url": page, "return_url": in.ReturnURL, "url": page,
			},
		}
	}
	return map[string]any{
		"type": "wechat_pay_display_qr_code",
		"wechat_pay_display_qr_code": map[string]any{
			"data": page, "hosted_instructions_url": page + "/instructions", "image_data_url": qrDataURL(page),
			"image_url_png": page + "/qr.png", "image_url_svg": page + "/qr.svg",
		},
	}
}

// originOf returns the origin at which the shopper who pays in meets the sandbox: that of the return address, else
// that of the site named in the metadata, else that of the browser's request.
func (u *unit) originOf(in *intent) string {
	host := hostOf(in.ReturnURL)
	if host == "" {
		host = in.Metadata["host"]
	}
	if host == "" {
		host = u.requestHost()
	}
	return u.p.origin(u.r, host)
}

// authenticateInPage settles 3-D Secure for the script's dialog; outcome is approve or fail.
func authenticateInPage(ctx context.Context, c *call) (any, error) {
	in, err := lock[intent](ctx, c.unit, c.p.str("source"), "source")
	if err != nil {
		return nil, err
	}
	if err := c.entitled(in); err != nil {
		return nil, err
	}
	if err := c.act(ctx, in, c.p.str("outcome") == "approve"); err != nil {
		return nil, err
	}
	return c.visible(in), nil
}

// act is the shopper's answer to next_action. The failure of a decline is swallowed: the shopper reads it from the
// intent.
func (u *unit) act(ctx context.Context, in *intent, approve bool) error {
	if in.Status != statusAction || in.PaymentMethod == nil {
		return unexpected(in, "This PaymentIntent has a status of "+in.Status+" and awaits no action.")
	}
	m, err := find[method](ctx, u, *in.PaymentMethod, "payment_method")
	if err != nil {
		return err
	}
	in.NextAction = nil
	switch {
	case approve:
		err = u.attempt(ctx, in, m)
	case m.Type == "card":
		err = u.reject(ctx, in, m, "payment_intent_authentication_failure", "We are unable to authenticate your payment "+
			"method. Please choose a different payment method and try again.")
	default:
		err = u.reject(ctx, in, m, "payment_intent_payment_attempt_failed", "The customer declined the payment.")
	}
	return ignoreRecorded(err)
}

// ignoreRecorded turns a failure that reports something that took place into success.
func ignoreRecorded(err error) error {
	if f, ok := err.(*failure); ok && f.keep {
		return nil
	}
	return err
}
