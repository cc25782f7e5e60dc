package provider_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v76"
)

func TestCardPaymentSucceedsAndSendsItsWebhook(t *testing.T) {
	f := newFixture(t)
	in := f.newIntent("card")
	require.Equal(t, stripe.PaymentIntentStatusRequiresPaymentMethod, in.Status)
	require.True(t, strings.HasPrefix(in.ClientSecret, in.ID+"_secret_"))

	params := &stripe.PaymentIntentConfirmParams{PaymentMethod: stripe.String("pm_card_mastercard")}
	params.AddExpand("latest_charge")
	in, err := f.stripe.PaymentIntents.Confirm(in.ID, params)
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusSucceeded, in.Status)
	require.EqualValues(t, 1290, in.AmountReceived)
	require.Equal(t, "R1", in.Metadata["order"])
	require.Equal(t, "4444", in.LatestCharge.PaymentMethodDetails.Card.Last4)
	require.NotEmpty(t, in.LatestCharge.PaymentMethodDetails.Card.Fingerprint)

	require.Equal(t, []string{"payment_intent.created", "charge.succeeded", "payment_intent.succeeded"}, f.waitForEvents(in.ID, 3))

	_, err = f.confirm(in.ID, "pm_card_visa")
	require.EqualValues(t, "payment_intent_unexpected_state", requireStripeError(t, err).Code)
	_, err = f.stripe.PaymentIntents.Cancel(in.ID, nil)
	e := requireStripeError(t, err)
	require.EqualValues(t, "payment_intent_unexpected_state", e.Code)
	require.Equal(t, http.StatusBadRequest, e.HTTPStatusCode)
	require.Equal(t, in.ID, e.PaymentIntent.ID)
}

func TestDeclinedCards(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ method, number, code, decline string }{
		{"pm_card_chargeDeclined", "4000000000000002", "card_declined", "generic_decline"},
		{"pm_card_chargeDeclinedInsufficientFunds", "4000000000009995", "card_declined", "insufficient_funds"},
		{"pm_card_visa_chargeDeclinedExpiredCard", "4000000000000069", "expired_card", ""},
		{"pm_card_chargeDeclinedIncorrectCvc", "4000000000000127", "incorrect_cvc", ""},
		{"pm_card_chargeDeclinedProcessingError", "4000000000000119", "processing_error", ""},
	} {
		made, err := f.stripe.PaymentMethods.New(card(c.number))
		require.NoError(t, err, c.method)
		for _, method := range []string{c.method, made.ID} {
			in := f.newIntent("card")
			_, err := f.confirm(in.ID, method)
			e := requireStripeError(t, err)
			require.Equal(t, http.StatusPaymentRequired, e.HTTPStatusCode, method)
			require.Equal(t, stripe.ErrorTypeCard, e.Type, method)
			require.EqualValues(t, c.code, e.Code, method)
			require.EqualValues(t, c.decline, e.DeclineCode, method)
			require.NotEmpty(t, e.Msg)
			require.Equal(t, in.ID, e.PaymentIntent.ID)

			in, err = f.stripe.PaymentIntents.Get(in.ID, nil)
			require.NoError(t, err)
			require.Equal(t, stripe.PaymentIntentStatusRequiresPaymentMethod, in.Status)
			require.EqualValues(t, c.code, in.LastPaymentError.Code)
			require.Equal(t, in.LatestCharge.ID, in.LastPaymentError.ChargeID)
			require.Nil(t, in.PaymentMethod)
			require.Equal(t, []string{"payment_intent.created", "charge.failed", "payment_intent.payment_failed"}, f.waitForEvents(in.ID, 3))

			again, err := f.confirm(in.ID, "pm_card_visa")
			require.NoError(t, err, "a failed attempt may be repeated")
			require.Equal(t, stripe.PaymentIntentStatusSucceeded, again.Status)
			require.Nil(t, again.LastPaymentError)
		}
	}
}

func card(number string) *stripe.PaymentMethodParams {
	return &stripe.PaymentMethodParams{Type: stripe.String("card"), Card: &stripe.PaymentMethodCardParams{
		Number: stripe.String(number), ExpMonth: stripe.Int64(12), ExpYear: stripe.Int64(2044), CVC: stripe.String("123"),
	}}
}

func TestInvalidCardNumbersAreRefused(t *testing.T) {
	f := newFixture(t)
	for number, code := range map[string]string{"4242424242424241": "incorrect_number", "4539578763621486": "card_declined"} {
		_, err := f.stripe.PaymentMethods.New(card(number))
		e := requireStripeError(t, err)
		require.Equal(t, http.StatusPaymentRequired, e.HTTPStatusCode)
		require.EqualValues(t, code, e.Code)
	}
	past := card("4242424242424242")
	past.Card.ExpYear = stripe.Int64(2020)
	_, err := f.stripe.PaymentMethods.New(past)
	require.EqualValues(t, "invalid_expiry_year", requireStripeError(t, err).Code)
	short := card("4242424242424242")
	short.Card.CVC = stripe.String("1")
	_, err = f.stripe.PaymentMethods.New(short)
	require.EqualValues(t, "invalid_cvc", requireStripeError(t, err).Code)

	var n int
	require.NoError(t, f.db.SQL.QueryRowContext(t.Context(),
		`SELECT count(*) FROM sandbox.object WHERE body::text LIKE '%42424242%'`).Scan(&n))
	require.Zero(t, n, "a card number was stored")
}

func TestThreeDSecureByRedirect(t *testing.T) {
	f := newFixture(t)
	for answer, want := range map[string]string{"approve": "succeeded", "decline": "failed"} {
		in, err := f.stripe.PaymentIntents.Confirm(f.newIntent("card").ID, &stripe.PaymentIntentConfirmParams{
			PaymentMethod: stripe.String("pm_card_threeDSecure2Required"), ReturnURL: stripe.String("http://shop.test/payment/1?a=b"),
		})
		require.NoError(t, err)
		require.Equal(t, stripe.PaymentIntentStatusRequiresAction, in.Status)
		require.Equal(t, stripe.PaymentIntentNextActionTypeRedirectToURL, in.NextAction.Type)
		page := in.NextAction.RedirectToURL.URL

		res, err := f.browser().Get(page)
		require.Contains(t, body(t, res, err), "3220")
		res, err = f.browser().PostForm(page, url.Values{"outcome": {answer}})
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusSeeOther, res.StatusCode)
		back, err := res.Location()
		require.NoError(t, err)
		q := back.Query()
		require.Equal(t, "shop.test", back.Host)
		require.Equal(t, "b", q.Get("a"))
		require.Equal(t, want, q.Get("redirect_status"))
		require.Equal(t, in.ID, q.Get("payment_intent"))
		require.Equal(t, in.ClientSecret, q.Get("payment_intent_client_secret"))

		in, err = f.stripe.PaymentIntents.Get(in.ID, nil)
		require.NoError(t, err)
		if want == "succeeded" {
			require.Equal(t, stripe.PaymentIntentStatusSucceeded, in.Status)
		} else {
			require.EqualValues(t, "payment_intent_authentication_failure", in.LastPaymentError.Code)
			require.Equal(t, stripe.PaymentIntentStatusRequiresPaymentMethod, in.Status)
		}
		require.Contains(t, f.waitForEvents(in.ID, 3), "payment_intent.requires_action")
	}
}

func TestWallets(t *testing.T) {
	f := newFixture(t)
	wechat := f.newIntent("wechat_pay")
	params := &stripe.PaymentIntentConfirmParams{PaymentMethodData: &stripe.PaymentIntentPaymentMethodDataParams{
		Type: stripe.String("wechat_pay"),
	}}
	_, err := f.stripe.PaymentIntents.Confirm(wechat.ID, params)
	require.Equal(t, "payment_method_options[wechat_pay][client]", requireStripeError(t, err).Param)
	params.PaymentMethodOptions = &stripe.PaymentIntentPaymentMethodOptionsParams{
		WeChatPay: &stripe.PaymentIntentPaymentMethodOptionsWeChatPayParams{Client: stripe.String("web")},
	}
	wechat, err = f.stripe.PaymentIntents.Confirm(wechat.ID, params)
	require.NoError(t, err)
	code := wechat.NextAction.WeChatPayDisplayQRCode
	require.Equal(t, f.server.URL+"/sandbox/scan/"+wechat.ID, code.Data)
	for address, kind := range map[string]string{code.ImageURLPNG: "image/png", code.ImageURLSVG: "image/svg+xml"} {
		res, err := http.Get(address)
		require.NotEmpty(t, body(t, res, err))
		require.Equal(t, kind, res.Header.Get("Content-Type"))
	}
	res, err := http.Get(code.HostedInstructionsURL)
	require.Contains(t, body(t, res, err), "qr.svg")

	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, code.Data, nil)
	require.NoError(t, err)
	req.Header.Set("Accept-Language", "zh-HK,zh;q=0.9")
	res, err = http.DefaultClient.Do(req)
	page := body(t, res, err)
	require.Contains(t, page, "沙盒 – 不会真实扣款")
	require.Contains(t, page, "USD 12.90")
	require.NotContains(t, page, "<script")
	res, err = http.PostForm(code.Data, url.Values{"outcome": {"approve"}})
	require.Contains(t, body(t, res, err), "Payment approved")
	require.Equal(t, []string{"payment_intent.created", "payment_intent.requires_action", "charge.succeeded", "payment_intent.succeeded"},
		f.waitForEvents(wechat.ID, 4))

	alipay, err := f.stripe.PaymentIntents.New(&stripe.PaymentIntentParams{
		Amount: stripe.Int64(5000), Currency: stripe.String("hkd"), PaymentMethodTypes: stripe.StringSlice([]string{"alipay"}),
		Confirm: stripe.Bool(true), ReturnURL: stripe.String("http://shop.test/back"),
		PaymentMethodData: &stripe.PaymentIntentPaymentMethodDataParams{Type: stripe.String("alipay")},
	})
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentNextActionTypeAlipayHandleRedirect, alipay.NextAction.Type)
	res, err = http.PostForm(alipay.NextAction.AlipayHandleRedirect.URL, url.Values{"outcome": {"decline"}})
	require.Contains(t, body(t, res, err), "Payment declined")
	alipay, err = f.stripe.PaymentIntents.Get(alipay.ID, nil)
	require.NoError(t, err)
	require.EqualValues(t, "payment_intent_payment_attempt_failed", alipay.LastPaymentError.Code)
}

func TestValidation(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct {
		name, param, code string
		in                stripe.PaymentIntentParams
	}{
		{"no amount", "amount", "parameter_missing", stripe.PaymentIntentParams{Currency: stripe.String("usd")}},
		{"no currency", "currency", "parameter_missing", stripe.PaymentIntentParams{Amount: stripe.Int64(100)}},
		{"zero", "amount", "parameter_invalid_integer", stripe.PaymentIntentParams{Amount: stripe.Int64(0), Currency: stripe.String("usd")}},
		{"small", "amount", "amount_too_small", stripe.PaymentIntentParams{Amount: stripe.Int64(399), Currency: stripe.String("hkd")}},
		{"large", "amount", "amount_too_large", stripe.PaymentIntentParams{Amount: stripe.Int64(100_000_000), Currency: stripe.String("usd")}},
		{"currency", "currency", "", stripe.PaymentIntentParams{Amount: stripe.Int64(100), Currency: stripe.String("xxx")}},
		{"method", "payment_method_types", "", stripe.PaymentIntentParams{Amount: stripe.Int64(100), Currency: stripe.String("usd"),
			PaymentMethodTypes: stripe.StringSlice([]string{"barter"})}},
		{"wallet's currency", "currency", "", stripe.PaymentIntentParams{Amount: stripe.Int64(100_00), Currency: stripe.String("thb"),
			PaymentMethodTypes: stripe.StringSlice([]string{"alipay"})}},
	} {
		_, err := f.stripe.PaymentIntents.New(&c.in)
		e := requireStripeError(t, err)
		require.Equal(t, http.StatusBadRequest, e.HTTPStatusCode, c.name)
		require.Equal(t, stripe.ErrorTypeInvalidRequest, e.Type, c.name)
		require.Equal(t, c.param, e.Param, c.name)
		require.EqualValues(t, c.code, e.Code, c.name)
	}
	_, err := f.stripe.PaymentIntents.Get("pi_none", nil)
	e := requireStripeError(t, err)
	require.Equal(t, http.StatusNotFound, e.HTTPStatusCode)
	require.EqualValues(t, "resource_missing", e.Code)
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(500), Currency: stripe.String("usd")}
	params.AddExtra("amonut", "1")
	_, err = f.stripe.PaymentIntents.New(params)
	require.EqualValues(t, "parameter_unknown", requireStripeError(t, err).Code)
}

func TestKeys(t *testing.T) {
	f := newFixture(t)
	in := f.newIntent("card")
	_, err := f.clientWith("sk_test_wrong_key_here").PaymentIntents.Get(in.ID, nil)
	require.Equal(t, http.StatusUnauthorized, requireStripeError(t, err).HTTPStatusCode)
	public := f.clientWith(publishableKey)
	_, err = public.PaymentIntents.Cancel(in.ID, nil)
	require.EqualValues(t, "secret_key_required", requireStripeError(t, err).Code)
	_, err = public.PaymentIntents.Get(in.ID, nil)
	require.Equal(t, "client_secret", requireStripeError(t, err).Param)
	_, err = public.PaymentIntents.Get(in.ID, &stripe.PaymentIntentParams{ClientSecret: stripe.String(in.ID + "_secret_wrong")})
	require.Equal(t, "client_secret", requireStripeError(t, err).Param)
	seen, err := public.PaymentIntents.Get(in.ID, &stripe.PaymentIntentParams{ClientSecret: stripe.String(in.ClientSecret)})
	require.NoError(t, err)
	require.EqualValues(t, 1290, seen.Amount)
	require.Empty(t, seen.Metadata, "metadata is not for the browser")
}

func TestUpdateAndCancel(t *testing.T) {
	f := newFixture(t)
	in := f.newIntent("card")
	in, err := f.stripe.PaymentIntents.Update(in.ID, &stripe.PaymentIntentParams{
		Amount: stripe.Int64(2000), Metadata: map[string]string{"order": "", "more": "1"},
	})
	require.NoError(t, err)
	require.EqualValues(t, 2000, in.Amount)
	require.Equal(t, map[string]string{"more": "1"}, in.Metadata)
	in, err = f.stripe.PaymentIntents.Cancel(in.ID, &stripe.PaymentIntentCancelParams{CancellationReason: stripe.String("abandoned")})
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusCanceled, in.Status)
	require.NotZero(t, in.CanceledAt)
	_, err = f.confirm(in.ID, "pm_card_visa")
	require.EqualValues(t, "payment_intent_unexpected_state", requireStripeError(t, err).Code)
	_, err = f.stripe.PaymentIntents.Cancel(in.ID, nil)
	require.EqualValues(t, "payment_intent_unexpected_state", requireStripeError(t, err).Code)
	require.Equal(t, []string{"payment_intent.created", "payment_intent.canceled"}, f.waitForEvents(in.ID, 2))
}

func TestListsArePaged(t *testing.T) {
	f := newFixture(t)
	var made []string
	for range 5 {
		made = append([]string{f.newIntent("card").ID}, made...)
	}
	params := &stripe.PaymentIntentListParams{}
	params.Limit = stripe.Int64(2)
	var seen []string
	for i := f.stripe.PaymentIntents.List(params); i.Next(); {
		seen = append(seen, i.PaymentIntent().ID)
	}
	require.Equal(t, made, seen, "newest first, over several pages")
}
