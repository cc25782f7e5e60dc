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
		"en": {`lang="en"`, "Receipt for order", "Sold by", "Alipay", "Refunds"},
		"zh": {`lang="zh-Hans"`, "收据", "销售方", "支付宝", "退款"},
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
