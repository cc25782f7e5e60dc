package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// controlNewestLine controls the newest SIM of the sandbox carrier.
func controlNewestLine(t *testing.T, shop *apptest.Shop, act string, values map[string]any) {
	t.Helper()
	var ref string
	require.NoError(t, shop.DB.Gorm.Raw(`select carrier_ref from sim_line order by id desc limit 1`).Scan(&ref).Error)
	raw, err := json.Marshal(values)
	require.NoError(t, err)
	res, err := http.Post(shop.URL+"/sandbox/carrier/control/lines/"+ref+"/"+act, "application/json", bytes.NewReader(raw))
	require.NoError(t, err)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", act, res.StatusCode)
	}
}

// An eSIM that a carrier makes is bought as any other; what the phone and the network do with it is known a moment later.
func TestACarriersESIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("fr-8g-14", "esim", 1150, nil))
	secret, _ := p.Create(placed.OrderNo)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "the order is completed", func() bool { return p.Detail(placed.OrderNo).Status == "completed" })
	var kit gen.Install
	p.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &kit)
	if kit.Lpa == "" {
		t.Fatal("no activation code")
	}
	controlNewestLine(t, shop, "install", map[string]any{"device": "Pixel 9"})
	controlNewestLine(t, shop, "attach", map[string]any{"country": "FR"})
	controlNewestLine(t, shop, "use", map[string]any{"mb": 192})
	waittest.Eventually(t, "the shop knows", func() bool {
		return count(t, shop, `
			select count(*) from sim_line s join plan_instance p on p.line_id = s.id
			where s.profile_state = 'enabled' and s.device = 'Pixel 9' and s.last_country = 'FR' and s.first_attach_at is not null and p.state = 'active'`) == 1
	})
	if n := count(t, shop, `select count(*) from carrier_event where body like '%profile%'::bytea`); n != 0 {
		t.Errorf("%d messages are readable at rest", n)
	}
	res, err := http.Post(shop.URL+guard.CarrierPath, "application/json", bytes.NewReader([]byte(`{"type":"line.deleted"}`)))
	require.NoError(t, err)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusBadRequest {
		t.Errorf("an unsigned message: %d", res.StatusCode)
	}
	if res, err = http.Head(shop.URL + guard.CarrierPath); err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("is anybody there: %v %v", res, err)
	}
}

// What a carrier does not deliver comes back by itself: first the buyer is told until when, then why.
func TestACarrierIsTooLate(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Carrier.Normal, c.Carrier.SLA = time.Second, 6*time.Second
	}})
	require.NoError(t, shop.DB.Gorm.Exec(`update product set plan_ref = 'test-never' where goods_id = 'fr-8g-14'`).Error)
	p := shop.Shopper(t)
	order := apptest.Order("fr-8g-14", "esim", 1150, nil)
	order.Contact.Email = "late@example.com"
	placed := p.Place(order)
	secret, _ := p.Create(placed.OrderNo)
	p.Confirm(secret, "pm_card_visa")
	var late gen.Order
	waittest.Eventually(t, "the order is late", func() bool {
		late = p.Detail(placed.OrderNo)
		return late.Delay != nil
	})
	if d := late.Delay; d.Overdue || !d.RefundAt.After(d.Since) || late.Items[0].State != "delayed" {
		t.Errorf("late: %+v, %s", d, late.Items[0].State)
	}
	waittest.Eventually(t, "the order is refunded", func() bool { return p.Detail(placed.OrderNo).Status == "refunded" })
	for key, words := range map[string]string{"order_delayed": "refunded in full, automatically", "order_refunded": "could not deliver"} {
		waittest.Eventually(t, "the mail "+key, func() bool {
			return slices.ContainsFunc(shop.Mails("late@example.com"), func(m apptest.Mail) bool {
				return contains(m.Key, key) && contains(m.Text, words)
			})
		})
	}
	// What a promo code paid for ends in the same time, and the code can be used again.
	exec(t, shop, `insert into promo_code (tenant_id, code, kind, value, max_uses) values (20, 'GIFT', 'amount', 1150, 1)`)
	order.ExpectedTotal, order.Coupon = 0, "GIFT"
	free := p.Place(order)
	waittest.Eventually(t, "the order that cost nothing ends", func() bool { return p.Detail(free.OrderNo).Status == "refunded" })
	waittest.Eventually(t, "the mail about it", func() bool {
		return slices.ContainsFunc(shop.Mails("late@example.com"), func(m apptest.Mail) bool {
			return contains(m.Key, "order_given_back") && contains(m.Text, "You paid no money") && contains(m.Text, "promo code can be used again")
		})
	})
	p.Place(order)
	if o := p.Detail(placed.OrderNo); o.Delay != nil || o.Items[0].State != "refunded" {
		t.Errorf("refunded: %+v, %s", o.Delay, o.Items[0].State)
	}
	if n := count(t, shop, `select count(*) from refund where reason = 'undelivered' and amount = 1150`); n != 1 {
		t.Errorf("%d refunds", n)
	}
}
