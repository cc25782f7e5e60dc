package app_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// studioDir is a Studio's application of one page.
func studioDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "index.html"), []byte("<title>Studio</title>"), 0o600))
	return dir
}

// callStudio sends a request below /studio, as the application does.
func callStudio(t *testing.T, shop *apptest.Shop, method, host, path, cookie, body string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, shop.URL+"/studio"+path, strings.NewReader(body))
	require.NoError(t, err)
	if host != "" {
		req.Host = host
	}
	if method != http.MethodGet {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Origin", "http://"+req.Host)
		if host == "" {
			req.Header.Set("Origin", shop.URL)
		}
	}
	if cookie != "" {
		req.Header.Set("Cookie", "studio="+cookie)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	said, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res, string(said)
}

// Where the Studio is off, and on hosts that are not its own, /studio is what any address is that the shop has not.
func TestTheStudioIsOffUnlessItIsTurnedOn(t *testing.T) {
	t.Parallel()
	const own = "studio.localhost"
	off := apptest.Open(t, apptest.Options{})
	elsewhere := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Studio = config.Studio{On: true, Hosts: []string{own}, Dir: studioDir(t)}
	}})
	type seen struct {
		status int
		cache  string
		policy string
	}
	of := func(shop *apptest.Shop, method, path string) seen {
		res, _ := callStudio(t, shop, method, "", path, "", `{}`)
		return seen{res.StatusCode, res.Header.Get("Cache-Control"), res.Header.Get("Content-Security-Policy")}
	}
	for _, shop := range []*apptest.Shop{off, elsewhere} {
		for _, path := range []string{"", "/people", "/api/me", "/assets/main-aBcD1234.js"} {
			// What the shop says of an address that differs in one letter.
			if got, want := of(shop, http.MethodGet, path), of(shop, http.MethodGet, strings.Replace(path, "/", "x/", 1)); got != want {
				t.Errorf("GET %s: %+v, not %+v", path, got, want)
			}
		}
		if got, want := of(shop, http.MethodPost, "/api/login/code/send"), of(shop, http.MethodPost, "x/api/login/code/send"); got != want {
			t.Errorf("POST: %+v, not %+v", got, want)
		}
	}
	res, body := callStudio(t, elsewhere, http.MethodGet, own, "", "", "")
	if res.StatusCode != http.StatusOK || body != "<title>Studio</title>" {
		t.Errorf("on its own host: %d %q", res.StatusCode, body)
	}
	// The shop is not found on the Studio's host.
	req, _ := http.NewRequest(http.MethodGet, elsewhere.URL+"/en/home", nil)
	req.Host = own
	if res, err := http.DefaultClient.Do(req); err != nil || res.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("the shop on the Studio's host: %v %v", res, err)
	}
}

// Somebody who was invited on the command line gets in, gets a code by mail another time, and is disabled on the command line. The
// cookie counts nowhere else, and the shop's cookies count nothing there.
func TestAMemberOfStaff(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Studio = config.Studio{On: true, Dir: studioDir(t)} }})
	command := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		require.NoError(t, app.Staff(t.Context(), shop.Settings, args, ops.Console{Out: &out, User: "boss"}), args)
		return out.String()
	}
	said := command("invite", "ada@example.com", "--role", "editor", "--by", "Grace")
	token := regexp.MustCompile(`/studio/invitation#(\S{43})`).FindStringSubmatch(said)
	if token == nil || !strings.Contains(said, shop.URL+"/studio/invitation#") {
		t.Fatal(said)
	}
	res, body := callStudio(t, shop, http.MethodPost, "", "/api/invitation/accept", "", `{"token":"`+token[1]+`","name":"Ada","locale":"en"}`)
	if res.StatusCode != http.StatusOK || len(res.Cookies()) != 1 {
		t.Fatal(res.StatusCode, body)
	}
	cookie := res.Cookies()[0].Value

	_, body = callStudio(t, shop, http.MethodPost, "", "/api/login/code/send", "", `{"email":"ada@example.com"}`)
	var ticket struct{ Ticket string }
	if err := json.Unmarshal([]byte(body), &ticket); err != nil || ticket.Ticket == "" {
		t.Fatal(body)
	}
	var code string
	waittest.Eventually(t, "the code is mailed", func() bool {
		for _, m := range shop.Mails("ada@example.com") {
			if strings.Contains(m.Text, "log in to the Studio") {
				code = regexp.MustCompile(`\b\d{6}\b`).FindString(m.Text)
			}
		}
		return code != ""
	})
	res, body = callStudio(t, shop, http.MethodPost, "", "/api/login/code", "", `{"ticket":"`+ticket.Ticket+`","code":"`+code+`"}`)
	if res.StatusCode != http.StatusOK || !strings.Contains(body, `"role":"editor"`) {
		t.Fatal(res.StatusCode, body)
	}

	// A shopper's login is nobody's in the Studio, and a member of staff is nobody in the shop.
	shopper := shop.Customer(t, "eve@example.com")
	if res, err := shopper.HTTP.Get(shop.URL + "/studio/api/me"); err != nil || res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a shopper in the Studio: %v %v", res, err)
	}
	stranger := shop.Shopper(t)
	stranger.Header.Set("Cookie", "token="+cookie+"; studio="+cookie)
	if got := stranger.Get("/gw/mall/us/userInfo"); got.Code != "login_required" {
		t.Errorf("a member of staff in the shop: %+v", got)
	}

	if list := command("list"); !strings.Contains(list, "ada@example.com  editor") {
		t.Error(list)
	}
	if sessions := command("sessions", "ada@example.com"); strings.Count(sessions, "127.0.0.1") != 2 {
		t.Error(sessions)
	}
	if left := command("sessions", "ada@example.com", "end", "all"); strings.Contains(left, "127.0.0.1") {
		t.Error(left)
	}
	if res, _ := callStudio(t, shop, http.MethodGet, "", "/api/me", cookie, ""); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a session that was ended: %d", res.StatusCode)
	}
	command("role", "Ada@example.com", "publisher")
	command("disable", "ada@example.com")
	if list := command("list"); !strings.Contains(list, "ada@example.com  publisher  disabled") {
		t.Error(list)
	}
	var actors []string
	// The sandbox has invited a first member, too.
	shop.DB.Conn(t.Context()).Raw(`select distinct actor from audit_log where entity = 'staff' order by actor`).Scan(&actors)
	if got := strings.Join(actors, " "); got != "staff:Grace staff:ada@example.com staff:boss staff:sandbox" {
		t.Errorf("the log knows %q", got)
	}
}

// What was typed wrong is said in one sentence, and nothing is done.
func TestStaffCommandsThatAreNotUnderstood(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"invite"}, {"invite", "ada@example.com"}, {"invite", "ada@example.com", "--role", "owner"}, {"hire"},
		{"invite", "ada@example.com", "--role", "editor", "--locale", "fr"}, {"invite", "ada@example.com", "--role", "editor", "--by", " "},
	} {
		var out bytes.Buffer
		err := app.Staff(t.Context(), config.Config{}, args, ops.Console{Out: &out, User: ""})
		if err == nil || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
			t.Errorf("%v: %v %s", args, err, out.String())
		}
	}
}
