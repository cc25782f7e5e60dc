package provider_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v76"
)

// played is what testdata/browser.mjs reports.
type played struct {
	Emptied      bool     `json:"emptied"`
	Events       []string `json:"events"`
	InlineStyles int      `json:"inlineStyles"`
	Labels       []string `json:"labels"`
	Left         bool     `json:"left"`
	Named        bool     `json:"named"`
	Unsent       bool     `json:"unsent"`
	Result       struct {
		Error *struct {
			Code        string `json:"code"`
			DeclineCode string `json:"decline_code"`
			Message     string `json:"message"`
			Type        string `json:"type"`
		} `json:"error"`
		PaymentIntent *struct {
			ID       string            `json:"id"`
			Metadata map[string]string `json:"metadata"`
			Status   string            `json:"status"`
		} `json:"paymentIntent"`
	} `json:"result"`
}

// play runs a scenario in Node, which has jsdom from the project's own packages.
func (b *bench) play(scenario map[string]any) played {
	b.t.Helper()
	raw, err := json.Marshal(scenario)
	require.NoError(b.t, err)
	cmd := exec.CommandContext(b.t.Context(), "node", "testdata/browser.mjs", b.server.URL, publishableKey, string(raw))
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		b.t.Fatalf("browser.mjs: %s", exit.Stderr)
	}
	require.NoError(b.t, err)
	var p played
	require.NoError(b.t, json.Unmarshal(out, &p), "%s", out)
	require.True(b.t, p.Emptied, "destroy leaves nothing behind")
	require.Zero(b.t, p.InlineStyles, "a strict policy would block these")
	require.True(b.t, p.Named, "every input has its label")
	require.True(b.t, p.Unsent, "a form around the inputs must not send a card")
	return p
}

func typed(number string) map[string]any {
	return map[string]any{"cc-number": number, "cc-exp": "1244", "cc-csc": "123"}
}

func TestScriptPaysByCard(t *testing.T) {
	b := newBench(t)
	in := b.intent("card")
	p := b.play(map[string]any{"clientSecret": in.ClientSecret, "locale": "en", "card": typed("4242424242424242")})
	require.Nil(t, p.Result.Error)
	require.Equal(t, "succeeded", p.Result.PaymentIntent.Status)
	require.Empty(t, p.Result.PaymentIntent.Metadata)
	require.Equal(t, []string{"change", "change", "complete"}, p.Events)
	require.Equal(t, "Card number", p.Labels[0])
	b.wait(in.ID, 3)
}

func TestScriptTellsErrorsInTheShoppersLanguage(t *testing.T) {
	b := newBench(t)
	in := b.intent("card")
	p := b.play(map[string]any{"clientSecret": in.ClientSecret, "locale": "zh", "card": typed("4000000000009995")})
	require.Equal(t, "卡号", p.Labels[0])
	require.Equal(t, "card_error", p.Result.Error.Type)
	require.Equal(t, "insufficient_funds", p.Result.Error.DeclineCode)
	require.Equal(t, "您的银行卡余额不足。", p.Result.Error.Message)
	p = b.play(map[string]any{"clientSecret": in.ClientSecret, "locale": "en", "card": map[string]any{"cc-number": "4242"}})
	require.Equal(t, "validation_error", p.Result.Error.Type)
	require.Equal(t, "incomplete_number", p.Result.Error.Code)
	p = b.play(map[string]any{"clientSecret": in.ID + "_secret_wrong", "locale": "en", "card": typed("4242424242424242")})
	require.Equal(t, "invalid_request_error", p.Result.Error.Type)
}

func TestScriptThreeDSecure(t *testing.T) {
	b := newBench(t)
	in := b.intent("card")
	p := b.play(map[string]any{"clientSecret": in.ClientSecret, "locale": "en", "card": typed("4000002500003155"),
		"confirmParams": map[string]any{"return_url": b.server.URL + "/en/payment/1"}})
	require.True(t, p.Left, "with a return address the browser goes to the bank's page")
	p = b.play(map[string]any{"clientSecret": in.ClientSecret, "locale": "en", "card": typed("4000000000003220"),
		"call": "confirmCardPayment", "click": "Decline"})
	require.Equal(t, "payment_intent_authentication_failure", p.Result.Error.Code)
	fresh := b.intent("card")
	p = b.play(map[string]any{"clientSecret": fresh.ClientSecret, "locale": "en", "card": typed("4000000000003220"),
		"call": "confirmCardPayment", "click": "Approve payment"})
	require.Equal(t, "succeeded", p.Result.PaymentIntent.Status)
	got, err := b.stripe.PaymentIntents.Get(fresh.ID, nil)
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusSucceeded, got.Status)
}

func TestScriptIsServedForAStrictPolicy(t *testing.T) {
	b := newBench(t)
	res, err := http.Get(b.server.URL + "/sandbox/stripe.js")
	src := body(t, res, err)
	require.Contains(t, res.Header.Get("Content-Type"), "text/javascript")
	require.Contains(t, src, "window.Stripe = Stripe")
	for _, forbidden := range []string{"eval(", "innerHTML", "new Function", "cssText"} {
		require.NotContains(t, src, forbidden)
	}
}

func TestBothLanguagesHaveTheSameTexts(t *testing.T) {
	t.Parallel()
	keys := func(lang string) []string {
		raw, err := os.ReadFile("web/" + lang + ".json")
		require.NoError(t, err)
		var m map[string]string
		require.NoError(t, json.Unmarshal(raw, &m))
		for k, v := range m {
			require.NotEmpty(t, v, k)
		}
		return slices.Sorted(maps.Keys(m))
	}
	require.Equal(t, keys("en"), keys("zh"))
}
