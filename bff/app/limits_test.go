package app_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// dialShop connects to a shop, with as little room for responses as the system allows.
func dialShop(t *testing.T, shop *apptest.Shop) *net.TCPConn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.Replace(strings.TrimPrefix(shop.URL, "http://"), "localhost", "127.0.0.1", 1))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	tcp := conn.(*net.TCPConn)
	_ = tcp.SetReadBuffer(1)
	_ = tcp.SetDeadline(time.Now().Add(time.Minute))
	return tcp
}

// onBothPaths runs a test with the fast path and without it.
func onBothPaths(t *testing.T, f func(t *testing.T, fast bool)) {
	for _, fast := range []bool{true, false} {
		t.Run(fmt.Sprintf("fast path %t", fast), func(t *testing.T) {
			t.Parallel()
			f(t, fast)
		})
	}
}

// A client that asks and never reads is cut off, and one that sends its header block byte by byte is, too.
func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	onBothPaths(t, func(t *testing.T, fast bool) {
		const headerTime = time.Second
		shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
			c.Pages.FastPath, c.Server.Write, c.Server.Header = fast, 300*time.Millisecond, headerTime
		}})
		asking := dialShop(t, shop)
		requests := strings.Repeat("GET /gw/mall/goods/list HTTP/1.1\r\nHost: localhost\r\nlangId: 2\r\n\r\n", 20)
		var err error
		for err == nil {
			_, err = io.WriteString(asking, requests)
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Error("a client that reads nothing is waited for")
		}

		typing, began := dialShop(t, shop), time.Now()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = io.Copy(io.Discard, typing)
		}()
		_, _ = io.WriteString(typing, "GET /en/home HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ")
		for {
			select {
			case <-ended:
				return
			case <-time.After(headerTime / 10):
				_, _ = io.WriteString(typing, "a")
			}
			if time.Since(began) > 40*time.Second {
				t.Fatal("a header block that does not end is waited for")
			}
		}
	})
}

// Connections have an end, and whoever comes after it is told.
func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	onBothPaths(t, func(t *testing.T, fast bool) {
		const most = 12
		shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
			c.Pages.FastPath, c.Server.MaxConns, c.Server.ConnsPerNetwork = fast, most, 2 // this machine is no network
		}})
		open := []*net.TCPConn{}
		refused := func() bool {
			conn := dialShop(t, shop)
			defer func() { _ = conn.Close() }()
			_, _ = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			_ = res.Body.Close()
			return res.StatusCode == http.StatusServiceUnavailable && res.Header.Get("Retry-After") != ""
		}
		waittest.Eventually(t, "one more than the bound is refused", func() bool {
			open = append(open, dialShop(t, shop))
			return refused()
		})
		if len(open) > most {
			t.Errorf("%d connections are open", len(open))
		}
		for _, conn := range open {
			_ = conn.Close()
		}
		waittest.Eventually(t, "closed connections make room", func() bool { return !refused() })
	})
}

// A network's slow forms are refused with a page in the browser's language, behind a proxy too, while others submit theirs.
func TestFormsOfANetworkAreBounded(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Pages.FormsPerNetwork, c.Server.TrustedProxies = 2, []string{"127.0.0.0/8", "::1/128"}
	}})
	head := func(from string, length int) string {
		return fmt.Sprintf("POST /zh/cart HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\nAccept: text/html\r\n"+
			"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n", from, length)
	}
	submit := func(from string, length int) (int, string) {
		conn := dialShop(t, shop)
		defer func() { _ = conn.Close() }()
		_, _ = io.WriteString(conn, head(from, length)+"a=b")
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		return res.StatusCode, string(body)
	}
	waittest.Eventually(t, "the network has used up its share", func() bool {
		_, _ = io.WriteString(dialShop(t, shop), head("2001:db8:1:2::7", 1000)+"a=b")
		status, body := submit("2001:db8:1:2::8", 3)
		return status == http.StatusTooManyRequests && strings.Contains(body, "请求过于频繁，请稍后再试。")
	})
	// The refusal does not wait for the rest of a form either.
	if status, _ := submit("2001:db8:1:2::8", 1000); status != http.StatusTooManyRequests {
		t.Errorf("a slow form is answered %d", status)
	}
	if status, _ := submit("2001:db8:1:3::7", 3); status == http.StatusTooManyRequests {
		t.Error("another network is refused")
	}
}
