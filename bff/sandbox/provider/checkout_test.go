package provider_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v76"
)

func decode(t *testing.T, res *http.Response, err error) map[string]any {
	t.Helper()
	var out map[string]any
	require.NoError(t, json.Unmarshal([]byte(body(t, res, err)), &out))
	return out
}

func (f *fixture) session(locale string, types ...string) *stripe.CheckoutSession {
	f.t.Helper()
	s, err := f.stripe.CheckoutSessions.New(&stripe.CheckoutSessionParams{
		Mode: stripe.String("payment"), Locale: stripe.String(locale), PaymentMethodTypes: stripe.StringSlice(types),
		SuccessURL: stripe.String("http://shop.test/done?s={CHECKOUT_SESSION_ID}"), CancelURL: stripe.String("http://shop.test/cart"),
		ExpiresAt: stripe.Int64(f.clock.Now().Add(time.Hour).Unix()),
		LineItems: []*stripe.CheckoutSessionLineItemParams{{
			Quantity: stripe.Int64(2), PriceData: &stripe.CheckoutSessionLineItemPriceDataParams{
				Currency: stripe.String("hkd"), UnitAmount: stripe.Int64(4500),
				ProductData: &stripe.CheckoutSessionLineItemPriceDataProductDataParams{Name: stripe.String("Japan 3 GB <b>")},
			},
		}},
		PaymentIntentData: &stripe.CheckoutSessionPaymentIntentDataParams{Metadata: map[string]string{"order": "R9"}},
	})
	require.NoError(f.t, err)
	return s
}

func form(number string) url.Values {
	return url.Values{"method": {"card"}, "number": {number}, "expiry": {"12/44"}, "cvc": {"123"}, "name": {"Ann"}, "email": {"a@shop.test"}}
}

func TestCheckoutWithoutScript(t *testing.T) {
	f := newFixture(t)
	s := f.session("zh", "card", "alipay")
	require.Equal(t, stripe.CheckoutSessionStatusOpen, s.Status)
	require.EqualValues(t, 9000, s.AmountTotal)
	web := f.browser()
	res, err := web.Get(s.URL)
	page := body(t, res, err)
	require.Contains(t, page, "沙盒")
	require.Contains(t, page, "HKD 90.00")
	require.Contains(t, page, "Japan 3 GB &lt;b&gt;")
	require.NotContains(t, page, "<script")
	require.Contains(t, res.Header.Get("Content-Security-Policy"), "default-src 'none'")

	res, err = web.PostForm(s.URL, form("4242424242424241"))
	page = body(t, res, err)
	require.Equal(t, http.StatusUnprocessableEntity, res.StatusCode)
	require.Contains(t, page, "您的银行卡号不正确")
	require.Contains(t, page, `value="12/44"`)
	require.NotContains(t, page, "4242424242424241")
	res, err = web.PostForm(s.URL, form("4000 0000 0000 9995"))
	require.Contains(t, body(t, res, err), "余额不足")

	res, err = web.PostForm(s.URL, form("4242 4242 4242 4242"))
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusSeeOther, res.StatusCode)
	require.Equal(t, "http://shop.test/done?s="+s.ID, res.Header.Get("Location"))
	params := &stripe.CheckoutSessionParams{}
	params.AddExpand("payment_intent.latest_charge")
	params.AddExpand("line_items")
	s, err = f.stripe.CheckoutSessions.Get(s.ID, params)
	require.NoError(t, err)
	require.Equal(t, stripe.CheckoutSessionStatusComplete, s.Status)
	require.Equal(t, stripe.CheckoutSessionPaymentStatusPaid, s.PaymentStatus)
	require.Equal(t, "R9", s.PaymentIntent.Metadata["order"])
	require.True(t, s.PaymentIntent.LatestCharge.Paid)
	require.EqualValues(t, 2, s.LineItems.Data[0].Quantity)
	require.Equal(t, []string{
		"payment_intent.created", "charge.failed", "payment_intent.payment_failed", "charge.succeeded",
		"payment_intent.succeeded", "checkout.session.completed",
	}, f.waitForEvents(s.PaymentIntent.ID, 6))
	_, err = f.stripe.CheckoutSessions.Expire(s.ID, nil)
	require.Error(t, err)
}

func TestCheckoutWithThreeDSecureAndWallet(t *testing.T) {
	f := newFixture(t)
	web := f.browser()
	s := f.session("en", "card", "alipay")
	res, err := web.PostForm(s.URL, form("4000000000003220"))
	require.Contains(t, body(t, res, err), "Your bank wants to know")
	bank := res.Request.URL.String()
	res, err = web.PostForm(bank, url.Values{"outcome": {"decline"}})
	require.Contains(t, body(t, res, err), "could not confirm this payment", "back on the checkout page with the reason")
	res, err = web.PostForm(s.URL, url.Values{"method": {"alipay"}})
	require.Contains(t, body(t, res, err), "Alipay")
	res, err = web.PostForm(res.Request.URL.String(), url.Values{"outcome": {"approve"}})
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, "http://shop.test/done?s="+s.ID, res.Header.Get("Location"))
}

func TestCheckoutExpires(t *testing.T) {
	f := newFixture(t)
	s := f.session("en", "card")
	web := f.browser()
	res, err := web.PostForm(s.URL, form("4000000000000002"))
	require.Contains(t, body(t, res, err), "declined")
	s, err = f.stripe.CheckoutSessions.Get(s.ID, nil)
	require.NoError(t, err)
	_, err = f.stripe.PaymentIntents.Cancel(s.PaymentIntent.ID, nil)
	require.EqualValues(t, "payment_intent_unexpected_state", requireStripeError(t, err).Code)
	page := s.URL
	f.clock.Advance(61 * time.Minute)
	require.Contains(t, f.waitForEvents("", 5), "checkout.session.expired")
	res, err = web.PostForm(page, form("4242424242424242"))
	require.Contains(t, body(t, res, err), "expired")
	require.Equal(t, http.StatusGone, res.StatusCode)
	in, err := f.stripe.PaymentIntents.Get(s.PaymentIntent.ID, nil)
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusCanceled, in.Status)

	other := f.session("en", "card")
	other, err = f.stripe.CheckoutSessions.Expire(other.ID, nil)
	require.NoError(t, err)
	require.Equal(t, stripe.CheckoutSessionStatusExpired, other.Status)
}

func TestTwoSubmissionsChargeOnce(t *testing.T) {
	f := newFixture(t)
	for range 10 {
		s := f.session("en", "card")
		// As many as meet one that has just made the intent, and one that comes when it is there.
		done := make(chan string, 12)
		for range cap(done) {
			go func() {
				res, err := f.browser().PostForm(s.URL, form("4242424242424242"))
				if err != nil {
					done <- err.Error()
					return
				}
				_ = res.Body.Close()
				done <- res.Header.Get("Location")
			}()
		}
		for range cap(done) {
			require.Equal(t, "http://shop.test/done?s="+s.ID, <-done)
		}
	}
	n := 0
	for i := f.stripe.Charges.List(nil); i.Next(); {
		n++
	}
	require.Equal(t, 10, n)
}
