package web_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api"
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
	e.HTTPErrorHandler = api.ErrorHandler(slog.New(slog.DiscardHandler))
	e.Use(web.NewImages(files).Middleware())
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
	require.Equal(t, []any{http.StatusServiceUnavailable, "private, no-store", "5"}, []any{down.Code, h.Get("Cache-Control"), h.Get("Retry-After")})
	require.NotContains(t, down.Body.String(), "storage")
}

// hangingImages is a storage that answers nobody.
type hangingImages struct{}

func (hangingImages) Get(ctx context.Context, _ string) ([]byte, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// While the storage hangs, a request for an image ends after five seconds. Of one network few wait, and of all together so many that
// the front door has connections left; the rest are refused at once.
func TestStorageThatHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := echo.New()
		e.IPExtractor = echo.ExtractIPDirect()
		e.HTTPErrorHandler = api.ErrorHandler(slog.New(slog.DiscardHandler))
		e.Use(web.NewImages(hangingImages{}).Middleware())
		type refusal struct {
			status int
			after  time.Duration
		}
		var mu sync.Mutex
		refused := map[refusal]int{}
		began := time.Now()
		var all sync.WaitGroup
		for n := range 600 {
			if n == 100 {
				synctest.Wait() // the first network has what it may have
			}
			all.Go(func() {
				req := httptest.NewRequest(http.MethodGet, "/images/"+strings.Repeat("0a", 16)+"-320.webp", nil)
				req.RemoteAddr = fmt.Sprintf("203.0.113.%d:1", n/100)
				rec := httptest.NewRecorder()
				e.ServeHTTP(rec, req)
				mu.Lock()
				defer mu.Unlock()
				refused[refusal{rec.Code, time.Since(began)}]++
				if rec.Header().Get("Retry-After") != "5" || rec.Header().Get("Cache-Control") != "private, no-store" {
					t.Errorf("%d: %v", rec.Code, rec.Header())
				}
			})
		}
		all.Wait()
		require.Equal(t, map[refusal]int{
			{http.StatusServiceUnavailable, 5 * time.Second}: 256,
			{http.StatusTooManyRequests, 0}:                  refused[refusal{http.StatusTooManyRequests, 0}],
			{http.StatusServiceUnavailable, 0}:               600 - 256 - refused[refusal{http.StatusTooManyRequests, 0}],
		}, refused)
		require.GreaterOrEqual(t, refused[refusal{http.StatusTooManyRequests, 0}], 100-64)
	})
}
