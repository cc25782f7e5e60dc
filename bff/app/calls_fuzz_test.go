package app_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// maxAnswer is more bytes than any call answers with.
const maxAnswer = 2 << 20

// Whatever is sent to any call of the gateway, by a customer or a guest, sealed where it must be: the answer is no fault of the shop, is
// an envelope, and is of bounded size.
func FuzzCalls(f *testing.F) {
	shop := apptest.Open(f, apptest.Options{Config: func(c *config.Config) { c.Server.LimitsFactor = 1_000_000 }})
	customer, guest := shop.Customer(f, "ada@example.com"), shop.Shopper(f)
	guest.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true})
	var key envelope.PublicKey
	guest.Get("/gw/auth/crypto/key").Into(f, &key)
	names := slices.Sorted(maps.Keys(gen.Operations))
	number := func(name string) uint8 {
		n := slices.Index(names, name)
		if n < 0 {
			f.Fatalf("no call %s", name)
		}
		return uint8(n)
	}
	for _, seed := range []struct{ name, query, body string }{
		{"CartAdd", "", `{"goodsId":"jp-3g-7","simType":"esim","quantity":1e99,"compatibilityConfirmed":true}`},
		{"CartAdd", "", `{"goodsId":"a\u0000b","simType":"\ud800","quantity":-1,"startDate":"2026-02-30"}`},
		{"CartUpdate", "", `{"lineId":"9223372036854775808","quantity":0}`}, {"CodeSend", "", `{"channel":"email","target":"a\r\n@b.c","purpose":"signup"}`},
		{"Login", "", `{"email":"ada@example.com","password":"\u0000"}`}, {"OrderTrack", "", `{"orderNo":"261121ABCDEFGHJ","email":"\u0000@b.co"}`},
		{"GoodsList", "countries=%00&page=9999999999999999999&keyword=%FF", ""}, {"OrderList", "page=-1&tab=%00&keyword=%27", ""},
		{"OrderEncryptSubmit", "", `{"goodsId":null,"shippingAddress":{"country":"\u0000"},"pointsUsed":-1}`}, {"PageQuery", "path=%2Fen%2Fmy-order%2F%00", ""},
		{"UserUpdate", "", `{"firstName":"\u202e"}`}, {"AddressSave", "", `{"id":"x","fullName":"` + strings.Repeat("a", 9000) + `"}`}, {"SimLink", "", `[]`},
		{"ReviewWrite", "", `{"lineId":"1","stars":6}`}, {"ContactSubmit", "", `{"message":"\u0000"}`}, {"Logout", "x=%zz", "\xff"},
	} {
		f.Add(number(seed.name), seed.query, []byte(seed.body), true)
		f.Add(number(seed.name), seed.query, []byte(seed.body), false)
	}
	f.Fuzz(func(t *testing.T, which uint8, query string, body []byte, known bool) {
		op := gen.Operations[names[int(which)%len(names)]]
		if op.ID == "logout" && known || !isQuery(query) {
			return // the customer stays
		}
		if op.Enc && json.Valid(body) {
			sealed, err := envelope.Seal(key, op.Method, op.Path, json.RawMessage(body), time.Now())
			if err == nil {
				body, _ = json.Marshal(sealed)
			}
		}
		who := guest
		if known {
			who = customer
		}
		status, answer := sendRaw(t, shop, who, op, query, body)
		if status >= http.StatusInternalServerError {
			t.Fatalf("%s ?%s %q: %d %s", op.ID, query, body, status, answer)
		}
		var said apptest.Answer
		if err := json.Unmarshal([]byte(answer), &said); err != nil || said.Status != status || len(answer) >= maxAnswer {
			t.Fatalf("%s ?%s %q: %d, %d bytes: %v", op.ID, query, body, status, len(answer), err)
		}
	})
}

// isQuery reports whether an HTTP request can carry the text.
func isQuery(s string) bool {
	_, err := url.Parse("/?" + s)
	return err == nil && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '#' })
}

// sendRaw makes a call and returns its status and the first bytes of its answer.
func sendRaw(t *testing.T, shop *apptest.Shop, who *apptest.Shopper, op gen.Operation, query string, body []byte) (status int, answer string) {
	t.Helper()
	if op.Method == http.MethodGet {
		body = nil
	}
	req, err := http.NewRequest(op.Method, shop.URL+op.Path+"?"+query, strings.NewReader(string(body)))
	require.NoError(t, err)
	req.Header = who.Header.Clone()
	req.Header.Set("Content-Type", "application/json")
	if op.Key {
		req.Header.Set("Idempotency-Key", apptest.Key())
	}
	res, err := who.HTTP.Do(req)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	require.NoError(t, err)
	return res.StatusCode, string(raw)
}
