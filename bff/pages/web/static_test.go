package web_test

import (
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
)

var script = strings.Repeat("export const a = 1;\n", 100)

func newStatic(t *testing.T) (http.Handler, *web.Static, string) {
	t.Helper()
	dir := t.TempDir()
	for name, body := range map[string]string{
		"client/assets/boot-AbC_12-x.js": script, "client/assets/boot-AbC_12-x.js.br": "brotli", "client/assets/flags/jp.svg": "<svg/>",
		"client/assets/flags/jp.webp": "RIFF", "client/assets/page-12345678.css": "a{}",
		"client/assets/page-12345678.js": script, "client/builds/latest.json": `{"id":"b42"}`, "client/sw.js": script, "client/.vite/manifest.json": "{}",
		"client/assets/.hidden": "x", "client/index.html": "x", "secret.txt": "secret",
		"public/roamcart-images/cards/a.svg": "<svg/>", "public/other/a.svg": "<svg/>", "public/pc-static/a.txt": "hello",
	} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(body), 0o644))
	}
	require.NoError(t, os.Symlink(filepath.Join(dir, "secret.txt"), filepath.Join(dir, "client/assets/link.txt")))
	static, err := web.OpenStatic(web.StaticOptions{ClientDir: filepath.Join(dir, "client"), PublicDir: filepath.Join(dir, "public")})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, static.Close()) })
	e := echo.New()
	e.Use(static.Middleware())
	e.Any("/*", func(c echo.Context) error { return c.String(http.StatusTeapot, "page") })
	return e, static, dir
}

func TestFiles(t *testing.T) {
	t.Parallel()
	files, static, _ := newStatic(t)
	for target, want := range map[string][3]string{
		"/assets/boot-AbC_12-x.js":     {script, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		"/assets/flags/jp.svg":         {"<svg/>", "image/svg+xml", "public, max-age=86400"},
		"/builds/latest.json?t=1":      {`{"id":"b42"}`, "application/json; charset=utf-8", "no-cache"},
		"/sw.js":                       {script, "text/javascript; charset=utf-8", "no-cache"},
		"/roamcart-images/cards/a.svg": {"<svg/>", "image/svg+xml", "public, max-age=86400"},
		"/pc-static/a.txt":             {"hello", "text/plain; charset=utf-8", "public, max-age=86400"},
	} {
		resp := pagestest.Get(files, target)
		require.Equal(t, 200, resp.StatusCode, target)
		require.Equal(t, want, [3]string{pagestest.Text(t, resp), resp.Header.Get("Content-Type"), resp.Header.Get("Cache-Control")}, target)
		require.NotEmpty(t, resp.Header.Get("ETag"), target)
	}
	for _, own := range []string{"/favicon.svg", "/pc-static/wechat-qr.svg"} {
		resp := pagestest.Get(files, own)
		require.Equal(t, 200, resp.StatusCode, own)
		require.Contains(t, pagestest.Text(t, resp), "<svg", own)
	}
	icon, err := png.DecodeConfig(pagestest.Get(files, "/favicon.png").Body)
	require.NoError(t, err)
	require.Equal(t, [2]int{96, 96}, [2]int{icon.Width, icon.Height}, "the size that pages name, and search engines ask for a multiple of 48")
	require.Equal(t, "b42", static.BuildID())
}

func TestNothingElseIsServed(t *testing.T) {
	t.Parallel()
	files, _, _ := newStatic(t)
	for _, target := range []string{
		"/assets/nothing.js", "/assets/", "/assets/flags", "/assets/../secret.txt", "/assets/../../secret.txt", "/assets/..%2f..%2fsecret.txt",
		"/assets/%2e%2e/%2e%2e/secret.txt", "/assets/..%5c..%5csecret.txt", "/assets//flags/jp.svg", "/assets/flags%2fjp.svg",
		"/assets/.hidden", "/assets/link.txt", "/assets/flags/jp.svg/x", "/assets/jp%00.svg", "/assets/../.vite/manifest.json",
		"/assets/boot-AbC_12-x.js/", "/pc-static/" + strings.Repeat("a", 300), "/roamcart-images/../pc-static/../../secret.txt",
	} {
		resp := pagestest.Get(files, target)
		require.Equal(t, 404, resp.StatusCode, target)
		require.Equal(t, "no-store", resp.Header.Get("Cache-Control"), target)
		require.NotContains(t, pagestest.Text(t, resp), "secret", target)
	}
	for _, target := range []string{"/", "/en/home", "/index.html", "/.vite/manifest.json", "/builds/other.json", "/other/a.svg", "/images/a.svg",
		"/secret.txt", "/favicon.png/x", "/favicon.svg/x", "/sw.js/x", "/en/sw.js"} {
		require.Equal(t, 418, pagestest.Get(files, target).StatusCode, "%s is left to the pages", target)
	}
	require.Equal(t, 405, pagestest.Send(files, http.MethodPost, "/assets/flags/jp.svg", "").StatusCode)
}

// A page of many small pictures would carry its policies once more with each; what can be a document, or a worker, keeps them.
func TestSubresourcesHaveNoDocumentPolicies(t *testing.T) {
	t.Parallel()
	files, _, _ := newStatic(t)
	for target, policies := range map[string]bool{
		"/assets/flags/jp.webp": false, "/assets/page-12345678.css": false, "/assets/boot-AbC_12-x.js": false, "/favicon.png": false,
		"/assets/flags/jp.svg": true, "/sw.js": true, "/builds/latest.json": true, "/pc-static/a.txt": true, "/assets/nothing.js": true,
	} {
		e := echo.New()
		e.Use(guard.SecurityHeaders(guard.HeaderOptions{HTTPS: func(echo.Context) bool { return true }}))
		e.Any("/*", echo.WrapHandler(files))
		h := pagestest.Get(e, target).Header
		for _, name := range []string{"Content-Security-Policy", "Permissions-Policy", "Referrer-Policy"} {
			require.Equal(t, policies, h.Get(name) != "", "%s: %s", target, name)
		}
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"), target)
		require.Equal(t, "max-age=31536000", h.Get("Strict-Transport-Security"), target)
	}
}

func TestFilesAreCompressedAndRevalidated(t *testing.T) {
	t.Parallel()
	files, _, dir := newStatic(t)
	const name = "/assets/boot-AbC_12-x.js"
	plain := pagestest.Get(files, name)
	br := pagestest.Get(files, name, "Accept-Encoding", "gzip, br")
	require.Equal(t, "br", br.Header.Get("Content-Encoding"))
	require.Equal(t, "brotli", pagestest.Text(t, br))
	require.Equal(t, "6", br.Header.Get("Content-Length"))
	gz := pagestest.Get(files, "/assets/page-12345678.js", "Accept-Encoding", "gzip, br")
	require.Equal(t, "gzip", gz.Header.Get("Content-Encoding"))
	require.Less(t, len(pagestest.Text(t, gz)), len(script)/4)
	for _, resp := range []*http.Response{plain, br, gz} {
		require.Equal(t, "Accept-Encoding", resp.Header.Get("Vary"))
	}
	require.NotEqual(t, plain.Header.Get("ETag"), br.Header.Get("ETag"))
	require.Equal(t, 304, pagestest.Get(files, name, "If-None-Match", plain.Header.Get("ETag")).StatusCode)
	require.Equal(t, 304, pagestest.Get(files, name, "Accept-Encoding", "br", "If-None-Match", br.Header.Get("ETag")).StatusCode)
	part := pagestest.Get(files, name, "Range", "bytes=0-5", "Accept-Encoding", "br")
	require.Equal(t, 206, part.StatusCode)
	require.Equal(t, script[:6], pagestest.Text(t, part))
	require.Empty(t, part.Header.Get("Content-Encoding"))
	require.Equal(t, 416, pagestest.Get(files, name, "Range", "bytes=99999-").StatusCode)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "client/builds/latest.json"), []byte(`{"id":"b43!"}`), 0o644))
	require.Equal(t, `{"id":"b43!"}`, pagestest.Text(t, pagestest.Get(files, "/builds/latest.json")), "a new build is seen")
}

func TestOpenStaticNamesMissingFiles(t *testing.T) {
	t.Parallel()
	_, err := web.OpenStatic(web.StaticOptions{ClientDir: filepath.Join(t.TempDir(), "nothing")})
	require.ErrorContains(t, err, "nothing")
	_, err = web.OpenStatic(web.StaticOptions{ClientDir: t.TempDir(), PublicDir: filepath.Join(t.TempDir(), "nowhere")})
	require.ErrorContains(t, err, "nowhere")
}
