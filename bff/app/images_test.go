package app_test

import (
	"bytes"
	stdimage "image"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/image/store"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// Two front doors with the same folder show the same images, on every host of the shop, without a cookie and without the database;
// what is no image is a 404 there, and never a page.
func TestImagesAreServedByEveryFrontDoor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var body bytes.Buffer
	require.NoError(t, png.Encode(&body, stdimage.NewGray(stdimage.Rect(0, 0, 50, 50))))
	name := image.Name{Hash: strings.Repeat("0a", 16), Width: 50, Height: 50, Ext: "png"}.Fallback()
	require.NoError(t, store.NewDisk(dir).Put(t.Context(), name, body.Bytes()))
	for range 2 {
		shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Images.Dir = dir }})
		ask := func(path string) (*http.Response, string) {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, shop.URL+path, nil)
			require.NoError(t, err)
			res, err := http.DefaultTransport.RoundTrip(req)
			require.NoError(t, err)
			defer func() { _ = res.Body.Close() }()
			said, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			return res, string(said)
		}
		res, got := ask("/images/" + name)
		h := res.Header
		if res.StatusCode != http.StatusOK || got != body.String() || h.Get("Content-Type") != "image/png" || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Cache-Control") != "public, max-age=31536000, immutable" || !strings.HasPrefix(h.Get("Content-Security-Policy"), "default-src 'none'; sandbox") ||
			len(res.Cookies()) > 0 || h.Get("Vary") != "" {
			t.Errorf("%d %v", res.StatusCode, h)
		}
		for _, path := range []string{"/images/" + strings.Replace(name, "0a", "0b", 1), "/images/x", "/images/../secret", "/images/" + name + "/"} {
			if res, got := ask(path); res.StatusCode != http.StatusNotFound || got != "not found\n" || res.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %q", path, res.StatusCode, got)
			}
		}
	}
}
