package studiotest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/staff"
)

// Member makes a member of a role, whose address begins with the name, and returns the token of a session.
func (s Served) Member(name string, role staff.Role) string {
	s.t.Helper()
	_, link, err := s.Staff.Invite(s.t.Context(), audit.By{Actor: "staff:boss"}, staff.Invite{Email: name + "@example.com", Role: role, Locale: "en"})
	require.NoError(s.t, err)
	_, token, _ := strings.Cut(link, "#")
	in, err := s.Staff.Accept(s.t.Context(), staff.Request{}, staff.Acceptance{Token: token, Name: name, Locale: "en"})
	require.NoError(s.t, err)
	return in.Token
}

// In returns the same Studio, called in a language.
func (s Served) In(lang string) Served {
	s.Lang = lang
	return s
}

// Ask makes a call as the Studio's application does, with a body in JSON unless it only reads. The path is below
// /studio/api.
func (s Served) Ask(method, path, token string, body any) *httptest.ResponseRecorder {
	s.t.Helper()
	var reader io.Reader
	if method != http.MethodGet {
		raw, err := json.Marshal(body)
		require.NoError(s.t, err)
		reader = strings.NewReader(string(raw))
	}
	req := httptest.NewRequest(method, Origin+"/studio/api"+path, reader)
	if method != http.MethodGet {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	req.Header.Set("Cookie", "studio="+token)
	req.Header.Set("lang", s.Lang)
	rec := httptest.NewRecorder()
	s.Handler.ServeHTTP(rec, req)
	return rec
}

// Call makes a call as Ask does and returns the status and the object that the answer is.
func (s Served) Call(method, path, token string, body any) (int, map[string]any) {
	s.t.Helper()
	rec, out := s.Ask(method, path, token, body), map[string]any{}
	if rec.Body.Len() > 0 {
		require.NoError(s.t, json.Unmarshal(rec.Body.Bytes(), &out), rec.Body.String())
	}
	return rec.Code, out
}

// MustCall is Call that fails the test unless the call succeeds; it returns the answer.
func (s Served) MustCall(method, path, token string, body any) map[string]any {
	s.t.Helper()
	status, out := s.Call(method, path, token, body)
	require.Less(s.t, status, 300, "%s %s: %v", method, path, out)
	return out
}

// RequireRefused is Call that must be refused with a status and a code; it returns the answer.
func (s Served) RequireRefused(status int, code, method, path, token string, body any) map[string]any {
	s.t.Helper()
	got, out := s.Call(method, path, token, body)
	require.Equal(s.t, []any{status, code}, []any{got, out["code"]}, "%s %s: %v", method, path, out)
	return out
}
