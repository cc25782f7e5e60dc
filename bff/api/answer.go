package api

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
	"github.com/roamcart/roamcart/bff/api/caller"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// statuses maps codes to HTTP statuses; every other code is 422.
var statuses = Statuses(map[int][]string{
	http.StatusBadRequest: {
		"bad_request", "context_required", "envelope_invalid", "idempotency_key_required", "signature_invalid",
	},
	http.StatusUnauthorized: {"login_required", "session_expired", "wrong_credentials"},
	http.StatusForbidden:    {"forbidden", "forbidden_origin", "tenant_mismatch"},
	http.StatusNotFound: {
		"address_not_found", "cart_item_not_found", "goods_not_found", "not_found", "order_expired", "order_not_found",
		"page_not_found", "review_not_found", "session_not_found", "sim_not_found", "user_not_found",
	},
	http.StatusMethodNotAllowed: {"method_not_allowed"},
	http.StatusConflict: {
		"already_cancelled", "already_paid", "in_progress", "install_not_ready", "nothing_to_mail", "number_hold_expired", "number_taken",
		"order_again_incomplete", "order_cancel_failed", "order_erased", "order_not_cancellable", "order_not_payable", "payment_method_fixed",
		"payment_processing", "payment_review", "points_not_enough", "price_changed", "promo_already_used", "promo_not_usable",
		"promo_used_up", "real_name_under_review", "real_name_verified", "referral_first_order", "reissue_card",
		"reissue_limit", "reissue_on_phone", "reissue_order", "reissue_over", "reissue_refused", "reissue_unclear",
		"review_decided", "review_exists", "review_gone", "review_unused", "sim_linked_elsewhere", "sold_out",
		"start_date_over", "stock_unavailable", "too_many_numbers", "too_many_unpaid", "topup_not_allowed",
		"topup_sim_deleted", "topup_sim_reissuing", "topup_sim_retired",
	},
	http.StatusRequestEntityTooLarge:       {"body_too_large"},
	http.StatusRequestURITooLong:           {"address_too_large"},
	http.StatusUnsupportedMediaType:        {"unsupported_media_type"},
	http.StatusMisdirectedRequest:          {"unknown_host"},
	http.StatusLocked:                      {"account_locked"},
	http.StatusTooManyRequests:             {"rate_limited", "code_too_soon", "code_limit", "mail_too_soon", "mail_too_often"},
	http.StatusRequestHeaderFieldsTooLarge: {"headers_too_large"},
	http.StatusInternalServerError:         {"internal", "order_query_failed"},
	http.StatusServiceUnavailable: {
		"carrier_unavailable", "payment_unavailable", "timeout", "unavailable",
	},
})

// Statuses returns the status of each code, from the codes of each status.
func Statuses(codes map[int][]string) map[string]int {
	out := map[string]int{}
	for status, list := range codes {
		for _, code := range list {
			out[code] = status
		}
	}
	return out
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
		f := FaultOf(err, c.Request())
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
		params := map[string]any{"example": exampleNumber(req.Context())}
		maps.Copy(params, f.Params)
		fields := make(map[string]string, len(f.Fields))
		for name, key := range f.Fields {
			fields[name] = shared.Text(locale, "errors", key, params)
		}
		e.Data = map[string]any{"fields": fields}
	}
	if e.Data == nil {
		e.Data = map[string]any{}
	}
	return e
}

// exampleNumber is the phone number of messages that say how one is typed.
func exampleNumber(ctx context.Context) string {
	if call := caller.Of(ctx); call != nil {
		return call.Tenant.PhoneExample()
	}
	return dial.Example("", "")
}

// FaultOf turns any error into the fault that a caller is answered with.
func FaultOf(err error, req *http.Request) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if he, ok := errors.AsType[*echo.HTTPError](err); ok {
		switch {
		case he.Code == http.StatusBadRequest && gen.IsSealed(req.URL.Path):
			return fault.New("envelope_invalid")
		case he.Code == http.StatusBadRequest:
			return mistyped(err)
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
