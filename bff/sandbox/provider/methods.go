package provider

import (
	"context"
	"slices"
)

// methodTypes are the payment methods the sandbox plays, in the order Stripe would offer them.
var methodTypes = []string{"card", "alipay", "wechat_pay"}

// walletCurrencies are the currencies the wallets take.
var walletCurrencies = map[string][]string{
	"alipay":     {"aud", "cad", "cny", "eur", "gbp", "hkd", "jpy", "myr", "nzd", "sgd", "usd"},
	"wechat_pay": {"aud", "cad", "chf", "cny", "dkk", "eur", "gbp", "hkd", "jpy", "nok", "sek", "sgd", "usd"},
}

var methodParams = []string{"alipay", "billing_details", "card", "metadata", "type", "wechat_pay"}

func (p *Provider) routeMethods() {
	p.api("POST /v1/payment_methods", route{publishable: true, params: methodParams, do: createMethod})
	p.api("GET /v1/payment_methods/{id}", route{do: func(ctx context.Context, c *call) (any, error) {
		return find[method](ctx, c.unit, c.r.PathValue("id"), "payment_method")
	}})
}

func createMethod(ctx context.Context, c *call) (any, error) {
	m, err := c.methodFrom(c.p)
	if err != nil {
		return nil, err
	}
	return m, c.put(m)
}

// methodFrom returns the payment method that parameters describe; it is not stored yet.
func (u *unit) methodFrom(p params) (*method, error) {
	var m *method
	var err error
	switch kind := p.str("type"); kind {
	case "":
		return nil, missing("type")
	case "card":
		m, err = u.newCardMethod(p.inside("card"))
	case "alipay", "wechat_pay":
		m = u.newMethod(kind)
	default:
		return nil, invalid("", "type", "Invalid type: must be one of card, alipay, or wechat_pay")
	}
	if err != nil {
		return nil, err
	}
	details := p.inside("billing_details")
	for _, k := range []string{"email", "name", "phone"} {
		if details.Has(k) {
			m.BillingDetails[k] = details.str(k)
		}
	}
	if address := details.flat("address"); len(address) > 0 {
		m.BillingDetails["address"] = address
	}
	return m, nil
}

func (u *unit) newMethod(kind string) *method {
	m := &method{
		BillingDetails: map[string]any{"address": nil, "email": nil, "name": nil, "phone": nil}, Created: u.unix(),
		ID: newID("pm_", 24), Metadata: map[string]any{}, Object: "payment_method", Type: kind,
	}
	switch kind {
	case "alipay":
		m.Alipay = map[string]any{}
	case "wechat_pay":
		m.WechatPay = map[string]any{}
	}
	return m
}

// chosenMethod returns the payment method a request names or describes, stored; nil when it does neither.
func (c *call) chosenMethod(ctx context.Context) (*method, error) {
	switch {
	case c.p.has("payment_method_data"):
		if c.p.Has("payment_method") {
			return nil, invalid("parameters_exclusive", "payment_method", "You may only specify one of these parameters: "+
				"payment_method, payment_method_data.")
		}
		m, err := c.methodFrom(c.p.inside("payment_method_data"))
		if err != nil {
			return nil, err
		}
		return m, c.put(m)
	case c.p.str("payment_method") == "":
		return nil, nil
	}
	id := c.p.str("payment_method")
	if t, ok := cardNamed(id); ok {
		m := c.cardMethod(t, 12, int64(c.now.Year())+4)
		return m, c.put(m)
	}
	m, err := find[method](ctx, c.unit, id, "payment_method")
	return m, err
}

// typesFor returns the types an intent of that currency accepts: those asked for, or all that fit.
func typesFor(currency string, asked []string, everything bool) ([]string, error) {
	if len(asked) == 0 {
		if !everything {
			return []string{"card"}, nil
		}
		out := []string{}
		for _, t := range methodTypes {
			if takes(t, currency) {
				out = append(out, t)
			}
		}
		return out, nil
	}
	for _, t := range asked {
		if !slices.Contains(methodTypes, t) {
			return nil, invalid("", "payment_method_types", "The payment method type \""+t+"\" is invalid. Please ensure the "+
				"provided type is activated in your dashboard and your account is enabled for any preview features that you "+
				"are trying to use.")
		}
		if !takes(t, currency) {
			return nil, invalid("", "currency", "The currency provided ("+currency+") is invalid for one or more payment "+
				"method types on this PaymentIntent.")
		}
	}
	return asked, nil
}

func takes(kind, currency string) bool {
	currencies, limited := walletCurrencies[kind]
	return !limited || slices.Contains(currencies, currency)
}
