package notify

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

type oneSite struct{}

func (oneSite) Site(context.Context, int64, string) (Site, error) { return sampleSite, nil }

func TestReceipt(t *testing.T) {
	t.Parallel()
	s := New(Config{Sites: oneSite{}})
	order := sampleOrder
	order.Lines = append([]Line{{Name: evil, SimType: "esim", Quantity: 1, Amount: 1}}, order.Lines...)
	r := Receipt{
		Order: order, OrderedAt: sampleTime, PaidAt: sampleTime, PaymentMethod: "alipay", BillTo: "Mei <b>Chan</b>",
		Refunds: []ReceiptRefund{{Amount: 500, At: sampleTime}},
	}
	for locale, words := range map[string][]string{
		"en": {`lang="en"`, "Receipt for order", "Sold by", "Roamcart, support@example.com", "Alipay", "Refunds"},
		"zh": {`lang="zh-Hans"`, "收据", "销售方", "Roamcart，support@example.com", "支付宝", "退款"},
	} {
		html, err := s.ReceiptHTML(context.Background(), 20, locale, r)
		require.NoError(t, err)
		for _, w := range append(words, order.OrderNo, "Mei &lt;b&gt;Chan") {
			require.Contains(t, html, w)
		}
		require.Contains(t, html, formatMoney(order.Amounts.Total, order.Currency))
		require.Contains(t, html, formatMoney(-500, order.Currency))
		require.NotContains(t, html, "<script")
		require.NotContains(t, html, "<no value>")
	}
}

// What stands above the total of a mail or a receipt adds up to it; what a contract charges ahead is a part of the total.
func TestTheAmountsOfAContractAddUp(t *testing.T) {
	t.Parallel()
	order := sampleOrder
	order.Amounts = Amounts{
		Subtotal: 3290, Discounts: []Discount{{Kind: "promo", Amount: 329}}, Shipping: 300, Tax: 100, NumberSelectionFee: 500, Prepaid: 5890,
		Total: 6461,
	}
	b := (&composer{locale: "en", site: sampleSite}).lines(order)
	require.Equal(t, []row{
		{Label: "Subtotal", Value: "$32.90"}, {Label: "Promo code", Value: "-$3.29"}, {Label: "Shipping", Value: "$3.00"}, {Label: "Tax", Value: "$1.00"},
		{Label: "Number selection fee", Value: "$5.00"}, {Label: "Deposit", Value: "$26.00"}, {Label: "Total", Value: "$64.61", Strong: true},
		{Label: "of which prepaid for the contract", Value: "$58.90"},
	}, b.Totals)
}

func TestTheDayOnWhichAPlanBegins(t *testing.T) {
	t.Parallel()
	order := sampleOrder
	order.Lines = []Line{{Name: "USA", SimType: "esim", Quantity: 1, Amount: 3690, Starts: "2026-03-05"}}
	for locale, want := range map[string]string{"en": "eSIM × 1 · starts 5 Mar 2026", "zh": "eSIM × 1 · 2026年3月5日开始"} {
		html, err := New(Config{Sites: oneSite{}}).ReceiptHTML(context.Background(), 20, locale, Receipt{Order: order, OrderedAt: sampleTime, PaidAt: sampleTime, PaymentMethod: "card"})
		require.NoError(t, err)
		require.Contains(t, html, want)
	}
	require.Equal(t, "soon", Day("en", "soon"))
}
