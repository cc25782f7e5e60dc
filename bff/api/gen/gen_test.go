package gen_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// shop answers the calls that these tests make; any other call panics on the nil interface.
type shop struct {
	gen.StrictServerInterface
	goodsList func(gen.GoodsListParams)
}

var errRefused = errors.New("refused")

func (shop) CartGet(context.Context, gen.CartGetRequestObject) (gen.CartGetResponseObject, error) {
	return gen.CartGet200JSONResponse{
		Envelope: gen.Envelope{Status: 200, Success: true, Code: "ok", Message: "OK", RequestId: "r1"},
		Data:     gen.Cart{Items: []gen.CartItem{}, Subtotal: 1590, Currency: "USD"},
	}, nil
}

func (s shop) GoodsList(_ context.Context, r gen.GoodsListRequestObject) (gen.GoodsListResponseObject, error) {
	s.goodsList(r.Params)
	return nil, errRefused
}

func (shop) OrderDetail(_ context.Context, r gen.OrderDetailRequestObject) (gen.OrderDetailResponseObject, error) {
	if r.Params.OrderNo == "" {
		return nil, errRefused
	}
	return nil, errors.New("unexpected order number")
}

func (shop) CartAdd(_ context.Context, r gen.CartAddRequestObject) (gen.CartAddResponseObject, error) {
	if r.Body.GoodsId != "jp-3g-7" || r.Body.Quantity != 2 || r.Body.NumberId != "" {
		return nil, errors.New("the body was read wrongly")
	}
	return nil, errRefused
}

func (shop) PaymentWebhook(_ context.Context, r gen.PaymentWebhookRequestObject) (gen.PaymentWebhookResponseObject, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil || string(raw) != "{ \"id\" : 1 }\n" {
		return nil, errors.New("the body is not what was sent")
	}
	return nil, errRefused
}

func TestAnAnswerIsOneFlatEnvelope(t *testing.T) {
	t.Parallel()
	rec, _ := call(t, shop{}, http.MethodGet, "/gw/mall/cart", "")
	var got map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &got))
	for key, want := range map[string]string{
		"status": "200", "success": "true", "code": `"ok"`, "message": `"OK"`, "requestId": `"r1"`,
	} {
		if string(got[key]) != want {
			t.Errorf("%s = %s, want %s", key, got[key], want)
		}
	}
	if data := string(got["data"]); !strings.Contains(data, `"items":[]`) || !strings.Contains(data, `"subtotal":1590`) {
		t.Errorf("data = %s", data)
	}
	if len(got) != 6 {
		t.Errorf("an envelope has 6 fields, got %d: %s", len(got), rec.Body)
	}
}

func TestHandlersReceiveUnvalidatedFields(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, method, target, body string }{
		{"a missing required parameter is empty", http.MethodGet, "/gw/cq-ordercharge/order/detail", ""},
		{"context fields in a body are tolerated", http.MethodPost, "/gw/mall/cart/add",
			`{"goodsId":"jp-3g-7","simType":"esim","quantity":2,"compatibilityConfirmed":true,"langId":2,"tenantId":"20"}`},
		{"the webhook's bytes are untouched", http.MethodPost, "/gw/cq-ordercharge/payment/us/webhook", "{ \"id\" : 1 }\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if _, err := call(t, shop{}, tc.method, tc.target, tc.body); !errors.Is(err, errRefused) {
				t.Errorf("error = %v, want the handler's own", err)
			}
		})
	}
}

func TestListFiltersAreRead(t *testing.T) {
	t.Parallel()
	var got gen.GoodsListParams
	s := shop{goodsList: func(p gen.GoodsListParams) { got = p }}
	_, err := call(t, s, http.MethodGet, "/gw/mall/goods/list?group=asia&countries=JP,KR&data=lt5&sort=2&page=3&langId=2", "")
	if !errors.Is(err, errRefused) {
		t.Fatalf("error = %v", err)
	}
	want := gen.GoodsListParams{Group: "asia", Countries: "JP,KR", Data: "lt5", Sort: 2, Page: 3}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// call plays one request and returns what was written and the error that reached echo's error handler.
func call(t *testing.T, s shop, method, target, body string) (*httptest.ResponseRecorder, error) {
	t.Helper()
	var failure error
	e := echo.New()
	e.HTTPErrorHandler = func(err error, _ echo.Context) { failure = err }
	gen.RegisterHandlers(e, gen.NewStrictHandler(s, nil))
	req := httptest.NewRequest(method, target, strings.NewReader(body))
	req.Header.Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, req)
	return rec, failure
}
