package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment/refundable"
)

// Each line says who decides about its refund and when, or why there is none.
func TestLinesOfARefundSayHowItGoes(t *testing.T) {
	t.Parallel()
	o := order.Order{Lines: make([]order.Line, 4)}
	offer := refundable.Offer{Left: 1, Lines: []refundable.Line{
		{LineID: 1, Amount: 1}, {LineID: 2, Amount: 1, Review: true}, {LineID: 3, Why: "refund_not_paid"}, {LineID: 4, Amount: 1, Review: true, FaultOnly: true},
	}}
	for locale, want := range map[string][]string{
		"en": {"Not delivered yet: refunded at once.", "Already delivered: our team decides, usually within one working day.", message("en", "refund_not_paid"), message("en", "refund_fault_only")},
		"zh": {"尚未交付：立即退款。", "已交付：由我们审核，通常在一个工作日内完成。", message("zh", "refund_not_paid"), message("zh", "refund_fault_only")},
	} {
		var got []string
		for _, l := range RefundOffer(o, offer, locale).Lines {
			got = append(got, l.Message)
		}
		require.Equal(t, want, got)
	}
}
