package apptest

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/notify"
)

// Shopper is somebody who knows the contract and nothing else: a browser with its cookies.
type Shopper struct {
	t    testing.TB
	shop *Shop
	HTTP *http.Client
	// Header is sent with every call.
	Header http.Header
	// Host is the host that is asked for; empty means the one of the shop's address.
	Host string
}

// Shopper returns a new browser.
func (s *Shop) Shopper(t testing.TB) *Shopper {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	h.Set("langId", "2")
	h.Set("lang", "en_US")
	h.Set("application", "1")
	h.Set("tenantId", "20")
	return &Shopper{t: t, shop: s, HTTP: &http.Client{Jar: jar, Timeout: 30 * time.Second}, Header: h}
}

// At returns the same browser at another front door of the shop.
func (p *Shopper) At(shop *Shop) *Shopper {
	other := *p
	other.shop = shop
	return &other
}

// Answer is an envelope.
type Answer struct {
	Status  int             `json:"status"`
	Success bool            `json:"success"`
	Code    string          `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
	// HTTP is the status of the transport.
	HTTP int `json:"-"`
	Body string
}

// Get calls by GET.
func (p *Shopper) Get(path string, query ...string) Answer {
	p.t.Helper()
	q := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		q.Set(query[i], query[i+1])
	}
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return p.do(http.MethodGet, path, nil, nil)
}

// Post calls by POST with a JSON body; headers are pairs.
func (p *Shopper) Post(path string, body any, headers ...string) Answer {
	p.t.Helper()
	return p.do(http.MethodPost, path, body, headers)
}

// Seal calls by POST with a sealed body.
func (p *Shopper) Seal(path string, body any, headers ...string) Answer {
	p.t.Helper()
	return p.Post(path, p.Sealed(path, body), headers...)
}

// Sealed returns a sealed body for a call of path.
func (p *Shopper) Sealed(path string, body any) envelope.Sealed {
	p.t.Helper()
	var key envelope.PublicKey
	p.Get("/gw/auth/crypto/key").Into(p.t, &key)
	sealed, err := envelope.Seal(key, http.MethodPost, path, body, time.UnixMilli(key.ServerTime))
	if err != nil {
		p.t.Fatal(err)
	}
	return sealed
}

func (p *Shopper) do(method, path string, body any, headers []string) Answer {
	p.t.Helper()
	var reader io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			p.t.Fatal(err)
		}
		reader = bytes.NewReader(b)
	}
	req, err := http.NewRequest(method, p.shop.URL+path, reader)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header, req.Host = p.Header.Clone(), p.Host
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := p.HTTP.Do(req)
	if err != nil {
		p.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatalf("%s %s: %v", method, path, err)
	}
	a := Answer{HTTP: res.StatusCode, Body: string(raw)}
	if err := json.Unmarshal(raw, &a); err != nil {
		p.t.Fatalf("%s %s: %d %s: %v", method, path, res.StatusCode, raw, err)
	}
	if a.Status != res.StatusCode {
		p.t.Errorf("%s %s: status %d in the envelope of a %d", method, path, a.Status, res.StatusCode)
	}
	return a
}

// Into decodes the data of a good answer and fails the test on any other.
func (a Answer) Into(t testing.TB, data any) {
	t.Helper()
	if a.HTTP != http.StatusOK || !a.Success {
		t.Fatalf("answer %d %s: %s", a.HTTP, a.Code, a.Body)
	}
	if err := json.Unmarshal(a.Data, data); err != nil {
		t.Fatalf("data %s: %v", a.Data, err)
	}
}

// RequireCode fails the test unless the answer is a refusal with this status and code.
func (a Answer) RequireCode(t testing.TB, status int, code string) {
	t.Helper()
	if a.HTTP != status || a.Code != code || a.Success {
		t.Fatalf("answer %d %s, want %d %s: %s", a.HTTP, a.Code, status, code, a.Body)
	}
}

// Address is a complete shipping address.
func Address() *gen.Address {
	return &gen.Address{
		FullName: "Ada Lovelace", Country: "HK", AddressLine1: "1 Queen's Road", City: "Hong Kong", State: "Central", ZipCode: "",
	}
}

// Order returns a plain order of one product bought now.
func Order(goodsID, simType string, total int64, address *gen.Address) gen.SubmitOrderBody {
	body := gen.SubmitOrderBody{
		Source: "buyNow", Item: &gen.BuyNowItem{GoodsId: goodsID, SimType: simType, Quantity: 1, CompatibilityConfirmed: true},
		Contact: gen.OrderContact{FirstName: "Ada", Email: "ada@example.com"}, PaymentMethod: "card", ExpectedTotal: total, Address: address,
	}
	if address != nil {
		body.Destination, body.ShippingMethod = address.Country, "standard"
	}
	return body
}

// Key returns a fresh Idempotency-Key.
func Key() string {
	var b [12]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// Place submits an order and returns it.
func (p *Shopper) Place(body gen.SubmitOrderBody) gen.OrderSubmitted {
	p.t.Helper()
	var placed gen.OrderSubmitted
	p.Seal("/gw/cq-ordercharge/order/encryptSubmit", body, "Idempotency-Key", Key()).Into(p.t, &placed)
	return placed
}

// Budget returns what an order would cost.
func (p *Shopper) Budget(body any) gen.Budget {
	p.t.Helper()
	var b gen.Budget
	p.Post("/gw/cq-ordercharge/order/doBudget", body).Into(p.t, &b)
	return b
}

// Create opens the attempt to pay and returns the client secret and the intent's id.
func (p *Shopper) Create(orderNo string) (secret, intent string) {
	p.t.Helper()
	var created gen.PaymentCreated
	p.Post("/gw/cq-ordercharge/payment/us/create", map[string]string{"orderNo": orderNo}).Into(p.t, &created)
	intent, _, _ = strings.Cut(created.ClientSecret, "_secret_")
	return created.ClientSecret, intent
}

// Confirm pays at the sandbox provider as its script does, with the publishable key; it returns the HTTP status.
func (p *Shopper) Confirm(secret, method string) int {
	p.t.Helper()
	var pk string
	p.Get("/gw/cq-ordercharge/payment/us/pk").Into(p.t, &pk)
	intent, _, _ := strings.Cut(secret, "_secret_")
	form := url.Values{"client_secret": {secret}, "payment_method": {method}}
	req, err := http.NewRequest(
		http.MethodPost,
		p.shop.sandbox()+"/sandbox/stripe/v1/payment_intents/"+intent+"/confirm",
		strings.NewReader(form.Encode()),
	)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+pk)
	res, err := p.HTTP.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// Control makes the sandbox provider misbehave.
func (s *Shop) Control(path string, body any) {
	s.t.Helper()
	b, _ := json.Marshal(body)
	res, err := http.Post(s.sandbox()+"/sandbox/stripe/control"+path, "application/json", bytes.NewReader(b))
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		raw, _ := io.ReadAll(res.Body)
		s.t.Fatalf("control %s: %d %s", path, res.StatusCode, raw)
	}
}

// Mail is an entry of the outbox.
type Mail struct {
	Channel string `json:"channel"`
	To      string `json:"to"`
	// Key is that of the note, or what the outbox knows it by where the note is forgotten.
	Key         string `json:"key"`
	Subject     string `json:"subject"`
	Text        string `json:"text"`
	HTML        string `json:"html"`
	Attachments []struct {
		Name string `json:"name"`
		Type string `json:"type"`
	} `json:"attachments"`
}

// Mails returns the entries of what was sent to an address, newest first.
func (s *Shop) Mails(to string) []Mail {
	s.t.Helper()
	res, err := http.Get(s.sandbox() + "/sandbox/outbox.json?to=" + url.QueryEscape(to))
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var out struct {
		Items []Mail `json:"items"`
	}
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
		s.t.Fatal(err)
	}
	s.nameMails(out.Items)
	return out.Items
}

// nameMails gives mails the keys of what they report: a mail has only a digest of it, as its Message-ID.
func (s *Shop) nameMails(mails []Mail) {
	s.t.Helper()
	var keys []string
	if err := s.DB.Gorm.Raw(`select tenant_id || '/' || key from notification`).Scan(&keys).Error; err != nil {
		s.t.Fatal(err)
	}
	named := map[string]string{}
	for _, key := range keys {
		named[notify.MessageID(key)] = key
	}
	for i, m := range mails {
		id, _, _ := strings.Cut(m.Key, "@")
		if key, ok := named[id]; ok {
			mails[i].Key = key
		}
	}
}

// Detail reads an order.
func (p *Shopper) Detail(orderNo string) gen.Order {
	p.t.Helper()
	var o gen.Order
	p.Get("/gw/cq-ordercharge/order/detail", "orderNo", orderNo).Into(p.t, &o)
	return o
}
