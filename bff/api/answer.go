package api

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
	"github.com/roamcart/roamcart/bff/api/caller"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// statuses maps codes to HTTP statuses; every other code is 422.
var statuses = map[string]int{
	"bad_request": 400, "envelope_invalid": 400, "idempotency_key_required": 400, "signature_invalid": 400, "context_required": 400,
	"login_required": 401, "session_expired": 401, "wrong_credentials": 401,
	"forbidden": 403, "forbidden_origin": 403, "tenant_mismatch": 403,
	"not_found": 404, "page_not_found": 404, "goods_not_found": 404, "order_not_found": 404, "sim_not_found": 404,
	"cart_item_not_found": 404, "user_not_found": 404, "order_expired": 404, "address_not_found": 404, "session_not_found": 404,
	"method_not_allowed": 405,
	"in_progress":        409, "price_changed": 409, "stock_unavailable": 409, "sold_out": 409, "too_many_unpaid": 409, "too_many_numbers": 409, "already_paid": 409,
	"already_cancelled": 409, "order_not_cancellable": 409, "order_again_incomplete": 409, "order_cancel_failed": 409, "sim_linked_elsewhere": 409, "topup_not_allowed": 409, "topup_sim_deleted": 409, "topup_sim_retired": 409, "real_name_under_review": 409, "real_name_verified": 409, "order_not_payable": 409,
	"topup_sim_reissuing": 409, "reissue_card": 409, "reissue_over": 409, "reissue_order": 409, "reissue_on_phone": 409, "reissue_unclear": 409,
	"review_unused": 409, "review_exists": 409, "review_gone": 409, "review_decided": 409, "review_not_found": 404,
	"reissue_limit": 409, "reissue_refused": 409,
	"number_taken": 409, "number_hold_expired": 409, "start_date_over": 409, "payment_method_fixed": 409, "payment_processing": 409, "payment_review": 409, "install_not_ready": 409,
	"promo_used_up": 409, "promo_already_used": 409, "promo_not_usable": 409, "points_not_enough": 409, "referral_first_order": 409,
	"body_too_large": 413, "address_too_large": 414, "unsupported_media_type": 415, "unknown_host": 421, "account_locked": 423,
	"rate_limited": 429, "code_too_soon": 429, "code_limit": 429, "headers_too_large": 431,
	"internal": 500, "order_query_failed": 500,
	"unavailable": 503, "timeout": 503, "payment_unavailable": 503, "carrier_unavailable": 503,
}

// StatusOf returns the HTTP status of a code.
func StatusOf(code string) int {
	if s, ok := statuses[code]; ok {
		return s
	}
	return http.StatusUnprocessableEntity
}

// ok begins the envelope of a good answer.
func ok(ctx context.Context) gen.Envelope {
	return gen.Envelope{Status: http.StatusOK, Success: true, Code: "ok", Message: "", RequestId: guard.RequestIDOf(ctx)}
}

// ErrorHandler writes what a handler or a middleware refused.
func ErrorHandler(log *slog.Logger) echo.HTTPErrorHandler {
	return func(err error, c echo.Context) {
		if c.Response().Committed {
			return
		}
		ctx := c.Request().Context()
		f := Refusal(err, c.Request())
		// Whoever left while it was under way is the reason why it was not done.
		if left := errors.Is(ctx.Err(), context.Canceled); !left && (f.Code == "internal" || f.Code == "unavailable") {
			log.ErrorContext(ctx, "call failed", "path", c.Request().URL.Path, "request", guard.RequestIDOf(ctx), "error", err)
		}
		status := StatusOf(f.Code)
		c.Response().Header().Set("Cache-Control", "private, no-store")
		switch {
		case status == http.StatusServiceUnavailable:
			c.Response().Header().Set(echo.HeaderRetryAfter, "5")
		case f.RetryAfter > 0:
			c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(f.RetryAfter))
		}
		if werr := c.JSON(status, body(c.Request(), f, status)); werr != nil {
			log.WarnContext(ctx, "answer not written", "error", werr)
		}
	}
}

func body(req *http.Request, f *fault.Error, status int) gen.ErrorEnvelope {
	locale := caller.LocaleOf(req)
	e := gen.ErrorEnvelope{
		Status: status, Code: f.Code, Message: shared.Text(locale, "errors", cmp.Or(f.Text, f.Code), f.Params), Data: f.Data,
		RequestId: guard.RequestIDOf(req.Context()),
	}
	if f.Code == "envelope_invalid" {
		// One body for every broken envelope, to the byte; the id is in the header.
		e.RequestId = ""
	}
	if len(f.Fields) > 0 {
		fields := make(map[string]string, len(f.Fields))
		for name, key := range f.Fields {
			fields[name] = shared.Text(locale, "errors", key, f.Params)
		}
		e.Data = map[string]any{"fields": fields}
	}
	if e.Data == nil {
		e.Data = map[string]any{}
	}
	return e
}

// Refusal turns any error into the fault that a caller is told.
func Refusal(err error, req *http.Request) *fault.Error {
	var f *fault.Error
	if errors.As(err, &f) {
		return f
	}
	var he *echo.HTTPError
	if errors.As(err, &he) {
		switch {
		case he.Code == http.StatusBadRequest && gen.IsSealed(req.URL.Path):
			return fault.New("envelope_invalid")
		case he.Code == http.StatusBadRequest:
			return fault.New("bad_request")
		case he.Code == http.StatusNotFound:
			return fault.New("not_found")
		case he.Code == http.StatusMethodNotAllowed:
			return fault.New("method_not_allowed")
		case he.Code == http.StatusUnsupportedMediaType:
			return fault.New("unsupported_media_type")
		case he.Code == http.StatusRequestEntityTooLarge:
			return fault.New("body_too_large")
		}
	}
	switch {
	case pg.IsBadText(err):
		return fault.New("bad_request")
	case pg.IsUnavailable(err):
		return fault.New("unavailable")
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New("timeout")
	}
	return fault.New("internal")
}
