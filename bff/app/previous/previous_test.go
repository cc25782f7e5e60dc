//go:build built

// Package previous_test holds that the version before and this one share a database: replicas are exchanged one after the other,
// and a version that does not work is taken back (docs/decisions/084). The tag says that both programs are there: make build, then
// VERSION_NOW=$PWD/bin/roamcart VERSION_BEFORE=$(scripts/previous.sh) go test -tags built ./bff/app/previous.
package previous_test

import (
	"fmt"
	"net/http"
	"os"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// purchases is how many each version has to carry through.
const purchases = 10

// purchase is an order and the browser that owns it.
type purchase struct {
	by *apptest.Shopper
	no string
}

// The version before sells on the newest schema; this version finds what it left, finishes it and sells on; and the version before
// goes on after it was brought back. In the end everything adds up.
func TestTwoVersionsShareADatabase(t *testing.T) {
	before := apptest.NewProgram(t, program(t, "VERSION_BEFORE"))
	now := before.Beside(program(t, "VERSION_NOW"))
	before.Start()
	customer := before.Customer(t, "ada@example.com")
	sold := sell(t, "version before", before, purchases)
	waiting := place(t, before.Shopper(t), "jp-3g-7", 650)
	full := before.Shopper(t)
	addToCart(t, full, "jp-3g-7")
	cut := place(t, before.Shopper(t), "jp-3g-7", 650)
	pay(t, cut)
	before.Kill()

	now.StartLater("2 minutes")
	var cart gen.Cart
	if full.At(now.Shop).Get("/gw/mall/cart").Into(t, &cart); cart.Count != 1 {
		t.Errorf("the cart holds %d", cart.Count)
	}
	var session gen.Session
	if customer.At(now.Shop).Get("/gw/mall/us/session").Into(t, &session); !session.IsLogin {
		t.Error("the customer was logged out")
	}
	waiting.by = waiting.by.At(now.Shop)
	pay(t, waiting)
	for _, b := range append(sold, waiting, cut) {
		requireDelivered(t, purchase{b.by.At(now.Shop), b.no})
	}
	sold = append(sold, sell(t, "this version", now, purchases)...)
	now.Kill()

	before.StartLater("2 minutes")
	for _, b := range append(sold, sell(t, "version before again", before, 2)...) {
		requireDelivered(t, purchase{b.by.At(before.Shop), b.no})
	}
	if said, err := now.Do("ops", "audit"); err != nil {
		t.Errorf("the ledger does not add up: %v\n%s", err, said)
	}
}

func program(t *testing.T, variable string) string {
	t.Helper()
	path := os.Getenv(variable)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%s names no program: %v", variable, err)
	}
	return path
}

// sell carries purchases through, all at once: of imported eSIMs, and one of an eSIM that a carrier makes.
func sell(t *testing.T, name string, shop *apptest.Program, n int) []purchase {
	t.Helper()
	out := make([]purchase, n)
	t.Run(name, func(t *testing.T) {
		for i := range out {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				goods, price := "jp-3g-7", int64(650)
				if i == 0 {
					goods, price = "fr-8g-14", 1150
				}
				out[i] = place(t, shop.Shopper(t), goods, price)
				pay(t, out[i])
				requireDelivered(t, out[i])
			})
		}
	})
	return out
}

// addToCart puts a plan into a cart.
func addToCart(t *testing.T, p *apptest.Shopper, goods string) {
	t.Helper()
	item := map[string]any{"goodsId": goods, "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}
	p.Post("/gw/mall/cart/add", item).Into(t, &gen.Cart{})
}

// place orders a plan by way of the cart.
func place(t *testing.T, p *apptest.Shopper, goods string, price int64) purchase {
	t.Helper()
	addToCart(t, p, goods)
	p.Budget(map[string]any{"source": "cart"})
	order := apptest.Order("", "", price, nil)
	order.Source, order.Item = "cart", nil
	return purchase{p, p.Place(order).OrderNo}
}

func pay(t *testing.T, b purchase) {
	t.Helper()
	secret, _ := b.by.Create(b.no)
	if status := b.by.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
}

// requireDelivered waits until an order is complete and checks its eSIM.
func requireDelivered(t *testing.T, b purchase) {
	t.Helper()
	waittest.Eventually(t, "the order is completed", func() bool { return b.by.Detail(b.no).Status == "completed" })
	var kit gen.Install
	if b.by.Get("/gw/sim/us/install", "orderNo", b.no).Into(t, &kit); kit.Lpa == "" {
		t.Errorf("no activation code for %s", b.no)
	}
}
