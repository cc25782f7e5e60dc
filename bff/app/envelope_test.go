package app_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/apptest"
)

// Every broken envelope gets one and the same answer, to the byte.
func TestBrokenEnvelopesAnswerAlike(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	body := apptest.Order("jp-3g-7", "esim", 650, nil)
	seal := func(change func(*envelope.Sealed)) any {
		s := p.Sealed(submit, body)
		change(&s)
		return s
	}
	flip := func(text string, at int) string {
		raw, err := base64.StdEncoding.DecodeString(text)
		require.NoError(t, err)
		raw[(at+len(raw))%len(raw)] ^= 1
		return base64.StdEncoding.EncodeToString(raw)
	}
	broken := map[string]any{
		"plain body":       body,
		"other path":       p.Sealed("/gw/auth/register", body),
		"unknown key":      seal(func(s *envelope.Sealed) { s.KID = "nobody" }),
		"wrapped key bent": seal(func(s *envelope.Sealed) { s.AESSign = flip(s.AESSign, 5) }),
		"mac bent":         seal(func(s *envelope.Sealed) { s.Message = flip(s.Message, -1) }),
		"text bent":        seal(func(s *envelope.Sealed) { s.Message = flip(s.Message, 20) }),
		"iv bent":          seal(func(s *envelope.Sealed) { s.Message = flip(s.Message, 0) }),
		"no base64":        seal(func(s *envelope.Sealed) { s.Message = "%%%" }),
		"too short":        seal(func(s *envelope.Sealed) { s.Message = "AAAA" }),
		"no stamp":         map[string]string{"aesSign": "", "message": "", "kid": ""},
		"wrong types":      map[string]any{"aesSign": 1, "message": []int{2}, "kid": nil},
	}
	first := ""
	for name, b := range broken {
		a := p.Post(submit, b, "Idempotency-Key", apptest.Key())
		a.RequireCode(t, http.StatusBadRequest, "envelope_invalid")
		if first == "" {
			first = a.Body
		}
		if a.Body != first {
			t.Errorf("%s: %s, others: %s", name, a.Body, first)
		}
	}

	good := p.Sealed(submit, body)
	if a := p.Post(submit, good, "Idempotency-Key", apptest.Key()); a.HTTP != http.StatusOK {
		t.Fatalf("a good envelope: %s", a.Body)
	}
	if a := p.Post(submit, good, "Idempotency-Key", apptest.Key()); a.Body != first {
		t.Fatalf("a replay: %s", a.Body)
	}
	good.AESSign = strings.TrimRight(good.AESSign, "=")
	if a := p.Post(submit, good, "Idempotency-Key", apptest.Key()); a.Body != first {
		t.Fatalf("a replay in other clothes: %s", a.Body)
	}
}
