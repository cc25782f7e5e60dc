package app_test

import (
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/apptest"
)

// Shortly before the window ends an unpaid order is reminded of, in its language; a paid one is not.
func TestAnUnpaidOrderIsRemindedOf(t *testing.T) {
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
	if n := count(t, shop, `
		select count(*) from river_job j join orders o on o.id = (j.args->>'orderId')::bigint
		where j.args->>'template' = 'order_reminder' and j.state = 'scheduled' and j.scheduled_at = o.expires_at - interval '2 hours'`); n != 2 {
		t.Fatalf("%d reminders stand two hours before the end", n)
	}
	if err := shop.DB.Gorm.Exec(`update river_job set scheduled_at = now(), state = 'available' where args->>'template' = 'order_reminder'`).Error; err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "both reminders are worked", func() bool {
		return count(t, shop, `select count(*) from river_job where args->>'template' = 'order_reminder' and state = 'completed'`) == 2
	})
	var reminders []apptest.Mail
	for _, m := range shop.Mails("ada@example.com") {
		if strings.HasSuffix(m.Key, ":order_reminder") {
			reminders = append(reminders, m)
		}
	}
	if len(reminders) != 1 || !strings.Contains(reminders[0].Subject, unpaid) || !strings.Contains(reminders[0].Text, "等待付款") {
		t.Fatalf("reminders: %+v", reminders)
	}
}
