package refundable

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// The lines' amounts and the freight are what the order cost, to the cent, however it was discounted and taxed.
func TestLineAmountsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := order.Order{}
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			l := order.Line{UnitPrice: rapid.Int64Range(0, 5000).Draw(t, "price"), Quantity: rapid.IntRange(1, 3).Draw(t, "quantity")}
			l.DiscountShare = rapid.Int64Range(0, l.UnitPrice*int64(l.Quantity)).Draw(t, "discount")
			l.NumberFee, l.Deposit = rapid.Int64Range(0, 500).Draw(t, "number"), rapid.Int64Range(0, 500).Draw(t, "deposit")
			o.Amounts.OrderTotal += l.Total() + l.NumberFee + l.Deposit*int64(l.Quantity) - l.DiscountShare
			o.Lines = append(o.Lines, l)
		}
		o.Amounts.FreightAmount = rapid.Int64Range(0, 900).Draw(t, "freight")
		o.Amounts.OrderTotal += o.Amounts.FreightAmount + rapid.Int64Range(0, 999).Draw(t, "tax")
		sum := o.Amounts.FreightAmount
		for n, amount := range lineAmounts(o) {
			if net := o.Lines[n].Total() - o.Lines[n].DiscountShare; amount < net {
				t.Fatalf("line %d gives %d of %d", n, amount, net)
			}
			sum += amount
		}
		if sum != o.Amounts.OrderTotal {
			t.Fatalf("%d of %d", sum, o.Amounts.OrderTotal)
		}
	})
}

func TestWhichLinesCanBeRefunded(t *testing.T) {
	t.Parallel()
	paidAt := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	day := 24 * time.Hour
	for _, c := range []struct {
		name, state, policy, reason, hold string
		after                             time.Duration
		why                               string
		review                            bool
	}{
		{"nothing delivered", order.LinePreparing, "none", "WRONG_PURCHASE", "", 0, "", false},
		{"nothing delivered, late", order.LinePreparing, "unused_30_days", "WRONG_PURCHASE", "", 90 * day, "", false},
		{"packed", order.LinePacked, "none", "TRIP_CANCELLATION", "", 0, "", false},
		{"delivered in time", order.LineReady, "unused_30_days", "WRONG_PURCHASE", "", 30*day - 1, "", true},
		{"delivered, over", order.LineReady, "unused_30_days", "WRONG_PURCHASE", "", 30 * day, "refund_window_over", false},
		{"delivered, over, broken", order.LineReady, "unused_30_days", "NO_COVERAGE", "", 30 * day, "", true},
		{"delivered, shorter", order.LineReady, "unused_7_days", "WRONG_PURCHASE", "", 8 * day, "refund_window_over", false},
		{"final sale", order.LineReady, "none", "TRIP_CANCELLATION", "", 0, "refund_not_eligible", false},
		{"final sale, broken", order.LineReady, "none", "QR_ISSUE", "", 0, "", true},
		{"shipped", order.LineShipped, "unused_30_days", "WRONG_PURCHASE", "", day, "", true},
		{"done", order.LineRefunded, "unused_30_days", "QR_ISSUE", "", day, "refund_done", false},
		{"held", order.LinePreparing, "unused_30_days", "QR_ISSUE", "dispute", day, "payment_review", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := order.Order{Status: order.Processing, PaidAt: &paidAt, HoldReason: c.hold, Lines: []order.Line{
				{ID: 1, SimType: "esim", Quantity: 1, UnitPrice: 650, State: c.state, RefundPolicy: c.policy},
			}}
			o.Amounts.OrderTotal = 650
			offer := Of(o, 650, nil, paidAt.Add(c.after))
			lines, amount, review, why := offer.Evaluate([]int64{1}, c.reason)
			if why != c.why || review != c.review || (why == "" && (len(lines) != 1 || amount != 650)) {
				t.Fatalf("%v %d review %v why %q", lines, amount, review, why)
			}
		})
	}
}

// A plan with a day of its own is unused until the day, and runs from then on, whether anybody has connected or not.
func TestAStartedPlanIsUsed(t *testing.T) {
	t.Parallel()
	paidAt, begins := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC)
	for now, want := range map[time.Time]string{begins.Add(-1): "", begins: "refund_plan_begun"} {
		o := order.Order{Status: order.Completed, PaidAt: &paidAt, Lines: []order.Line{{
			ID: 1, SimType: "esim", Quantity: 1, UnitPrice: 650, State: order.LineReady, RefundPolicy: "unused_30_days", StartAt: &begins,
		}}}
		o.Amounts.OrderTotal = 650
		offer := Of(o, 650, nil, now)
		if _, _, _, why := offer.Evaluate(nil, "TRIP_CANCELLATION"); why != want {
			t.Errorf("at %s: %q", now, why)
		}
		if _, _, review, why := offer.Evaluate(nil, "NO_COVERAGE"); why != "" || !review {
			t.Errorf("broken at %s: %q", now, why)
		}
	}
}

// Somebody who was told that the device supports eSIM can say that it does not, whatever the goods' policy; somebody who
// was told anything else cannot.
func TestAWrongCompatibilityAnswerIsAReason(t *testing.T) {
	t.Parallel()
	paidAt := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for verdict, want := range map[string]string{device.Yes: "", device.No: "refund_not_eligible", device.Unsure: "refund_not_eligible", "": "refund_not_eligible"} {
		line := order.Line{ID: 1, SimType: "esim", Quantity: 1, UnitPrice: 650, State: order.LineReady, RefundPolicy: "none"}
		if verdict != "" {
			line.Compatibility = pg.AsJSON(order.Compatibility{Device: &device.Check{Verdict: verdict}})
		}
		o := order.Order{Status: order.Processing, PaidAt: &paidAt, Lines: []order.Line{line}}
		o.Amounts.OrderTotal = 650
		offer := Of(o, 650, nil, paidAt)
		if _, _, review, why := offer.Evaluate(nil, reasonDevice); why != want || review != (want == "") {
			t.Errorf("told %q: %q, review %v", verdict, why, review)
		}
		if _, _, _, why := offer.Evaluate(nil, "WRONG_PURCHASE"); why != "refund_not_eligible" {
			t.Errorf("told %q, another reason: %q", verdict, why)
		}
	}
}

// Freight comes back with the last of the cards, whenever that is, and once; never after a parcel has left.
func TestFreightIsRefundedWithTheLastCard(t *testing.T) {
	t.Parallel()
	paidAt := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	const esim, first, second = 1, 2, 3
	for _, c := range []struct {
		name    string
		states  [3]string
		given   []PriorRefund
		ask     []int64
		amount  int64
		freight int64
	}{
		{"the eSIM alone", [3]string{}, nil, []int64{esim}, 600, 800},
		{"one of two cards", [3]string{}, nil, []int64{first}, 1000, 800},
		{"both cards", [3]string{}, nil, []int64{first, second}, 1000 + 1200 + 800, 800},
		{"the other card", [3]string{}, []PriorRefund{{Amount: 1000, LineIDs: []int64{first}}}, []int64{second}, 1200 + 800, 800},
		{"the other card, of a refund that has arrived", [3]string{1: order.LineRefunded}, []PriorRefund{{Amount: 1000, LineIDs: []int64{first}, Succeeded: true}}, []int64{second}, 1200 + 800, 800},
		{"the eSIM after the cards", [3]string{}, []PriorRefund{{Amount: 3000, LineIDs: []int64{first, second}}}, []int64{esim}, 600, 0},
		{"everything", [3]string{}, nil, nil, 600 + 1000 + 1200 + 800, 800},
		{"a parcel has left", [3]string{1: order.LineShipped}, nil, []int64{second}, 1200, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := order.Order{Status: order.Processing, PaidAt: &paidAt}
			for n, price := range []int64{600, 1000, 1200} {
				line := order.Line{ID: int64(n + 1), SimType: "physical", Quantity: 1, UnitPrice: price, State: order.LinePreparing, RefundPolicy: "none"}
				if n == 0 {
					line.SimType = "esim"
				}
				if c.states[n] != "" {
					line.State = c.states[n]
				}
				o.Lines = append(o.Lines, line)
			}
			o.Amounts.FreightAmount, o.Amounts.OrderTotal = 800, 3600
			offer := Of(o, 3600, c.given, paidAt)
			if _, amount, _, why := offer.Evaluate(c.ask, "WRONG_PURCHASE"); amount != c.amount || why != "" {
				t.Errorf("%d %q, want %d", amount, why, c.amount)
			}
			if offer.Freight != c.freight {
				t.Errorf("freight %d is offered, want %d", offer.Freight, c.freight)
			}
		})
	}
}
