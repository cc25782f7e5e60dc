package app_test

import (
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// silentRelay returns the address of a mail server that takes connections and never says a word.
func silentRelay(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		var held []net.Conn
		defer func() {
			for _, conn := range held {
				_ = conn.Close()
			}
		}()
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			held = append(held, conn)
		}
	}()
	return "smtp://" + l.Addr().String() + "?tls=none"
}

// A mail server that takes connections and never answers costs the mails, and nothing else: with four connections to the database
// sixteen orders that are paid at once are delivered, and the shop stays ready.
func TestASilentMailServerHoldsUpMailsAlone(t *testing.T) {
	t.Parallel()
	const buyers = 16
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Mail.SMTPURL, c.Database.MaxConns = silentRelay(t), 4
	}})
	secrets := make([]string, buyers)
	shoppers := make([]*apptest.Shopper, buyers)
	for i := range buyers {
		shoppers[i] = shop.Shopper(t)
		placed := shoppers[i].Place(apptest.Order("jp-3g-7", "esim", 650, nil))
		secrets[i], _ = shoppers[i].Create(placed.OrderNo)
	}
	// Their mails about the order are on their way already: the workers of mails are all waiting.
	apptest.Eventually(t, "mails are being sent", func() bool {
		return count(t, shop, `select count(*) from notification where leased_until is not null`) >= 4
	})
	var wg sync.WaitGroup
	for i, p := range shoppers {
		wg.Go(func() {
			if status := p.Confirm(secrets[i], "pm_card_visa"); status != http.StatusOK {
				t.Errorf("confirm: %d", status)
			}
		})
	}
	wg.Wait()
	apptest.Within(t, 10*time.Second, "sixteen eSIMs are delivered", func() bool {
		if status, said := shop.Ready(); status != http.StatusOK {
			t.Errorf("not ready: %d %s", status, said)
		}
		return count(t, shop, `select count(*) from order_line where state = 'ready_to_install'`) == buyers
	})
	if n := count(t, shop, `select count(*) from notification where state = 'sent'`); n != 0 {
		t.Errorf("%d mails were sent", n)
	}
}
