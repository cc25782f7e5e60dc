package web_test

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/web"
)

// fakeImages is a store of image files that counts its calls.
type fakeImages struct {
	files map[string]string
	asked int
	down  error
}

func (f *fakeImages) Get(_ context.Context, name string) ([]byte, error) {
	f.asked++
	if f.down != nil {
		return nil, f.down
	}
	body, ok := f.files[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(body), nil
}

func TestImages(t *testing.T) {
	t.Parallel()
	hash := strings.Repeat("0a", 16)
	files := &fakeImages{files: map[string]string{hash + "-320.webp": "webp", hash + "-320.jpg": "jpg", hash + "-50.png": "png"}}
	e := echo.New()
	e.Use((&web.Images{Files: files}).Middleware())
	e.Any("/*", func(c echo.Context) error { return c.String(http.StatusOK, "page") })
	ask := func(method, path string, headers ...string) (*httptest.ResponseRecorder, http.Header) {
		req := httptest.NewRequest(method, path, nil)
		for i := 0; i < len(headers); i += 2 {
			req.Header.Set(headers[i], headers[i+1])
		}
		rec := httptest.NewRecorder()
		e.ServeHTTP(rec, req)
		return rec, rec.Header()
	}
	for ext, kind := range map[string]string{"320.webp": "image/webp", "320.jpg": "image/jpeg", "50.png": "image/png"} {
		rec, h := ask(http.MethodGet, "/images/"+hash+"-"+ext)
		require.Equal(t, http.StatusOK, rec.Code, ext)
		require.Equal(t, []string{kind, "public, max-age=31536000, immutable", "nosniff", `"` + hash + "-" + ext + `"`},
			[]string{h.Get("Content-Type"), h.Get("Cache-Control"), h.Get("X-Content-Type-Options"), h.Get("ETag")})
		require.Equal(t, "default-src 'none'; sandbox; frame-ancestors 'none'", h.Get("Content-Security-Policy"))
		again, _ := ask(http.MethodGet, "/images/"+hash+"-"+ext, "If-None-Match", `W/"x", `+h.Get("ETag"))
		require.Equal(t, []any{http.StatusNotModified, ""}, []any{again.Code, again.Body.String()})
	}
	head, _ := ask(http.MethodHead, "/images/"+hash+"-320.webp")
	require.Equal(t, http.StatusOK, head.Code)
	post, _ := ask(http.MethodPost, "/images/"+hash+"-320.webp")
	require.Equal(t, http.StatusMethodNotAllowed, post.Code)

	files.asked = 0
	for _, path := range []string{
		"/images/", "/images/x", "/images/" + hash, "/images/" + hash + "-320.svg", "/images/" + hash + "-320.webp/", "/images/" + hash + "-320.webp.html",
		"/images/../secret", "/images/%2e%2e%2fsecret", "/images/" + strings.ToUpper(hash) + "-320.webp", "/images/" + hash[1:] + "-320.webp",
	} {
		rec, h := ask(http.MethodGet, path)
		require.Equal(t, []any{http.StatusNotFound, "no-store", "not found\n"}, []any{rec.Code, h.Get("Cache-Control"), rec.Body.String()}, path)
	}
	require.Zero(t, files.asked, "what cannot be a file is not looked for")
	guess, h := ask(http.MethodGet, "/images/"+strings.Repeat("0b", 16)+"-320.webp", "If-None-Match", "*")
	require.Equal(t, []any{http.StatusNotFound, "no-store"}, []any{guess.Code, h.Get("Cache-Control")})
	require.Equal(t, 1, files.asked)
	for _, path := range []string{"/images", "/imagesx/a", "/en/images/a"} {
		rec, _ := ask(http.MethodGet, path)
		require.Equal(t, "page", rec.Body.String(), path)
	}

	files.down = errors.New("the storage is away")
	down, h := ask(http.MethodGet, "/images/"+hash+"-320.webp")
	require.Equal(t, []any{http.StatusInternalServerError, "no-store"}, []any{down.Code, h.Get("Cache-Control")})
	require.NotContains(t, down.Body.String(), "storage")
}
