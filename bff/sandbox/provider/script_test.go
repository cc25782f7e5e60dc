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

// scriptResult is the report of testdata/browser.mjs.
type scriptResult struct {
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

// runScript runs a scenario in Node, which has jsdom from the project's own packages.
func (f *fixture) runScript(scenario map[string]any) scriptResult {
	f.t.Helper()
	raw, err := json.Marshal(scenario)
	require.NoError(f.t, err)
	cmd := exec.CommandContext(f.t.Context(), "node", "testdata/browser.mjs", f.server.URL, publishableKey, string(raw))
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		f.t.Fatalf("browser.mjs: %s", exit.Stderr)
	}
	require.NoError(f.t, err)
	var p scriptResult
	require.NoError(f.t, json.Unmarshal(out, &p), "%s", out)
	require.True(f.t, p.Emptied, "destroy leaves nothing behind")
	require.Zero(f.t, p.InlineStyles, "a strict policy would block these")
	require.True(f.t, p.Named, "every input has its label")
	require.True(f.t, p.Unsent, "a form around the inputs must not send a card")
	return p
}

func cardInput(number string) map[string]any {
	return map[string]any{"cc-number": number, "cc-exp": "1244", "cc-csc": "123"}
}

func TestScriptPaysByCard(t *testing.T) {
	f := newFixture(t)
	in := f.newIntent("card")
	p := f.runScript(map[string]any{"clientSecret": in.ClientSecret, "locale": "en", "card": cardInput("4242424242424242")})
	require.Nil(t, p.Result.Error)
	require.Equal(t, "succeeded", p.Result.PaymentIntent.Status)
	require.Empty(t, p.Result.PaymentIntent.Metadata)
	require.Equal(t, []string{"change", "change", "complete"}, p.Events)
	require.Equal(t, "Card number", p.Labels[0])
	f.waitForEvents(in.ID, 3)
}

func TestScriptShowsErrorsInTheShoppersLanguage(t *testing.T) {
	f := newFixture(t)
	in := f.newIntent("card")
	p := f.runScript(map[string]any{"clientSecret": in.ClientSecret, "locale": "zh", "card": cardInput("4000000000009995")})
	require.Equal(t, "卡号", p.Labels[0])
	require.Equal(t, "card_error", p.Result.Error.Type)
	require.Equal(t, "insufficient_funds", p.Result.Error.DeclineCode)
	require.Equal(t, "您的银行卡余额不足。", p.Result.Error.Message)
	p = f.runScript(map[string]any{"clientSecret": in.ClientSecret, "locale": "en", "card": map[string]any{"cc-number": "4242"}})
	require.Equal(t, "validation_error", p.Result.Error.Type)
	require.Equal(t, "incomplete_number", p.Result.Error.Code)
	p = f.runScript(map[string]any{"clientSecret": in.ID + "_secret_wrong", "locale": "en", "card": cardInput("4242424242424242")})
	require.Equal(t, "invalid_request_error", p.Result.Error.Type)
}

func TestScriptThreeDSecure(t *testing.T) {
	f := newFixture(t)
	in := f.newIntent("card")
	p := f.runScript(map[string]any{"clientSecret": in.ClientSecret, "locale": "en", "card": cardInput("4000002500003155"),
		"confirmParams": map[string]any{"return_url": f.server.URL + "/en/payment/1"}})
	require.True(t, p.Left, "with a return address the browser goes to the bank's page")
	p = f.runScript(map[string]any{"clientSecret": in.ClientSecret, "locale": "en", "card": cardInput("4000000000003220"),
		"call": "confirmCardPayment", "click": "Decline"})
	require.Equal(t, "payment_intent_authentication_failure", p.Result.Error.Code)
	fresh := f.newIntent("card")
	p = f.runScript(map[string]any{"clientSecret": fresh.ClientSecret, "locale": "en", "card": cardInput("4000000000003220"),
		"call": "confirmCardPayment", "click": "Approve payment"})
	require.Equal(t, "succeeded", p.Result.PaymentIntent.Status)
	got, err := f.stripe.PaymentIntents.Get(fresh.ID, nil)
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusSucceeded, got.Status)
}

func TestScriptIsServedForAStrictPolicy(t *testing.T) {
	f := newFixture(t)
	res, err := http.Get(f.server.URL + "/sandbox/stripe.js")
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
