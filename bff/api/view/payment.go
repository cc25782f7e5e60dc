package view

import (
	"encoding/base64"
	"fmt"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/qr"
)

// Attempt returns what the payment page shows of the newest attempt.
func Attempt(a payment.Attempt, locale string) (*gen.PaymentAttempt, error) {
	out := &gen.PaymentAttempt{Status: a.Status, LastError: PaymentError(a.LastError, locale)}
	// The code of an attempt that failed leads nowhere.
	if a.QRData != "" && a.QRExpiresAt != nil && a.Status == payment.AttemptOpen {
		svg, err := qr.SVG(a.QRData)
		if err != nil {
			return nil, fmt.Errorf("draw payment code: %w", err)
		}
		png, err := qr.PNG(a.QRData)
		if err != nil {
			return nil, fmt.Errorf("draw payment code: %w", err)
		}
		out.Qr = &gen.PaymentQr{
			Data: a.QRData, ExpiresAt: *a.QRExpiresAt, Svg: svg, Png: "data:image/png;base64," + base64.StdEncoding.EncodeToString(png),
		}
		if a.Method == payment.Alipay { // its code is the address that opens the app; that of WeChat Pay can only be scanned
			out.Qr.OpenUrl = a.QRData
		}
	}
	return out, nil
}

// PaymentError returns why the last try failed, in words a shopper understands; nil when it did not.
func PaymentError(code, locale string) *gen.PaymentError {
	if code == "" {
		return nil
	}
	return &gen.PaymentError{Code: code, Message: message(locale, code)}
}
