package order_test

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

const crowd = 200

// submitAll submits many orders at once and counts the answers by code, "" for an order.
func submitAll(t *testing.T, f *moduletest.Fixture, next func(n int) order.Submission) map[string]int {
	t.Helper()
	var mu sync.Mutex
	codes := map[string]int{}
	var wg sync.WaitGroup
	start := make(chan struct{})
	for n := range crowd {
		s := next(n)
		wg.Go(func() {
			<-start
			_, err := f.Orders.Submit(ctx, s)
			if err != nil && fault.Code(err) == "" {
				t.Errorf("no refusal but %v", err)
			}
			if refused := (&fault.Error{}); errors.As(err, &refused) && refused.Code == "stock_unavailable" && !reflect.DeepEqual(refused.Data, map[string]any{"goodsIds": []string{"plan"}}) {
				t.Errorf("what cannot be had: %v", refused.Data)
			}
			mu.Lock()
			defer mu.Unlock()
			codes[fault.Code(err)]++
		})
	}
	close(start)
	wg.Wait()
	return codes
}

// 200 shoppers want the last 50: 50 get one, the others are told, nothing is oversold.
func TestACrowdAndTheLastFifty(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 50)
	codes := submitAll(t, f, func(int) order.Submission { return f.Submission("plan", 1, 650) })
	if codes[""] != 50 || codes["stock_unavailable"]+codes["sold_out"] != crowd-50 {
		t.Fatalf("answers: %v", codes)
	}
	if n := f.Count(t, `select allocated from stock where sku = 'plan:esim'`); n != 50 {
		t.Errorf("%d promised", n)
	}
	requireBalance(t, f)
}

// A code with ten uses is used ten times. Who comes too late is told so, before or while ordering, and has no order.
func TestACrowdAndACodeWithTenUses(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 1000)
	f.AddPromoCode(t, "TEN", 100, 10, 0)
	codes := submitAll(t, f, func(int) order.Submission {
		s := f.Submission("plan", 1, 550)
		s.Coupon = "TEN"
		return s
	})
	// price_changed: the code was used up before the order was priced.
	if codes[""] != 10 || codes["promo_used_up"]+codes["price_changed"] != crowd-10 {
		t.Fatalf("answers: %v", codes)
	}
	if n := f.Count(t, `select used from promo_code`); n != 10 {
		t.Errorf("%d uses counted", n)
	}
	requireBalance(t, f)
}
