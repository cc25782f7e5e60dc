package app_test

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A site that is made on the command line beside a running shop is hidden until it is opened, and found within two seconds then.
func TestASiteThatIsMadeIsFoundOnceItIsOpened(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	command := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := app.Tenant(t.Context(), shop.Settings, args, ops.Console{In: strings.NewReader("plan,price\njp-3g-7,1230\n"), Out: &out, User: "boss"})
		return out.String(), err
	}
	ask := func(host, path string) (int, string) {
		t.Helper()
		req, err := http.NewRequest(http.MethodGet, shop.URL+path, nil)
		require.NoError(t, err)
		if host != "" {
			req.Host = host
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		said, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(said)
	}
	const host = "jp.example.com"
	add := []string{
		"add", "--code", "jp", "--host", host, "--name-en", "Roamcart Japan", "--name-zh", "Roamcart 日本站", "--brand", "Roamcart JP", "--email", "jp@roamcart.example",
		"--company", "Roamcart KK", "--address-en", "1 Example, Tokyo", "--address-zh", "东京示例町 1", "--methods", "card,alipay", "--currency", "JPY",
		"--zone", "Asia/Tokyo", "--country", "JP", "--from", "global",
	}
	_, err := command(append(add, "--factor", "0", "--host", "localhost")...)
	lines := strings.Join(ops.ErrorLines(err), "\n")
	if !strings.Contains(lines, "--factor: Enter a number above 0") || !strings.Contains(lines, "--host: Enter a host name") {
		t.Fatal(lines)
	}
	if _, err = command(append(add, "--from", "nowhere")...); err == nil || !strings.Contains(err.Error(), "there are global, hk, uk") {
		t.Fatal(err)
	}
	said, err := command(append(add, "--factor", "150", "--shipping", "--prices", "-", "--dry-run")...)
	if err != nil || !strings.Contains(said, "would be made") || !strings.Contains(said, "JP¥1,230") {
		t.Fatal(said, err)
	}
	file := filepath.Join(t.TempDir(), "prices.csv")
	require.NoError(t, os.WriteFile(file, []byte("plan,price\njp-3g-7,1240\n"), 0o600))
	said, err = command(append(add, "--factor", "150", "--shipping", "--prices", file)...)
	if err != nil || !strings.Contains(said, "was made, as number 1000") || !strings.Contains(said, "sold out until stock is delivered: 50") {
		t.Fatal(said, err)
	}
	if status, _ := ask(host, "/robots.txt"); status != http.StatusMisdirectedRequest {
		t.Errorf("a hidden site answers %d", status)
	}
	if _, said := ask("", "/gw/cms/site/query"); strings.Contains(said, "Japan") {
		t.Error("a hidden site is listed")
	}
	if said, err = command("open", "jp"); err != nil || !strings.Contains(said, "open") {
		t.Fatal(said, err)
	}
	waittest.Within(t, 2*time.Second, "the site is found", func() bool {
		status, _ := ask(host, "/robots.txt")
		_, listed := ask("", "/gw/cms/site/query")
		return status == http.StatusOK && strings.Contains(listed, "Roamcart Japan")
	})
	for path, want := range map[string]string{
		"/robots.txt": "Sitemap: http://" + host + "/sitemap.xml", "/sitemap.xml": "http://" + host + "/sitemaps/zh.xml",
		"/sitemaps/en.xml": `hreflang="zh-Hans" href="http://` + host + `/zh/`, "/feeds/en.json": `"1240`, "/gw/cms/site/query": "Roamcart Hong Kong",
	} {
		if status, said := ask(host, path); status != http.StatusOK || !strings.Contains(said, want) {
			t.Errorf("%s: %d without %s: %.300s", path, status, want, said)
		}
	}
	if said, err = command("list"); err != nil || !strings.Contains(said, "Roamcart Japan") || strings.Contains(said, "cannot be opened") {
		t.Error(said, err)
	}
	if _, err = command("open", "jp"); err == nil || !strings.Contains(strings.Join(ops.ErrorLines(err), ""), "open already") {
		t.Error(err)
	}
}
