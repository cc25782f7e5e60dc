package app_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A mail server that refuses connections, or takes them and never answers, costs the mails, and nothing else: with four connections
// to the database sixteen orders that are paid at once are delivered, others fill their carts and log in, and the shop stays ready.
// The mails follow, and complete the orders.
func TestTheShopRunsWithoutTheMailServer(t *testing.T) {
	t.Parallel()
	for _, g := range downModes {
		t.Run(g.how, func(t *testing.T) {
			t.Parallel()
			server := apptest.NewMailServer(t)
			var proxy *waittest.FaultProxy
			shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
				proxy, c.Mail.SMTPURL = waittest.OpenFaultProxy(t, server.URL)
				c.Database.MaxConns = 4
			}})
			customer(t, shop, "ada@example.com")
			g.take(proxy)
			const buyers = 16
			shoppers, placed := payAtOnce(t, shop, buyers)
			waittest.Within(t, 10*time.Second, "sixteen eSIMs are delivered", func() bool {
				if status, said := shop.Ready(); status != http.StatusOK {
					t.Errorf("not ready: %d %s", status, said)
				}
				return count(t, shop, `select count(*) from order_line where state = 'ready_to_install'`) == buyers
			})
			requireShopWorks(t, shop, nil)
			requireLogin(t, shop, "ada@example.com")
			shop.Shopper(t).Post(sendCode, map[string]string{"channel": "email", "target": "ada@example.com", "purpose": "login"}).
				Into(t, &gen.CodeSent{})
			var kit gen.Install
			if shoppers[0].Get("/gw/sim/us/install", "orderNo", placed[0]).Into(t, &kit); kit.QrSvg == "" {
				t.Error("the order page has no QR code")
			}
			if o := shoppers[0].Detail(placed[0]); o.Status == "completed" || server.Received() != 0 {
				t.Errorf("the order is %s, %d mails were sent", o.Status, server.Received())
			}
			proxy.Resume()
			waittest.Within(t, time.Minute, "the mails, which complete the orders", func() bool {
				return count(t, shop, `select count(*) from orders where status = 'completed'`) == buyers+1
			})
		})
	}
}

// payAtOnce has some shoppers order and then pay together. Their mails about the orders are on their way before.
func payAtOnce(t *testing.T, shop *apptest.Shop, buyers int) (shoppers []*apptest.Shopper, placed []string) {
	t.Helper()
	secrets := make([]string, buyers)
	for i := range buyers {
		p := shop.Shopper(t)
		o := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
		secrets[i], _ = p.Create(o.OrderNo)
		shoppers, placed = append(shoppers, p), append(placed, o.OrderNo)
	}
	unpaidFor(t, shop, 15*time.Minute)
	waittest.Eventually(t, "mails are being sent", func() bool {
		return count(t, shop, `select count(*) from notification where attempts > 0`) >= 4
	})
	var all sync.WaitGroup
	for i, p := range shoppers {
		all.Go(func() {
			if status := p.Confirm(secrets[i], "pm_card_visa"); status != http.StatusOK {
				t.Errorf("confirm: %d", status)
			}
		})
	}
	all.Wait()
	return shoppers, placed
}

// customer makes an account with apptest.Password, without the code that a mail would bring.
func customer(t *testing.T, shop *apptest.Shop, email string) {
	t.Helper()
	hash, err := account.NewHasher(1, time.Minute).Hash(t.Context(), apptest.Password)
	require.NoError(t, err)
	exec(t, shop, `
		insert into customer (tenant_id, email, email_normal, first_name, password_hash, consent_at, agreed_at, locale, created_at, updated_at)
		values (20, @email, @email, 'Ada', @hash, now(), now(), 'en', now(), now())`, map[string]any{"email": email, "hash": hash})
}
