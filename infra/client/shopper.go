package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/api/gen"
)

// Shopper is a client with its own cookies, mailbox and network address, so that the shop's limits apply to it alone and its orders do
// not wait for those of others.
type Shopper struct {
	// Mail is the address of the mailbox.
	Mail    string
	shop    Shop
	http    *http.Client
	address string
}

// Shop has the addresses of a running shop.
type Shop struct {
	// URL is its address, http://localhost:<port>.
	URL string
	// SandboxURL is that of the servers of its sandbox.
	SandboxURL string
}

// lastShopper numbers shoppers; Transport keeps the connections of all.
var (
	lastShopper atomic.Uint32
	Transport   = &http.Transport{MaxIdleConnsPerHost: 512, DisableCompression: true}
)

// NextNumber returns a number that is unique in this process.
func NextNumber() uint32 { return lastShopper.Add(1) }

// NewShopper returns a shopper without cookies.
func (s Shop) NewShopper() *Shopper {
	jar, _ := cookiejar.New(nil) // never fails without options
	n := NextNumber()
	return &Shopper{
		shop: s, http: &http.Client{Transport: Transport, Jar: jar, Timeout: 30 * time.Second},
		address: fmt.Sprintf("10.%d.%d.%d", n>>16&0xff, n>>8&0xff, n&0xff), Mail: fmt.Sprintf("ada.%d@example.com", n),
	}
}

// APIError is an error answer of the shop or the provider.
type APIError struct {
	// Call is the method and the path.
	Call string
	// Status is that of HTTP, Code that of the contract, "" where the answer is none of the gateway's.
	Status int
	Code   string
	Body   string
}

// Error names the call, the status and the body.
func (r *APIError) Error() string { return fmt.Sprintf("%s: %d %s", r.Call, r.Status, r.Body) }

// Get and Post call the gateway; the answer's data is decoded into data, unless that is nil. An answer
// that is no success is an APIError.
func (p *Shopper) Get(ctx context.Context, path string, data any) error {
	return p.call(ctx, http.MethodGet, path, nil, data)
}

// Post sends body as JSON; headers are pairs of name and value.
func (p *Shopper) Post(ctx context.Context, path string, body, data any, headers ...string) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return p.call(ctx, http.MethodPost, path, text, data, headers...)
}

func (p *Shopper) call(ctx context.Context, method, path string, body []byte, data any, headers ...string) error {
	req, err := http.NewRequestWithContext(ctx, method, p.shop.URL+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	for name, value := range map[string]string{
		"langId": "2", "lang": "en_US", "application": "1", "tenantId": "20", "Content-Type": "application/json", "X-Forwarded-For": p.address,
	} {
		req.Header.Set(name, value)
	}
	raw, status, err := Do(p.http, req)
	if err != nil {
		return err
	}
	var answer struct {
		Success bool            `json:"success"`
		Code    string          `json:"code"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil || !answer.Success {
		return &APIError{Call: method + " " + path, Status: status, Code: answer.Code, Body: string(raw)}
	}
	if data == nil {
		return nil
	}
	return json.Unmarshal(answer.Data, data)
}

// Do sends a request and reads the whole answer, so that its connection is used again.
func Do(client *http.Client, req *http.Request) (body []byte, status int, err error) {
	res, err := client.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err = io.ReadAll(res.Body)
	return body, res.StatusCode, err
}

// Page asks for a page as a browser does.
func (p *Shopper) Page(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.shop.URL+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/html")
	req.Header.Set("Accept-Encoding", "br")
	req.Header.Set("X-Forwarded-For", p.address)
	_, status, err := Do(p.http, req)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s answers %d", req.URL.Path, status)
	}
	return err
}

// Buy orders one eSIM and pays for it at the sandbox provider. It returns the order's number.
func (p *Shopper) Buy(ctx context.Context, goodsID string) (orderNo string, err error) {
	body := gen.SubmitOrderBody{Source: "buyNow", Item: EsimNow(goodsID), PaymentMethod: "card", Contact: p.Contact()}
	budget, err := p.Price(ctx, body)
	if err != nil {
		return "", err
	}
	body.ExpectedTotal = budget.OrderTotal
	order, err := p.Submit(ctx, body, rand.Text())
	if err != nil {
		return "", err
	}
	secret, err := p.OpenPayment(ctx, order.OrderNo)
	if err != nil {
		return "", err
	}
	return order.OrderNo, p.Confirm(ctx, secret, GoodCard)
}

// Payment methods of the sandbox provider, which are Stripe's.
const (
	GoodCard     = "pm_card_visa"
	DeclinedCard = "pm_card_chargeDeclined"
)

// EsimNow is one eSIM that is bought without a cart.
func EsimNow(goodsID string) *gen.BuyNowItem {
	return &gen.BuyNowItem{GoodsId: goodsID, SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}
}

// Contact is who orders.
func (p *Shopper) Contact() gen.OrderContact {
	return gen.OrderContact{FirstName: "Ada", Email: p.Mail}
}

// Price asks what an order would cost.
func (p *Shopper) Price(ctx context.Context, o gen.SubmitOrderBody) (budget gen.Budget, err error) {
	err = p.Post(ctx, "/gw/cq-ordercharge/order/doBudget", gen.DoBudgetBody{
		Source: o.Source, Item: o.Item, Coupon: o.Coupon, ShippingMethod: o.ShippingMethod, Destination: o.Destination,
	}, &budget)
	return budget, err
}

// Submit seals an order and places it. With the key of an earlier call the order is placed once.
func (p *Shopper) Submit(ctx context.Context, o gen.SubmitOrderBody, key string) (placed gen.OrderSubmitted, err error) {
	err = p.Seal(ctx, "/gw/cq-ordercharge/order/encryptSubmit", o, &placed, "Idempotency-Key", key)
	return placed, err
}

// Seal is Post with a body that is sealed as a browser seals it.
func (p *Shopper) Seal(ctx context.Context, path string, body, data any, headers ...string) error {
	var public envelope.PublicKey
	if err := p.Get(ctx, "/gw/auth/crypto/key", &public); err != nil {
		return err
	}
	sealed, err := envelope.Seal(public, http.MethodPost, path, body, time.UnixMilli(public.ServerTime))
	if err != nil {
		return err
	}
	return p.Post(ctx, path, sealed, data, headers...)
}

// OpenPayment opens an attempt to pay and returns the provider's secret of it.
func (p *Shopper) OpenPayment(ctx context.Context, orderNo string) (secret string, err error) {
	var payment gen.PaymentCreated
	err = p.Post(ctx, "/gw/cq-ordercharge/payment/us/create", map[string]string{"orderNo": orderNo}, &payment)
	return payment.ClientSecret, err
}

// Confirm calls the provider directly, as the card form of the payment page does. A declined card is an APIError with the status 402.
func (p *Shopper) Confirm(ctx context.Context, secret, method string) error {
	key, err := p.publishableKey(ctx)
	if err != nil {
		return err
	}
	intent, _, _ := strings.Cut(secret, "_secret_")
	form := url.Values{"client_secret": {secret}, "payment_method": {method}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.shop.SandboxURL+"/sandbox/stripe/v1/payment_intents/"+intent+"/confirm",
		strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+key)
	body, status, err := Do(p.http, req)
	if err == nil && status != http.StatusOK {
		err = &APIError{Call: "confirm the payment", Status: status, Body: string(body)}
	}
	return err
}

// publishable is the provider's key that browsers get, the same for all.
var publishable struct {
	sync.Mutex
	key string
}

func (p *Shopper) publishableKey(ctx context.Context) (string, error) {
	publishable.Lock()
	defer publishable.Unlock()
	if publishable.key == "" {
		if err := p.Get(ctx, "/gw/cq-ordercharge/payment/us/pk", &publishable.key); err != nil {
			return "", err
		}
	}
	return publishable.key, nil
}
