package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
)

const urlEncoded = "application/x-www-form-urlencoded"

// A form of thousands of fields kept the renderer busy for 17 seconds; now it never gets there.
func TestAFormOfManyFieldsDoesNotReachTheRenderer(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, html("page"))
	require.Equal(t, 200, pagestest.Send(server, http.MethodPost, "/en/cart", strings.Repeat("a&", web.MaxFields-1),
		"Content-Type", urlEncoded).StatusCode)
	<-r.asked
	for _, body := range []string{
		strings.Repeat("a&", web.MaxFields), strings.Repeat("a&", 32_000), strings.Repeat("a=b&", 16_000) + "quantity=2",
	} {
		resp := pagestest.Send(server, http.MethodPost, "/en/cart", body, "Content-Type", urlEncoded)
		require.Equal(t, "fault body_too_large", pagestest.Text(t, resp), len(body))
	}
	require.Empty(t, r.asked)
}

func TestOnlyFormsOfBrowsersReachTheRenderer(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, html("page"))
	for _, kind := range []string{"multipart/form-data; boundary=x", "text/plain", "application/json", "?"} {
		resp := pagestest.Send(server, http.MethodPost, "/en/cart", "a=b", "Content-Type", kind)
		require.Equal(t, "fault unsupported_media_type", pagestest.Text(t, resp), kind)
	}
	require.Empty(t, r.asked)
	require.Equal(t, 200, pagestest.Send(server, http.MethodPost, "/en/cart", "a=b", "Content-Type", urlEncoded+"; charset=UTF-8").StatusCode)
}

// A form that arrives byte by byte holds no connection to the renderer, and one that ends early is not handed in.
func TestTheRendererIsAskedOnceAFormIsWhole(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, html("page"))
	body, typing := io.Pipe()
	req := httptest.NewRequest(http.MethodPost, "http://shop.example:8080/en/cart", body)
	req.Header.Set("Content-Type", urlEncoded)
	answered := make(chan int, 1)
	go func() {
		rec := httptest.NewRecorder()
		server.ServeHTTP(rec, req)
		answered <- rec.Code
	}()
	for _, b := range []byte("quantity=2") {
		_, err := typing.Write([]byte{b}) // returns once it was read
		require.NoError(t, err)
		require.Empty(t, r.asked)
	}
	require.NoError(t, typing.Close())
	require.Equal(t, 200, <-answered)
	require.Equal(t, "quantity=2", <-r.bodys)

	body, typing = io.Pipe()
	go func() {
		_, _ = typing.Write([]byte("quant"))
		_ = typing.CloseWithError(io.ErrUnexpectedEOF)
	}()
	req = httptest.NewRequest(http.MethodPost, "http://shop.example:8080/en/cart", body)
	req.Header.Set("Content-Type", urlEncoded)
	rec := httptest.NewRecorder()
	server.ServeHTTP(rec, req)
	require.Equal(t, "fault bad_request", rec.Body.String())
	require.Len(t, r.asked, 1, "only the whole form")
}
