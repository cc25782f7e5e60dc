package app_test

import (
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/apptest"
)

// A buyer is asked to pay a quarter of an hour after the order, and reminded two hours before its window ends, in the order's
// language; whoever has paid by then is not.
func TestAnUnpaidOrderIsAskedForAndRemindedOf(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	p.Header.Set("langId", "1")
	p.Header.Set("lang", "zh_CN")
	paid := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil)).OrderNo
	secret, _ := p.Create(paid)
	p.Confirm(secret, "pm_card_visa")
	apptest.Eventually(t, "the order is delivered", func() bool { return p.Detail(paid).Status == "completed" })
	unpaid := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil)).OrderNo
	for template, at := range map[string]string{
		"order_placed": `o.created_at + interval '15 minutes'`, "order_reminder": `o.expires_at - interval '2 hours'`,
	} {
		if n := count(t, shop, `
			select count(*) from river_job j join orders o on o.id = (j.args->>'orderId')::bigint
			where j.args->>'template' = ? and j.state = 'scheduled' and date_trunc('second', j.scheduled_at) = date_trunc('second', `+at+`)`, template); n != 2 {
			t.Fatalf("%d jobs for %s stand at %s", n, template, at)
		}
		mailNow(t, shop, template)
		apptest.Eventually(t, "both jobs for "+template+" are worked", func() bool {
			return count(t, shop, `select count(*) from river_job where args->>'template' = ? and state = 'completed'`, template) == 2
		})
		var sent []apptest.Mail
		for _, m := range shop.Mails("ada@example.com") {
			if strings.HasSuffix(m.Key, ":"+template) {
				sent = append(sent, m)
			}
		}
		if len(sent) != 1 || !strings.Contains(sent[0].Subject, unpaid) || !strings.Contains(sent[0].Text, "付款") {
			t.Fatalf("%s: %+v", template, sent)
		}
	}
}

// mailNow works the mails of a kind that wait for their time.
func mailNow(t *testing.T, shop *apptest.Shop, template string) {
	t.Helper()
	err := shop.DB.Gorm.Exec(`update river_job set scheduled_at = now(), state = 'available' where args->>'template' = ? and state = 'scheduled'`, template).Error
	if err != nil {
		t.Fatal(err)
	}
}
