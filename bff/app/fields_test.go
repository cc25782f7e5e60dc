package app_test

import (
	"net/http"
	"testing"

	"github.com/roamcart/roamcart/bff/apptest"
)

// A field of another type than the contract's is named, in the caller's language, in a body, in a sealed body and in a query.
func TestFieldsOfAWrongTypeAreNamed(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	for lang, id := range map[string]string{"en": "2", "zh": "1"} {
		r := localShopper{shop.Customer(t, lang+"@example.com"), t, lang}
		r.Header.Set("langId", id)
		r.Header.Del("lang")
		named := func(a apptest.Answer, field, key string) {
			t.Helper()
			a.RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
			r.requireFieldMessages(a, map[string]string{field: key})
		}
		type body = map[string]any
		add, budget := "/gw/mall/cart/add", "/gw/cq-ordercharge/order/doBudget"
		for _, number := range []any{1.5, "2", 1e30, true, body{}} {
			named(r.Post(add, body{"goodsId": "jp-3g-7", "quantity": number}), "quantity", "quantity_invalid")
			named(r.Post(budget, body{"source": "buyNow", "item": body{"goodsId": "jp-3g-7", "quantity": number}}), "quantity", "quantity_invalid")
			named(r.Post(budget, body{"source": "cart", "points": number}), "points", "points_invalid")
			named(r.Seal(submit, body{"source": "cart", "expectedTotal": number}, "Idempotency-Key", apptest.Key()), "expectedTotal", "invalid")
		}
		named(r.Post(add, body{"goodsId": 5}), "goodsId", "invalid")
		named(r.Post(add, body{"goodsId": "jp-3g-7", "compatibilityConfirmed": "true"}), "compatibilityConfirmed", "invalid")
		named(r.Post("/gw/mall/cart/remove", body{"itemIds": "1"}), "itemIds", "invalid")
		named(r.Post("/gw/mall/cart/remove", body{"itemIds": []int{1}}), "itemIds", "invalid")
		named(r.Seal(register, body{"email": []int{}}), "email", "email_invalid")
		for _, list := range lists {
			for _, page := range []string{"x", "1.5", "", "9223372036854775808"} {
				named(r.Get(list, "goodsId", "m-hk-30g", "page", page), "page", "page_invalid")
			}
		}
		named(r.Get("/gw/mall/goods/list", "sort", "cheap"), "sort", "sort_invalid")
		// What is no envelope is answered as every other broken one.
		r.Post(register, body{"aesSign": 5}).RequireCode(t, http.StatusBadRequest, "envelope_invalid")
		r.Post(add, []int{}).RequireCode(t, http.StatusBadRequest, "bad_request")
	}
}
