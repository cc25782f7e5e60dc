package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// A colleague without a login sees a drafted home page by its link, at its site, until the link is taken back. Nobody keeps it.
func TestADraftedHomePageIsShownByItsLink(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Studio = config.Studio{On: true, Dir: studioDir(t)} }})
	member := func(name, role string) string {
		t.Helper()
		var out bytes.Buffer
		if err := app.Staff(t.Context(), shop.Settings, []string{"invite", name + "@example.com", "--role", role, "--by", "boss"}, ops.Console{Out: &out, User: "boss"}); err != nil {
			t.Fatal(err)
		}
		token := regexp.MustCompile(`/studio/invitation#(\S{43})`).FindStringSubmatch(out.String())
		res, body := callStudio(t, shop, http.MethodPost, "", "/api/invitation/accept", "", `{"token":"`+token[1]+`","name":"`+name+`","locale":"en"}`)
		for _, c := range res.Cookies() {
			if c.Name == "studio" {
				return c.Value
			}
		}
		t.Fatalf("%d %s", res.StatusCode, body)
		return ""
	}
	type links struct {
		Links []struct {
			ID, Address, QR string
			RevokedBy       string
		}
	}
	mei, su := member("mei", "editor"), member("su", "support")
	ask := func(method, path, cookie, body string) (int, links) {
		t.Helper()
		res, said := callStudio(t, shop, method, "", "/api/blocks/20/home"+path, cookie, body)
		var out links
		_ = json.Unmarshal([]byte(said), &out)
		return res.StatusCode, out
	}
	draft := `{"revision":"0","body":{"words":{"hero.title":{"en":"Ready for <b>spring</b>","zh":"春天准备好了"}}}}`
	if status, _ := ask(http.MethodPut, "/draft", mei, draft); status != http.StatusOK {
		t.Fatal(status)
	}
	if status, _ := ask(http.MethodPost, "/links", su, `{"hours":24}`); status != http.StatusForbidden {
		t.Errorf("support shares: %d", status)
	}
	for _, hours := range []string{"0", "-1", "721", "99999999999"} {
		if status, _ := ask(http.MethodPost, "/links", mei, `{"hours":`+hours+`}`); status < 400 || status >= 500 {
			t.Errorf("%s hours: %d", hours, status)
		}
	}
	status, made := ask(http.MethodPost, "/links", mei, `{"hours":24}`)
	if status != http.StatusOK || len(made.Links) != 1 || !strings.HasPrefix(made.Links[0].Address, shop.URL+"/preview/") || !strings.Contains(made.Links[0].QR, "<svg") {
		t.Fatalf("%d %+v", status, made)
	}
	token := strings.TrimPrefix(made.Links[0].Address, shop.URL+"/preview/")
	page := func(host, token string) (int, string) {
		t.Helper()
		res, said := shopGet(t, shop, host, "/gw/page/query?path="+url.QueryEscape("/zh/home?preview="+token))
		return res.StatusCode, said
	}
	if status, said := page("", token); status != http.StatusOK || !strings.Contains(said, "春天准备好了") || !strings.Contains(said, `"noindex":true`) {
		t.Errorf("%d %.500s", status, said)
	}
	if _, said := page("", ""); strings.Contains(said, "春天准备好了") {
		t.Error("a draft is shown without its link")
	}
	res, sheet := shopGet(t, shop, "", "/preview/"+token)
	if res.StatusCode != http.StatusOK || !strings.Contains(sheet, "Preview of the home page") || !strings.Contains(sheet, "/zh/home?preview=") ||
		!strings.Contains(res.Header.Get("Cache-Control"), "no-store") || !strings.Contains(res.Header.Get("X-Robots-Tag"), "noindex") {
		t.Errorf("%d %v %.500s", res.StatusCode, res.Header, sheet)
	}
	for name, forged := range map[string]string{"forged": token[:len(token)-2] + "AA", "none": "x"} {
		if res, _ := shopGet(t, shop, "", "/preview/"+forged); res.StatusCode != http.StatusGone {
			t.Errorf("%s: %d", name, res.StatusCode)
		}
	}
	if res, _ := shopGet(t, shop, "hk.localhost", "/preview/"+token); res.StatusCode == http.StatusOK {
		t.Error("another site shows it")
	}
	if status, _ := ask(http.MethodDelete, "/links/"+made.Links[0].ID, su, `{}`); status != http.StatusForbidden {
		t.Errorf("support revokes: %d", status)
	}
	if status, gone := ask(http.MethodDelete, "/links/"+made.Links[0].ID, mei, `{}`); status != http.StatusOK || gone.Links[0].RevokedBy != "mei" || gone.Links[0].Address != "" {
		t.Errorf("%d %+v", status, gone)
	}
	if res, _ := shopGet(t, shop, "", "/preview/"+token); res.StatusCode != http.StatusGone {
		t.Errorf("a link that was taken back: %d", res.StatusCode)
	}
	if status, said := page("", token); status == http.StatusOK && strings.Contains(said, "春天准备好了") {
		t.Error("the page of a link that was taken back")
	}
}

// shopGet asks a shop at a host, "" for its own, as a browser in English does.
func shopGet(t *testing.T, shop *apptest.Shop, host, path string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, shop.URL+path, nil)
	require.NoError(t, err)
	req.Host = host
	req.Header.Set("Accept-Language", "en")
	res, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	var body bytes.Buffer
	if _, err := body.ReadFrom(res.Body); err != nil {
		t.Fatal(err)
	}
	return res, body.String()
}
