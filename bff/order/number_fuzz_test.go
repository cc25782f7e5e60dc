package order_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/order"
)

// What is read as an order number is one, and is read as itself.
func FuzzNormalNumber(f *testing.F) {
	for _, seed := range []string{"261121ABCDEFGHJ", " 261121-abcd efgh-j ", "２６１１２１ＡＢＣＤＥＦＧＨＪ", "26112100000000O", "\x00", "", "261121ABCDEFGHJK"} {
		f.Add(seed)
	}
	f.Add(order.NewNumber(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)))
	f.Fuzz(func(t *testing.T, typed string) {
		n, ok := order.NormalNumber(typed)
		if !ok {
			return
		}
		if again, ok := order.NormalNumber(n); !ok || again != n || len(n) != 15 {
			t.Fatalf("%q is %q, and that %q", typed, n, again)
		}
	})
}
