package notify

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/shared"
)

// A mail or a receipt is read long after it was written: it tells what happened, and never that an eSIM is in use or can be
// installed, which may have been deleted or used up since. The order's page says how it stands.
func TestStoredDataHoldsNoStateOfASIM(t *testing.T) {
	t.Parallel()
	more := map[string][]string{
		"en": {"is ready", "ready to install", "is being", "You have 410 MB", "Do not delete the SIM"},
		"zh": {"可以安装了", "正在准备", "正在添加", "请勿删除此"},
	}
	receipts := New(Config{Sites: oneSite{}})
	for _, locale := range Locales {
		var claims []*regexp.Regexp
		for _, phrase := range more[locale] {
			claims = append(claims, regexp.MustCompile(regexp.QuoteMeta(phrase)))
		}
		for _, key := range []string{"state.preparing", "state.ready_to_install", "state.installed", "state.active", "plan.processing", "plan.queued", "plan.active"} {
			words := regexp.QuoteMeta(shared.Text(locale, "server", "sim."+key, nil))
			claims = append(claims, regexp.MustCompile(`(^|[^\p{Han}\w])`+words+`([^\p{Han}\w]|$)`)) // 可安装, but not 即可安装
		}
		kept := map[string]string{}
		for _, name := range Templates() {
			m, err := Preview(nil, name, locale)
			require.NoError(t, err)
			kept[name] = m.Subject + "\n" + m.Text + "\n" + m.HTML
		}
		receipt, err := receipts.ReceiptHTML(context.Background(), 20, locale, Receipt{Order: sampleOrder, OrderedAt: sampleTime, PaidAt: sampleTime, PaymentMethod: "card"})
		require.NoError(t, err)
		kept["receipt"] = receipt
		for name, text := range kept {
			for _, claim := range claims {
				if claim.MatchString(text) {
					t.Errorf("%s, %s: %s", name, locale, claim)
				}
			}
		}
		if !strings.Contains(kept["esim_delivered"], shared.In(locale, "how it stands now", "最新状态")) {
			t.Errorf("the mail of a delivery leads nobody to how the eSIM stands, %s", locale)
		}
	}
}
