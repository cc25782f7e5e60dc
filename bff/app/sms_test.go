package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// Text messages go to countries that the site sells or ships to, or to those that it lists.
func TestWhereTextMessagesGo(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	send := func(number, lang string) (says string) {
		t.Helper()
		a := shop.Shopper(t).Post("/gw/auth/code/send", map[string]any{"channel": "sms", "target": number, "purpose": "login"}, "langId", lang)
		if a.Status == http.StatusOK {
			return ""
		}
		a.RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
		var data struct{ Fields struct{ Target string } }
		require.NoError(t, json.Unmarshal(a.Data, &data))
		return data.Fields.Target
	}
	const refusal = "No codes are sent to mobile numbers of this country or region. Please use another number, or your email address."
	for number, want := range map[string]string{
		"+85291234567": "", "+85366123456": "", "+447700900123": "", "+2348012345678": refusal, "+18765550100": refusal, "+881612345678": refusal,
	} {
		if got := send(number, "2"); got != want {
			t.Errorf("%s: %q", number, got)
		}
	}
	if got := send("+2348012345678", "1"); got != "暂不向该国家/地区的手机号码发送验证码，请更换号码，或改用邮箱。" {
		t.Errorf("in Chinese: %q", got)
	}
	for _, c := range []struct{ host, typed, to, example string }{
		{"uk.localhost", "07700 900124", "+447700900124", ""}, {"hk.localhost", "9123 4560", "+85291234560", ""}, {"hk.localhost", "8613800138000", "+8613800138000", ""},
		{"uk.localhost", "13800138000", "", "+44\u00a07700\u00a0900123"}, {"hk.localhost", "13800138000", "", "+852\u00a05123\u00a04567"},
		{"", "13800138000", "", "+852\u00a05123\u00a04567"}, {"", "9123 4560", "", "+852\u00a05123\u00a04567"},
	} {
		p := shop.Shopper(t)
		if p.Host = c.host; c.host != "" {
			p.Header.Del("tenantId")
		}
		a := p.Post("/gw/auth/code/send", map[string]any{"channel": "sms", "target": c.typed, "purpose": "login"}, "langId", "1")
		if c.to == "" {
			if !strings.Contains(string(a.Data), "请填写包含国家/地区代码的手机号码，例如 "+c.example+"。") {
				t.Errorf("%s at %q: %s", c.typed, c.host, a.Data)
			}
			continue
		}
		if a.Status != http.StatusOK {
			t.Errorf("%s at %s: %d %s", c.typed, c.host, a.Status, a.Data)
		}
		if n := count(t, shop, `select count(*) from notification where channel = 'sms' and recipient = ?`, c.to); n != 1 {
			t.Errorf("%d messages to %s", n, c.to)
		}
	}
	exec(t, shop, `update tenant set settings = settings || '{"smsCountries": ["NG"]}' where id = 20`)
	waittest.Eventually(t, "the site has a list of its own", func() bool { return send("+2348012345679", "2") == "" })
	if got := send("+85291234569", "2"); got != refusal {
		t.Errorf("a country that is not on it: %q", got)
	}
}
