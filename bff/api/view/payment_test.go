package view

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/payment"
)

// On the phone that shows it, a code cannot be scanned: Alipay is opened by its address, and the code of either wallet is a picture
// that can be saved.
func TestAWalletIsPaidOnThePhoneItself(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 3, 5, 6, 40, 0, 0, time.UTC)
	for method, open := range map[string]string{payment.Alipay: "https://wallet.example/pay/1", payment.WeChatPay: ""} {
		a := payment.Attempt{Method: method, Status: payment.AttemptOpen, QRData: "https://wallet.example/pay/1", QRExpiresAt: &end}
		shown, err := Attempt(a, "en")
		require.NoError(t, err)
		require.Equal(t, open, shown.Qr.OpenUrl, method)
		encoded, ok := strings.CutPrefix(shown.Qr.Png, "data:image/png;base64,")
		require.True(t, ok)
		png, err := base64.StdEncoding.DecodeString(encoded)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(png), "\x89PNG"))
		require.Less(t, len(encoded), 2000)
		a.Status = payment.AttemptFailed
		shown, err = Attempt(a, "en")
		require.NoError(t, err)
		require.Nil(t, shown.Qr, "the code of an attempt that failed leads nowhere")
	}
}
