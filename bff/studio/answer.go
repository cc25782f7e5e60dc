package studio

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/shared"
)

// statuses maps the codes of the Studio to HTTP statuses; every other code has the status that the gateway gives it.
var statuses = api.Statuses(map[int][]string{
	http.StatusUnauthorized: {"staff_passkey_refused"},
	http.StatusForbidden:    {"staff_login_again"},
	http.StatusNotFound: {
		"refund_not_found", "staff_invitation_invalid", "staff_member_not_found", "staff_passkey_not_found",
	},
	http.StatusConflict: {
		"account_not_locked", "blocks_overtaken", "correction_overtaken", "image_in_use", "image_overtaken", "line_not_found",
		"mail_too_soon", "mails_overtaken", "nothing_to_mail", "nothing_to_ship", "order_disputed", "order_erased", "order_held",
		"order_not_held", "order_not_shippable", "order_not_shipped", "order_over", "parcel_left", "points_overtaken",
		"price_confirm", "price_not_waiting", "price_overtaken", "price_scheduled_then", "promo_confirm", "promo_over",
		"promo_overtaken", "promo_was_used", "refund_decided", "refund_overtaken", "refund_too_much", "sessions_overtaken",
		"shipping_overtaken", "site_from_files", "site_hidden", "site_incomplete", "site_is_open", "site_overtaken",
		"staff_last_admin", "staff_member_exists", "staff_own_role", "staff_passkey_exists", "staff_passkey_expired",
		"staff_passkeys_too_many", "staff_role_overtaken", "texts_overtaken", "titles_overtaken",
	},
	http.StatusRequestEntityTooLarge: {"image_too_large"},
	http.StatusUnsupportedMediaType:  {"image_not_supported"},
	http.StatusUnprocessableEntity:   {"image_broken"},
	http.StatusBadGateway:            {"mails_not_sent"},
	http.StatusServiceUnavailable:    {"image_busy"},
})

// ErrorBody is the body of an answer with an error.
type ErrorBody struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	// Fields are what is wrong with the fields of a form, by name.
	Fields    map[string]string `json:"fields,omitempty"`
	Data      any               `json:"data,omitempty"`
	RequestID string            `json:"requestId"`
}

// refuse writes what a handler or a guard refused.
func (s *Studio) refuse(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	ctx := c.Request().Context()
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = fault.New("body_too_large")
	}
	f := api.FaultOf(err, c.Request())
	if left := errors.Is(ctx.Err(), context.Canceled); !left && (f.Code == "internal" || f.Code == "unavailable") {
		s.Log.ErrorContext(ctx, "call of the Studio failed", "path", c.Path(), "request", guard.RequestIDOf(ctx), "error", err)
	}
	locale := Locale(c)
	out := ErrorBody{
		Code: f.Code, Message: shared.Text(locale, "errors", cmp.Or(f.Text, f.Code), f.Params), Data: f.Data, RequestID: guard.RequestIDOf(ctx),
	}
	for name, key := range f.Fields {
		if out.Fields == nil {
			out.Fields = map[string]string{}
		}
		out.Fields[name] = shared.Text(locale, "errors", key, f.Params)
	}
	if f.RetryAfter > 0 {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(f.RetryAfter))
	}
	if werr := c.JSON(cmp.Or(statuses[f.Code], api.StatusOf(f.Code)), out); werr != nil {
		s.Log.WarnContext(ctx, "answer not written", "error", werr)
	}
}

// Decode reads the JSON body of a call. What it does not know is refused. Faults: bad_request, body_too_large.
func Decode[T any](c echo.Context) (T, error) {
	var v T
	d := json.NewDecoder(c.Request().Body)
	d.DisallowUnknownFields()
	err := d.Decode(&v)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("more than one value")
		}
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); err != nil && !ok {
		err = fault.New("bad_request")
	}
	return v, err
}

// ID reads a number from the path. Fault: not_found.
func ID(c echo.Context, name string) (int64, error) {
	n, err := strconv.ParseInt(c.Param(name), 10, 64)
	if err != nil || n < 1 {
		return 0, fault.New("not_found")
	}
	return n, nil
}

// Locale is the language of an answer: what the application shows, or else what the browser prefers.
func Locale(c echo.Context) string {
	h := c.Request().Header
	if lang := h.Get("lang"); slices.Contains(staff.Locales, lang) {
		return lang
	}
	if strings.HasPrefix(strings.ToLower(h.Get("Accept-Language")), "zh") {
		return "zh"
	}
	return shared.DefaultLocale
}
