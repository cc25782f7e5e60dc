package studio_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
)

var ctx = context.Background()

const (
	host   = "shop.example"
	origin = "https://shop.example"
)

// fixture is the Studio in front of a shop that answers nothing but "shop".
type fixture struct {
	*studio.Studio
	shop  *echo.Echo
	clock *clock.Fake
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db := pgtest.New(t)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	key := []byte("0123456789abcdef0123456789abcdef")
	box, err := secret.NewBox(key)
	require.NoError(t, err)
	prints, err := secret.NewFingerprinter(key)
	require.NoError(t, err)
	clk := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	dir := t.TempDir()
	for name, body := range map[string]string{
		"index.html": "<title>Studio</title>", "assets/main-aBcD1234.js": "start()", "secret.txt": "secret", "../outside.txt": "outside",
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(body), 0o600))
	}
	s, err := studio.New(studio.Deps{
		Staff: staff.New(staff.Deps{DB: db, Clock: clk, Queue: queue, Box: box, Prints: prints, Site: 20, Address: origin + "/studio"}),
		Dir:   dir, Allowed: func(h string) bool { return h == host }, IP: echo.ExtractIPDirect(),
		Proto: func(req *http.Request) string {
			if req.Header.Get("Plain") != "" {
				return "http"
			}
			return "https"
		},
		Limiter: ratelimit.New(nil, clk), Wider: 1, Call: time.Minute, Log: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	e := echo.New()
	e.Use(guard.RequestID(), s.Serve)
	e.Any("/*", func(c echo.Context) error { return c.String(http.StatusNotFound, "shop") })
	return &fixture{Studio: s, shop: e, clock: clk}
}

// answer is what came back.
type answer struct {
	*http.Response
	Body string
}

// code is that of a refusal, "" for an answer that is none.
func (a answer) code() string {
	var r studio.ErrorBody
	_ = json.Unmarshal([]byte(a.Body), &r)
	return r.Code
}

// ask calls as the Studio's application does; headers are pairs, and an empty value takes one away.
func (f *fixture) ask(method, path, token, body string, headers ...string) answer {
	var reader io.Reader
	if method != http.MethodGet {
		reader = strings.NewReader(body)
	}
	req := httptest.NewRequest(method, origin+path, reader)
	req.Host = host
	if method != http.MethodGet {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Origin", origin)
		req.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	if token != "" {
		req.Header.Set("Cookie", "__Secure-studio="+token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Del(headers[i])
		if headers[i+1] != "" {
			req.Header.Set(headers[i], headers[i+1])
		}
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
	}
	rec := httptest.NewRecorder()
	f.shop.ServeHTTP(rec, req)
	return answer{rec.Result(), rec.Body.String()}
}

// call is ask for a path below the API.
func (f *fixture) call(method, path, token, body string, headers ...string) answer {
	return f.ask(method, "/studio/api"+path, token, body, headers...)
}

// invite returns the token of an invitation.
func (f *fixture) invite(t *testing.T, email string, role staff.Role) string {
	t.Helper()
	_, link, err := f.Staff.Invite(ctx, audit.By{Actor: "staff:boss"}, staff.Invite{Email: email, Role: role, Locale: "en"})
	require.NoError(t, err)
	_, token, _ := strings.Cut(link, "#")
	return token
}

// member makes a member of a role and returns the token of a session.
func (f *fixture) member(t *testing.T, role staff.Role) (token string, m staff.Member) {
	t.Helper()
	in, err := f.Staff.Accept(ctx, staff.Request{}, staff.Acceptance{
		Token: f.invite(t, string(role)+"@example.com", role), Name: "Ada", Locale: "en",
	})
	require.NoError(t, err)
	return in.Token, in.Member
}
