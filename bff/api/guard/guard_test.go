package guard_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

const (
	cartAdd = "/gw/mall/cart/add"
	logout  = "/gw/auth/token/logout"
)

// serve sends req through the middlewares to handler (nil: 200 with the body echoed) and returns the answer and the
// code of the fault that came out, "" for none.
func serve(req *http.Request, handler echo.HandlerFunc, with ...echo.MiddlewareFunc) (*httptest.ResponseRecorder, string) {
	code := ""
	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		code = fault.Code(err)
		if code == "" {
			code = err.Error()
		}
		if !c.Response().Committed {
			_ = c.NoContent(http.StatusTeapot)
		}
	}
	e.Use(with...)
	if handler == nil {
		handler = func(c echo.Context) error {
			body, err := io.ReadAll(c.Request().Body)
			if err != nil {
				return err
			}
			return c.Blob(http.StatusOK, "text/plain", body)
		}
	}
	e.Any("/*", handler)
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, req)
	return rec, code
}

func request(method, target, body string, headers ...string) *http.Request {
	var r io.Reader
	if body != "" {
		r = strings.NewReader(body)
	}
	req := httptest.NewRequest(method, target, r)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	return req
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	seen := ""
	handler := func(c echo.Context) error {
		seen = guard.RequestIDOf(c.Request().Context())
		return nil
	}
	for given, kept := range map[string]bool{
		"abc-DEF_1.2": true, strings.Repeat("a", 64): true,
		"": false, "a b": false, "a\"b": false, "é": false, strings.Repeat("a", 65): false,
	} {
		rec, _ := serve(request("GET", "/en/home", "", "X-Request-Id", given), handler, guard.RequestID())
		require.Equal(t, seen, rec.Header().Get("X-Request-Id"))
		require.Equal(t, kept, seen == given, "%q", given)
		require.Regexp(t, `^[\w.-]{1,64}$`, seen)
	}
	require.Empty(t, guard.RequestIDOf(context.Background()))
}

func TestRecover(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	use := []echo.MiddlewareFunc{guard.RequestID(), guard.Recover(slog.New(slog.NewJSONHandler(&log, nil)))}
	req := request("POST", "/gw/x?code=123456", "secret-body", "X-Request-Id", "req-1", "Cookie", "token=secret-token")
	_, code := serve(req, func(echo.Context) error { panic(errors.New("boom")) }, use...)
	require.Equal(t, "internal", code)
	for _, want := range []string{"boom", "req-1", "guard_test.go"} {
		require.Contains(t, log.String(), want)
	}
	for _, never := range []string{"123456", "secret-body", "secret-token"} {
		require.NotContains(t, log.String(), never)
	}
	require.PanicsWithValue(t, http.ErrAbortHandler, func() {
		serve(request("GET", "/", ""), func(echo.Context) error { panic(http.ErrAbortHandler) }, use...)
	})
}

func TestBodyLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path string
		size int
		want string
	}{
		{cartAdd, guard.MaxBody, ""},
		{cartAdd, guard.MaxBody + 1, "body_too_large"},
		{"/en/order", guard.MaxBody + 1, "body_too_large"},
		{guard.WebhookPath, guard.MaxWebhookBody, ""},
		{guard.WebhookPath + "/20", guard.MaxWebhookBody, ""},
		{guard.WebhookPath, guard.MaxWebhookBody + 1, "body_too_large"},
		{guard.WebhookPath + "s", guard.MaxBody + 1, "body_too_large"},
	} {
		for _, announced := range []bool{true, false} {
			req := request("POST", c.path, strings.Repeat("x", c.size))
			if !announced {
				req.ContentLength = -1
			}
			rec, code := serve(req, nil, guard.BodyLimit())
			require.Equal(t, c.want, code, "%s %d announced %v", c.path, c.size, announced)
			if c.want == "" {
				require.Equal(t, c.size, rec.Body.Len())
			}
		}
	}
	_, code := serve(request("GET", cartAdd, ""), nil, guard.BodyLimit())
	require.Empty(t, code)
}

func TestBodyLimitWinsOverWhatTheHandlerMakesOfIt(t *testing.T) {
	t.Parallel()
	req := request("POST", cartAdd, `{"a":"`+strings.Repeat("x", guard.MaxBody)+`"}`, "Content-Type", "application/json")
	req.ContentLength = -1
	_, code := serve(req, func(c echo.Context) error {
		var v any
		return c.Bind(&v)
	}, guard.BodyLimit())
	require.Equal(t, "body_too_large", code)
}

// A body that stops arriving ends with the server's time, and says so. The time begins when the handler was reached: a machine
// that stands still before would have the server hang up on a request it never read.
func TestAnIncompleteBodyTimesOut(t *testing.T) {
	t.Parallel()
	codes := make(chan string, 1)
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		codes <- fault.Code(err)
		_ = c.NoContent(http.StatusTeapot)
	}
	e.Use(func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			conn := http.NewResponseController(c.Response())
			if err := conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
				return err
			}
			return next(c)
		}
	}, guard.BodyLimit())
	e.POST("/*", func(c echo.Context) error {
		_, err := io.ReadAll(c.Request().Body)
		return err
	})
	server := httptest.NewServer(e)
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = io.WriteString(conn, "POST "+cartAdd+" HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
	require.NoError(t, err)
	require.Equal(t, "timeout", <-codes)
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{cartAdd: true, guard.WebhookPath: true, "/en/order": false, "/sandbox/outbox": false} {
		bounded := false
		serve(request("POST", path, "{}"), func(c echo.Context) error {
			_, bounded = c.Request().Context().Deadline()
			return nil
		}, guard.Deadline(time.Minute))
		require.Equal(t, want, bounded, path)
	}
}

// Whoever is told of a fault can still see whether the caller waits for the answer.
func TestAFaultIsWrittenBeforeTheDeadlineIsCleared(t *testing.T) {
	t.Parallel()
	var told []error
	e := echo.New()
	e.HTTPErrorHandler = func(_ error, c echo.Context) {
		if !c.Response().Committed {
			told = append(told, c.Request().Context().Err())
			_ = c.NoContent(http.StatusTeapot)
		}
	}
	e.Use(guard.Deadline(time.Minute))
	e.GET("/*", func(echo.Context) error { return errors.New("boom") })
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, request("GET", "/gw/mall/cart", ""))
	require.Equal(t, http.StatusTeapot, rec.Code)
	require.Equal(t, []error{nil}, told)
}

func TestSameOrigin(t *testing.T) {
	t.Parallel()
	const foreign = "forbidden_origin"
	for _, c := range []struct {
		name, method, path string
		headers            []string
		want               string
	}{
		{"own page", "POST", cartAdd, []string{"Sec-Fetch-Site", "same-origin"}, ""},
		{"typed address", "POST", cartAdd, []string{"Sec-Fetch-Site", "none"}, ""},
		{"other site", "POST", cartAdd, []string{"Sec-Fetch-Site", "cross-site"}, foreign},
		{"sister site", "POST", cartAdd, []string{"Sec-Fetch-Site", "same-site"}, foreign},
		{"own origin", "POST", cartAdd, []string{"Origin", "http://example.com"}, ""},
		{"other origin", "POST", cartAdd, []string{"Origin", "http://evil.example"}, foreign},
		{"other port", "POST", cartAdd, []string{"Origin", "http://example.com:81"}, foreign},
		{"no origin to speak of", "POST", cartAdd, []string{"Origin", "null"}, foreign},
		{"program", "POST", cartAdd, nil, ""},
		{"page form", "POST", "/en/order", []string{"Sec-Fetch-Site", "cross-site"}, foreign},
		{"delete", "DELETE", "/en/order", []string{"Sec-Fetch-Site", "cross-site"}, foreign},
		{"link from elsewhere", "GET", "/en/order", []string{"Sec-Fetch-Site", "cross-site"}, ""},
		{"logout by another site", "GET", logout, []string{"Sec-Fetch-Site", "cross-site"}, foreign},
		{"logout", "GET", logout, []string{"Sec-Fetch-Site", "same-origin"}, ""},
		{"logout by a program", "GET", logout, nil, ""},
		{"webhook", "POST", guard.WebhookPath, []string{"Origin", "http://evil.example"}, ""},
		{"almost the webhook", "POST", guard.WebhookPath + "x", []string{"Origin", "http://evil.example"}, foreign},
		{"sandbox", "POST", "/sandbox/stripe/v1/refunds", []string{"Sec-Fetch-Site", "cross-site"}, ""},
		{"hidden sandbox", "POST", "/sandbox%2F../gw/mall/cart/add", []string{"Sec-Fetch-Site", "cross-site"}, foreign},
	} {
		_, code := serve(request(c.method, "http://example.com"+c.path, "", c.headers...), nil, guard.SameOrigin())
		require.Equal(t, c.want, code, c.name)
	}
}

func TestCookieWrites(t *testing.T) {
	t.Parallel()
	const (
		media   = "unsupported_media_type"
		context = "context_required"
	)
	json := []string{"Content-Type", "application/json; charset=utf-8"}
	for _, c := range []struct {
		name, method, path, body string
		headers                  []string
		want                     string
	}{
		{"cookie, JSON, langId", "POST", cartAdd, "{}", append(json, "Cookie", "visitor=v", "langId", "2"), ""},
		{"cookie, JSON", "POST", cartAdd, "{}", append(json, "Cookie", "visitor=v"), context},
		{"cookie of TLS, JSON", "POST", cartAdd, "{}", append(json, "Cookie", "__Host-visitor=v"), context},
		{"tracking over TLS, JSON", "POST", cartAdd, "{}", append(json, "Cookie", "__Host-track=v"), context},
		{"cookie, empty langId", "POST", cartAdd, "{}", append(json, "Cookie", "token=t", "langId", " "), context},
		{"cookie, form", "POST", cartAdd, "a=b", []string{"Cookie", "token=t", "langId", "2", "Content-Type", "application/x-www-form-urlencoded"}, media},
		{"cookie, text", "POST", cartAdd, "{}", []string{"Cookie", "track=t", "langId", "2", "Content-Type", "text/plain"}, media},
		{"cookie, nothing", "POST", cartAdd, "", []string{"Cookie", "track=t", "langId", "2"}, media},
		{"cookie, JSON by name only", "POST", cartAdd, "{}", []string{"Cookie", "token=t", "langId", "2", "Content-Type", "text/plain; x=application/json"}, media},
		{"bearer and cookie", "POST", cartAdd, "{}", append(json, "Cookie", "token=t", "Authorization", "Bearer t"), context},
		{"bearer alone", "POST", cartAdd, "{}", append(json, "Authorization", "Bearer t"), ""},
		{"bearer without a body", "POST", cartAdd, "", []string{"Authorization", "Bearer t"}, ""},
		{"first visit", "POST", cartAdd, "{}", json, ""},
		{"first visit, form", "POST", cartAdd, "a=b", []string{"Content-Type", "application/x-www-form-urlencoded"}, media},
		{"cookie of somebody else", "POST", cartAdd, "{}", append(json, "Cookie", "locale=en"), ""},
		{"read", "GET", "/gw/mall/cart", "", []string{"Cookie", "token=t"}, ""},
		{"page form", "POST", "/en/order", "a=b", []string{"Cookie", "token=t", "Content-Type", "application/x-www-form-urlencoded"}, ""},
		{"webhook", "POST", guard.WebhookPath, "x", []string{"Content-Type", "text/plain"}, ""},
	} {
		_, code := serve(request(c.method, c.path, c.body, c.headers...), nil, guard.CookieWrites())
		require.Equal(t, c.want, code, c.name)
	}
}
