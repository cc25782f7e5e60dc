package app_test

import (
	"bytes"
	"fmt"
	stdimage "image"
	"image/png"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// inviteEditor returns the cookie of a new member of staff who may upload images.
func inviteEditor(t *testing.T, shop *apptest.Shop) string {
	t.Helper()
	var said bytes.Buffer
	err := app.Staff(t.Context(), shop.Settings, []string{"invite", "ada@example.com", "--role", "editor"}, ops.Console{Out: &said, User: "boss"})
	require.NoError(t, err)
	token := regexp.MustCompile(`/studio/invitation#(\S{43})`).FindStringSubmatch(said.String())
	if token == nil {
		t.Fatal(said.String())
	}
	res, body := callStudio(t, shop, http.MethodPost, "", "/api/invitation/accept", "", `{"token":"`+token[1]+`","name":"Ada","locale":"en"}`)
	if res.StatusCode != http.StatusOK || len(res.Cookies()) != 1 {
		t.Fatal(res.StatusCode, body)
	}
	return res.Cookies()[0].Value
}

// slowReader hands out its bytes in parts, after a pause each.
type slowReader struct {
	io.Reader
	part  int
	pause time.Duration
}

func (r slowReader) Read(p []byte) (int, error) {
	time.Sleep(r.pause)
	return r.Reader.Read(p[:min(len(p), r.part)])
}

// An image may take longer to arrive than a call may take. A body that hardly comes is cut off, and one of a stranger is not waited for.
func TestALargeImageArrivesOverASlowConnection(t *testing.T) {
	t.Parallel()
	const call, size = 4 * time.Second, 2 << 20
	var small bytes.Buffer
	require.NoError(t, png.Encode(&small, stdimage.NewGray(stdimage.Rect(0, 0, 50, 50))))
	large := append(small.Bytes(), make([]byte, size-small.Len())...) // what follows the image is dropped
	for name, fast := range map[string]bool{"with the fast path": true, "without the fast path": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
				c.Studio = config.Studio{On: true, Dir: studioDir(t)}
				c.Pages.FastPath, c.Server.Header, c.Server.Call = fast, 2*time.Second, call
			}})
			cookie := inviteEditor(t, shop)
			all(func() {
				req, err := http.NewRequest(http.MethodPost, shop.URL+"/studio/api/images", slowReader{bytes.NewReader(large), 64 << 10, 300 * time.Millisecond})
				if err != nil {
					t.Error(err)
					return
				}
				req.ContentLength = size
				req.Header.Set("Content-Type", "image/png")
				req.Header.Set("Origin", shop.URL)
				req.Header.Set("Cookie", "studio="+cookie)
				began := time.Now()
				res, err := http.DefaultTransport.RoundTrip(req)
				if err != nil {
					t.Errorf("an image that takes its time: %v after %s", err, time.Since(began))
					return
				}
				body, _ := io.ReadAll(res.Body)
				_ = res.Body.Close()
				if res.StatusCode != http.StatusOK || time.Since(began) < 2*call {
					t.Errorf("an image that takes its time: %d after %s: %s", res.StatusCode, time.Since(began), body)
				}
			}, func() {
				if status, took := sendByByte(t, shop, cookie); status != "503" || took < call || took > 3*call {
					t.Errorf("a byte at a time: %q after %s", status, took)
				}
			}, func() {
				if status, took := sendByByte(t, shop, "nobody"); status != "401" || took > call {
					t.Errorf("a stranger: %q after %s", status, took)
				}
			})
		})
	}
}

// sendByByte begins an upload, sends a byte of it now and then, and returns the status of the answer and when the connection ended.
func sendByByte(t *testing.T, shop *apptest.Shop, cookie string) (status string, took time.Duration) {
	t.Helper()
	began := time.Now()
	host := strings.TrimPrefix(shop.URL, "http://")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Error(err)
		return "", 0
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetReadDeadline(time.Now().Add(maxWait))
	_, _ = fmt.Fprintf(conn, "POST /studio/api/images HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nCookie: studio=%s\r\nContent-Type: image/png\r\nContent-Length: 1000000\r\n\r\n",
		host, shop.URL, cookie)
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(300 * time.Millisecond):
				_, _ = io.WriteString(conn, "a")
			}
		}
	}()
	said, _ := io.ReadAll(conn) // the end may be a reset, because bytes that were sent are not read
	close(ended)
	_, status, _ = strings.Cut(string(said), " ")
	status, _, _ = strings.Cut(status, " ")
	return status, time.Since(began)
}
