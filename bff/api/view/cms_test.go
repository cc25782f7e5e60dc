package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/tenant"
)

// A site says who sells, when somebody answers and what it takes as payment, in the shopper's language; one that does not know
// its company says nothing of it.
func TestASiteNamesItsSellerAndPaymentMethods(t *testing.T) {
	t.Parallel()
	site := tenant.Tenant{PaymentMethods: []string{"card", "alipay"}}
	site.Settings.Support.Hours = tenant.Text{En: "Every day, 09:00–22:00 (UTC+8)", Zh: "每天 09:00–22:00（UTC+8）"}
	require.Empty(t, Tenant(site, "en").Legal)
	site.Settings.Legal = tenant.Legal{Name: "Roamcart Ltd", Address: tenant.Text{En: "1 Sample Row", Zh: "样本街 1 号"}}
	en, zh := Tenant(site, "en"), Tenant(site, "zh")
	require.Equal(t, "Roamcart Ltd, 1 Sample Row", en.Legal)
	require.Equal(t, "Roamcart Ltd，样本街 1 号", zh.Legal)
	require.Equal(t, "每天 09:00–22:00（UTC+8）", zh.Hours)
	require.Equal(t, []string{"Visa", "Mastercard", "Alipay"}, en.Marks)
	require.Equal(t, []string{"Visa", "Mastercard", "支付宝"}, zh.Marks)
	require.NotNil(t, Tenant(tenant.Tenant{}, "en").Marks)
}
