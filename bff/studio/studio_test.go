package studio_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
)

// Each call is refused to nobody's session, and to each role that may not do its act; to the others it is not.
func TestEachCallAsksForItsAct(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tokens := map[staff.Role]string{}
	for _, role := range staff.Roles() {
		tokens[role], _ = f.member(t, role)
	}
	seen, guarded := map[string]bool{}, 0
	for _, r := range f.Routes() {
		name := r.Method + " " + r.Path
		if seen[name] {
			t.Errorf("%s is registered twice", name)
		}
		seen[name] = true
		path := strings.ReplaceAll(r.Path, ":id", "4711")
		for _, stranger := range []string{"", "forged", tokens[staff.Editor] + "x"} {
			if a := f.call(r.Method, path, stranger, `{}`); (a.code() == "login_required") == r.Open {
				t.Errorf("%s of a stranger: %d %s", name, a.StatusCode, a.Body)
			}
		}
		if r.Open {
			continue
		}
		for role, token := range tokens {
			a := f.call(r.Method, path, token, `{}`)
			may := r.Act == studio.Own || role.May(r.Act)
			if (a.code() == "forbidden" && a.StatusCode == http.StatusForbidden) == may || a.StatusCode == http.StatusUnauthorized || a.StatusCode >= 500 {
				t.Errorf("%s of %s: %d %s", name, role, a.StatusCode, a.Body)
			}
			if !may {
				guarded++
			}
		}
	}
	if len(seen) < 20 || guarded < 20 {
		t.Errorf("only %d calls, %d refusals", len(seen), guarded)
	}
}

// What may change something comes from a page of the Studio's own origin, as JSON that is understood, and is not too long.
func TestWritesComeFromOwnPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token, _ := f.member(t, staff.Admin)
	const body = `{"name":"Bo","locale":"en"}`
	for name, c := range map[string]struct {
		headers []string
		body    string
		code    string
	}{
		"own page":                        {nil, body, ""},
		"an old browser's own page":       {[]string{"Sec-Fetch-Site", ""}, body, ""},
		"says nothing of where":           {[]string{"Sec-Fetch-Site", "", "Origin", ""}, body, "forbidden_origin"},
		"another site":                    {[]string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"}, body, "forbidden_origin"},
		"another site, old browser":       {[]string{"Sec-Fetch-Site", "", "Origin", "https://evil.example"}, body, "forbidden_origin"},
		"another host of the same site":   {[]string{"Sec-Fetch-Site", "same-site", "Origin", "https://x.shop.example"}, body, "forbidden_origin"},
		"the same host without TLS":       {[]string{"Sec-Fetch-Site", "", "Origin", "http://shop.example"}, body, "forbidden_origin"},
		"a sandboxed frame":               {[]string{"Sec-Fetch-Site", "", "Origin", "null"}, body, "forbidden_origin"},
		"contradicts itself":              {[]string{"Origin", "https://evil.example"}, body, "forbidden_origin"},
		"a form":                          {[]string{"Content-Type", "application/x-www-form-urlencoded"}, body, "unsupported_media_type"},
		"JSON that a form can send":       {[]string{"Content-Type", "text/plain"}, body, "unsupported_media_type"},
		"no type":                         {[]string{"Content-Type", ""}, body, "unsupported_media_type"},
		"no JSON":                         {nil, "name=Bo", "bad_request"},
		"two values":                      {nil, body + body, "bad_request"},
		"a field that there is not":       {nil, `{"name":"Bo","locale":"en","role":"admin"}`, "bad_request"},
		"too long":                        {nil, `{"name":"` + strings.Repeat("a", 70_000) + `"}`, "body_too_large"},
		"too long, without a length":      {[]string{"Content-Length", ""}, `{"name":"` + strings.Repeat("a", 70_000) + `"}`, "body_too_large"},
		"a name that cannot be stored":    {nil, `{"name":"Bo\u0000","locale":"en"}`, ""},
		"a name of blanks":                {nil, `{"name":"  ","locale":"en"}`, "validation_failed"},
		"a language that there is not":    {nil, `{"name":"Bo","locale":"fr"}`, "validation_failed"},
		"a name that is markup is a name": {nil, `{"name":"<script>alert(1)</script>","locale":"en"}`, ""},
	} {
		if a := f.call(http.MethodPatch, "/account", token, c.body, c.headers...); a.code() != c.code {
			t.Errorf("%s: %d %s", name, a.StatusCode, a.Body)
		}
	}
	// The same for calls that need no login: nobody is logged in as somebody else from another site.
	a := f.call(http.MethodPost, "/login/code/send", "", `{"email":"ada@example.com"}`, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example")
	if a.code() != "forbidden_origin" {
		t.Errorf("a login from another site: %s", a.Body)
	}
}

// The session's cookie goes to the Studio alone, and no script reads it; a planted one is not taken over.
func TestTheCookie(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	before, _ := f.member(t, staff.Support)
	accept := func(headers ...string) *http.Cookie {
		token := f.invite(t, "bo"+strconv.Itoa(len(headers))+"@example.com", staff.Editor)
		a := f.call(http.MethodPost, "/invitation/accept", before, `{"token":"`+token+`","name":"Bo","locale":"en"}`, headers...)
		if a.StatusCode != http.StatusOK || len(a.Cookies()) != 1 {
			t.Fatal(a.StatusCode, a.Body, a.Cookies())
		}
		return a.Cookies()[0]
	}
	c := accept()
	if c.Name != "__Secure-studio" || c.Path != "/studio" || c.Domain != "" || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteStrictMode ||
		c.MaxAge != int(staff.SessionMax.Seconds()) || len(c.Value) != 43 || c.Value == before {
		t.Errorf("over TLS: %+v", c)
	}
	if a := f.call(http.MethodGet, "/me", before, ""); a.code() != "login_required" {
		t.Errorf("whoever was logged in before still is: %s", a.Body)
	}
	if a := f.call(http.MethodGet, "/me", c.Value, ""); a.StatusCode != http.StatusOK {
		t.Errorf("%s", a.Body)
	}
	plain := accept("Plain", "1", "Origin", "http://shop.example")
	if plain.Name != "studio" || plain.Secure || !plain.HttpOnly || plain.SameSite != http.SameSiteStrictMode || plain.Path != "/studio" {
		t.Errorf("without TLS: %+v", plain)
	}
	// Over TLS a cookie that may have come without it counts for nothing.
	if a := f.call(http.MethodGet, "/me", "", "", "Cookie", "studio="+plain.Value); a.code() != "login_required" {
		t.Errorf("a cookie of another connection: %s", a.Body)
	}
	out := f.call(http.MethodPost, "/logout", c.Value, "")
	if out.StatusCode != http.StatusNoContent || len(out.Cookies()) != 1 || out.Cookies()[0].MaxAge >= 0 || out.Cookies()[0].Path != "/studio" {
		t.Errorf("logout: %d %+v", out.StatusCode, out.Cookies())
	}
	if a := f.call(http.MethodGet, "/me", c.Value, ""); a.code() != "login_required" {
		t.Errorf("after the logout: %s", a.Body)
	}
}

// A change of role counts from the next call on.
func TestASessionIsEndedAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	admin, _ := f.member(t, staff.Admin)
	token, m := f.member(t, staff.Publisher)
	path := "/people/" + strconv.FormatInt(m.ID, 10)
	for _, body := range []string{`{}`, `{"role":"editor","disabled":true}`} {
		if a := f.call(http.MethodPatch, path, admin, body); a.code() != "bad_request" {
			t.Errorf("%s: %s", body, a.Body)
		}
	}
	if a := f.call(http.MethodPatch, path, token, `{"role":"admin"}`); a.code() != "forbidden" {
		t.Errorf("one's own role: %s", a.Body)
	}
	a := f.call(http.MethodPatch, path, admin, `{"seen":"support","role":"editor"}`)
	if a.code() != "staff_role_overtaken" || a.StatusCode != http.StatusConflict {
		t.Errorf("a role that nobody has seen: %d %s", a.StatusCode, a.Body)
	}
	if a := f.call(http.MethodPatch, path, admin, `{"seen":"publisher","role":"editor"}`); a.StatusCode != http.StatusNoContent {
		t.Errorf("%d %s", a.StatusCode, a.Body)
	}
	if a := f.call(http.MethodGet, "/me", token, ""); a.code() != "login_required" || a.StatusCode != http.StatusUnauthorized {
		t.Errorf("%d %s", a.StatusCode, a.Body)
	}
}

// A browser that was left open makes nobody a passkey, and takes none away.
func TestPasskeysNeedARecentLogin(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token, _ := f.member(t, staff.Editor)
	f.clock.Advance(staff.RecentLogin)
	if a := f.call(http.MethodPost, "/account/passkeys/begin", token, ""); a.StatusCode != http.StatusOK {
		t.Errorf("recent: %d %s", a.StatusCode, a.Body)
	}
	f.clock.Advance(time.Second)
	for path, method := range map[string]string{"/account/passkeys/begin": http.MethodPost, "/account/passkeys/1": http.MethodDelete} {
		if a := f.call(method, path, token, ""); a.code() != "staff_login_again" || a.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d %s", path, a.StatusCode, a.Body)
		}
	}
	if a := f.call(http.MethodPatch, "/account", token, `{"name":"Bo","locale":"en"}`); a.StatusCode != http.StatusNoContent {
		t.Errorf("a name: %d %s", a.StatusCode, a.Body)
	}
}

// Every answer keeps browsers, search engines and caches from what is not theirs; only files whose names tell their content are kept.
func TestHeaders(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token, _ := f.member(t, staff.Admin)
	for path, status := range map[string]int{
		"/studio": 200, "/studio/": 200, "/studio/people": 200, "/studio/api/me": 200, "/studio/api/nothing": 404, "/studio/api/people/x": 404,
		"/studio/assets/main-aBcD1234.js": 200, "/studio/assets/none-aBcD1234.js": 404,
	} {
		a := f.ask(http.MethodGet, path, token, "")
		h := a.Header
		if a.StatusCode != status {
			t.Errorf("%s: %d %s", path, a.StatusCode, a.Body)
		}
		csp := h.Get("Content-Security-Policy")
		isDocument := !strings.Contains(path, "main-")
		if isDocument && (!strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "script-src 'self';") ||
			!strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") || h.Get("Referrer-Policy") != "same-origin") ||
			h.Get("X-Robots-Tag") != "noindex, nofollow" || h.Get("Cross-Origin-Resource-Policy") != "same-origin" || h.Get("Cross-Origin-Opener-Policy") != "same-origin" {
			t.Errorf("%s: %v", path, h)
		}
		want := "private, no-store"
		switch {
		case !isDocument:
			want = "public, max-age=31536000, immutable"
		case strings.Contains(path, "none-"):
			want = "no-store"
		}
		if got := h.Values("Cache-Control"); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// Only what is the application's is served, on the Studio's hosts alone; all else is the shop's.
func TestWhatIsServed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for path, want := range map[string]string{
		"/studio": "<title>Studio</title>", "/studio/people?next=//evil": "<title>Studio</title>", "/studio/secret.txt": "<title>Studio</title>",
		"/studio/assets/main-aBcD1234.js": "start()", "/studio/assets/../secret.txt": "not found\n", "/studio/assets/%2e%2e/secret.txt": "not found\n",
		"/studio/assets/..%2fsecret.txt": "not found\n", "/studio/assets/": "not found\n",
		"/studios": "shop", "/studio.html": "shop", "/Studio": "shop", "/en/studio": "shop", "/": "shop",
	} {
		if a := f.ask(http.MethodGet, path, "", ""); a.Body != want {
			t.Errorf("%s: %d %q", path, a.StatusCode, a.Body)
		}
	}
	for _, path := range []string{"/studio", "/studio/people", "/studio/api/me", "/studio/assets/main-aBcD1234.js"} {
		if a := f.ask(http.MethodGet, path, "", "", "Host", "other.example"); a.Body != "shop" || a.Header.Get("Content-Security-Policy") != "" {
			t.Errorf("%s on another host: %d %q", path, a.StatusCode, a.Body)
		}
	}
}

// What is refused is said in the language that the application shows, or else the browser's.
func TestMessagesComeInTheCallersLanguage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for want, headers := range map[string][]string{
		"Please log in to continue.": {"lang", "en", "Accept-Language", "zh-CN"}, "请先登录。": {"lang", "zh"},
	} {
		var r studio.ErrorBody
		a := f.call(http.MethodGet, "/me", "", "", headers...)
		if err := json.Unmarshal([]byte(a.Body), &r); err != nil || r.Message != want || r.RequestID == "" {
			t.Errorf("%s %v", a.Body, err)
		}
	}
	var r studio.ErrorBody
	a := f.call(http.MethodPost, "/login/code/send", "", `{"email":""}`, "Accept-Language", "zh-CN,en")
	if err := json.Unmarshal([]byte(a.Body), &r); err != nil || r.Fields["email"] != "请输入邮箱地址。" {
		t.Errorf("%s %v", a.Body, err)
	}
}

// A network that tries too often waits, and is told how long.
func TestTriesAreBounded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const body = `{"ticket":"none","code":"123456"}`
	for i := range 30 {
		if a := f.call(http.MethodPost, "/login/code", "", body); a.code() != "code_expired" {
			t.Fatalf("try %d: %s", i, a.Body)
		}
	}
	a := f.call(http.MethodPost, "/login/code", "", body)
	if a.code() != "rate_limited" || a.StatusCode != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s %v", a.StatusCode, a.Body, a.Header)
	}
	if a := f.call(http.MethodGet, "/me", "", ""); a.code() != "login_required" {
		t.Errorf("others wait, too: %s", a.Body)
	}
}
