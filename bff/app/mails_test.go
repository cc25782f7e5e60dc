package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
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
	waittest.Eventually(t, "the order is delivered", func() bool { return p.Detail(paid).Status == "completed" })
	unpaid := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil)).OrderNo
	if n := count(t, shop, `select count(*) from orders where ask_at = created_at + interval '15 minutes'`); n != 2 {
		t.Fatalf("%d orders are asked for a quarter of an hour after they were placed", n)
	}
	for _, c := range []struct {
		template string
		age      time.Duration
		next     string
	}{
		{"order_placed", 15 * time.Minute, `o.expires_at - interval '2 hours'`}, {"order_reminder", 22 * time.Hour, `o.expires_at`},
	} {
		template := c.template
		unpaidFor(t, shop, c.age)
		waittest.Eventually(t, "the mail "+template+" is worked", func() bool {
			return count(t, shop, `select count(*) from river_job where args->>'template' = ? and state = 'completed'`, template) == 1
		})
		if n := count(t, shop, `
			select count(*) from river_job j join orders o on o.id = (j.args->>'orderId')::bigint
			where j.kind = 'order_unpaid' and j.state = 'scheduled' and o.order_no = ?
			  and j.scheduled_at - (`+c.next+`) between interval '-2 seconds' and interval '2 seconds'`, unpaid); n != 1 {
			t.Fatalf("%d jobs come back at %s", n, c.next)
		}
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

// unpaidFor makes all orders as old as that, and works what is due for those that wait for their payment.
func unpaidFor(t *testing.T, shop *apptest.Shop, age time.Duration) {
	t.Helper()
	exec(t, shop, `
		update orders set created_at = now() - make_interval(secs => ?), expires_at = expires_at - (created_at - now() + make_interval(secs => ?))`,
		age.Seconds(), age.Seconds())
	exec(t, shop, `update orders set ask_at = now() where ask_at is not null`)
	exec(t, shop, `insert into river_job (kind, args, max_attempts) values ('payment_sweep', '{}', 1)`)
	exec(t, shop, `update river_job set scheduled_at = now(), state = 'available' where kind = 'order_unpaid' and state = 'scheduled'`)
}
