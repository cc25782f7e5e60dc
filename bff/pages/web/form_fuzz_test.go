package web

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/http/httpguts"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// A form reaches the renderer as it was sent, with few enough fields however they are counted, or is refused by a name.
func FuzzForm(f *testing.F) {
	const kind = "application/x-www-form-urlencoded"
	f.Add([]byte("quantity=2&a=%E6%97%A5"), kind+"; charset=UTF-8")
	f.Add([]byte(strings.Repeat("a&", MaxFields)), kind)
	f.Add([]byte(strings.Repeat("a;", MaxFields)), "")
	f.Add([]byte("a=%zz&%00=\xff\r\n\r\nGET / HTTP/1.1"), kind)
	f.Add([]byte("--x\r\n\r\n--x--"), "multipart/form-data; boundary=x")
	f.Add([]byte("{}"), "application/x-www-form-urlencoded, application/json")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		if !httpguts.ValidHeaderFieldValue(contentType) {
			return
		}
		req := httptest.NewRequest(http.MethodPost, "http://shop.example/en/cart", bytes.NewReader(body))
		req.Header.Set("Content-Type", contentType)
		var p PageRequest
		if err := p.submit(req, "/en/cart"); err != nil {
			if refused, ok := errors.AsType[*fault.Error](err); !ok || !slices.Contains([]string{"unsupported_media_type", "body_too_large"}, refused.Code) || p.Body != nil {
				t.Fatalf("%q of %q: %v", body, contentType, err)
			}
			return
		}
		sent, err := io.ReadAll(p.Body)
		if err != nil || !bytes.Equal(sent, body) || p.ContentLength != int64(len(body)) || p.Method != http.MethodPost || p.ContentType != contentType {
			t.Fatalf("%q arrives as %q of %d bytes, %q: %v", body, sent, p.ContentLength, p.ContentType, err)
		}
		fields, _ := url.ParseQuery(string(body)) // what can be read of it
		count := 0
		for _, values := range fields {
			count += len(values)
		}
		if count > MaxFields {
			t.Fatalf("%d fields", count)
		}
	})
}
