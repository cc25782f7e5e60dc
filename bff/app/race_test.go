package app_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

// Twenty shoppers want the last five cards: five get one, fifteen are told.
func TestTheLastFiveAreSoldFiveTimes(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	exec(t, shop, `update stock set on_hand = 5 where tenant_id = 20 and sku = 'jp-10g-15:physical'`)
	var mu sync.Mutex
	codes := map[string]int{}
	var wg sync.WaitGroup
	for range 20 {
		p := shop.Shopper(t)
		sealed := p.Sealed(submit, apptest.Order("jp-10g-15", "physical", 1890, apptest.Address()))
		wg.Go(func() {
			a := p.Post(submit, sealed, "Idempotency-Key", apptest.Key())
			mu.Lock()
			defer mu.Unlock()
			codes[a.Code]++
			if a.Code != "ok" && a.HTTP != http.StatusConflict {
				t.Errorf("refused with %d: %s", a.HTTP, a.Body)
			}
		})
	}
	wg.Wait()
	if codes["ok"] != 5 || codes["stock_unavailable"]+codes["sold_out"] != 15 {
		t.Fatalf("answers: %v", codes)
	}
	if n := count(t, shop, `select allocated from stock where tenant_id = 20 and sku = 'jp-10g-15:physical'`); n != 5 {
		t.Fatalf("allocated %d", n)
	}
}

// The same key makes one order, whether the calls come one after the other or all at once; another body is refused.
func TestOneKeyMakesOneOrder(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true})
	order, key := apptest.Order("jp-3g-7", "esim", 650, nil), apptest.Key()
	var mu sync.Mutex
	numbers := map[string]int{}
	var wg sync.WaitGroup
	for range 12 {
		sealed := p.Sealed(submit, order)
		wg.Go(func() {
			var placed gen.OrderSubmitted
			p.Post(submit, sealed, "Idempotency-Key", key).Into(t, &placed)
			mu.Lock()
			defer mu.Unlock()
			numbers[placed.OrderNo]++
		})
	}
	wg.Wait()
	if len(numbers) != 1 {
		t.Fatalf("orders: %v", numbers)
	}
	other := order
	other.Contact.FirstName = "Grace"
	p.Seal(submit, other, "Idempotency-Key", key).RequireCode(t, http.StatusUnprocessableEntity, "idempotency_mismatch")
	if n := count(t, shop, `select count(*) from orders`); n != 1 {
		t.Fatalf("%d orders", n)
	}
}

// Twenty tabs of one shopper share one attempt to pay.
func TestTwentyTabsShareOneAttempt(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { p.Create(placed.OrderNo) })
	}
	wg.Wait()
	if n := count(t, shop, `select count(*) from payment_attempt`); n != 1 {
		t.Fatalf("%d attempts", n)
	}
}

// A promo code with three uses is used three times.
func TestAPromoCodeIsNotOverused(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	exec(t, shop, `insert into promo_code (tenant_id, code, kind, value, max_uses) values (20, 'RACE', 'amount', 100, 3)`)
	var wg sync.WaitGroup
	var mu sync.Mutex
	codes := map[string]int{}
	for range 12 {
		p := shop.Shopper(t)
		order := apptest.Order("jp-3g-7", "esim", 550, nil)
		order.Coupon = "race"
		sealed := p.Sealed(submit, order)
		wg.Go(func() {
			a := p.Post(submit, sealed, "Idempotency-Key", apptest.Key())
			mu.Lock()
			defer mu.Unlock()
			codes[a.Code]++
		})
	}
	wg.Wait()
	if codes["ok"] != 3 || codes["promo_used_up"]+codes["price_changed"] != 9 {
		t.Fatalf("answers: %v", codes)
	}
	if n := count(t, shop, `select used from promo_code where code = 'RACE'`); n != 3 {
		t.Fatalf("used %d", n)
	}
}

func exec(t *testing.T, shop *apptest.Shop, sql string, args ...any) {
	t.Helper()
	require.NoError(t, shop.DB.Gorm.Exec(sql, args...).Error)
}

func count(t *testing.T, shop *apptest.Shop, sql string, args ...any) int {
	t.Helper()
	var n int
	require.NoError(t, shop.DB.Gorm.Raw(sql, args...).Scan(&n).Error)
	return n
}

func contains(s, part string) bool { return strings.Contains(s, part) }
