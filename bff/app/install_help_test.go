package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A buyer whose mail did not come has it sent again from the install page, which also has what support asks for, without the code.
func TestHelpOnTheInstallPage(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	no := buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil)).OrderNo
	var page gen.InstallPage
	require.NoError(t, json.Unmarshal(readPageData(t, p, "/en/my-order/"+no+"/install").Data, &page))
	kit := page.Kits[0].Install
	if len(page.Support) != 2 || page.Support[0].Lang != "en" || page.Support[1].Lang != "zh" {
		t.Fatalf("summaries: %+v", page.Support)
	}
	summary := page.Support[0].Text + page.Support[1].Text
	for _, want := range []string{
		"order " + no + " · Completed", "Japan 3GB 7 days, eSIM 1 · card number ending " + kit.IccidLast4 + " · Ready to install",
		"订单 " + no + " · 已完成", "日本 3GB 7天，第 1 个 eSIM · 卡号尾号 " + kit.IccidLast4 + " · 可安装",
	} {
		if !strings.Contains(summary, want) {
			t.Errorf("%q is not in the summary:\n%s", want, summary)
		}
	}
	if page.MailTo != "ada@example.com" || strings.Contains(summary, kit.MatchingId) || strings.Contains(summary, "@") {
		t.Errorf("mail to %q, summary:\n%s", page.MailTo, summary)
	}

	const path = "/gw/cq-ordercharge/order/mailAgain"
	codes := func() (n int) {
		for _, m := range shop.Mails(page.MailTo) {
			if strings.Contains(m.Text, kit.MatchingId) || strings.Contains(m.Key, "esim") {
				n++
			}
		}
		return n
	}
	waittest.Eventually(t, "the first mail", func() bool { return codes() == 1 })
	shop.Shopper(t).Post(path, map[string]any{"orderNo": no}).RequireCode(t, http.StatusNotFound, "order_not_found")
	if a := p.Post(path, map[string]any{"orderNo": no}); !a.Success {
		t.Fatalf("%d %s", a.HTTP, a.Body)
	}
	waittest.Eventually(t, "the second mail", func() bool { return codes() == 2 })
	p.Post(path, map[string]any{"orderNo": no}).RequireCode(t, http.StatusTooManyRequests, "mail_too_soon")
}
