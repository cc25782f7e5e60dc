package studiotest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/staff"
)

// Member makes a member of a role, whose address begins with the name, and returns the token of a session.
func (s Served) Member(t *testing.T, name string, role staff.Role) string {
	t.Helper()
	_, link, err := s.Staff.Invite(t.Context(), audit.By{Actor: "staff:boss"}, staff.Invite{Email: name + "@example.com", Role: role, Locale: "en"})
	require.NoError(t, err)
	_, token, _ := strings.Cut(link, "#")
	in, err := s.Staff.Accept(t.Context(), staff.Request{}, staff.Acceptance{Token: token, Name: name, Locale: "en"})
	require.NoError(t, err)
	return in.Token
}

// Ask makes a call as the Studio's application does in a language, with a body in JSON unless it only reads. The path is below
// /studio/api.
func (s Served) Ask(t *testing.T, lang, method, path, token string, body any) *httptest.ResponseRecorder {
	t.Helper()
	var reader io.Reader
	if method != http.MethodGet {
		raw, err := json.Marshal(body)
		require.NoError(t, err)
		reader = strings.NewReader(string(raw))
	}
	req := httptest.NewRequest(method, Origin+"/studio/api"+path, reader)
	if method != http.MethodGet {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	req.Header.Set("Cookie", "studio="+token)
	req.Header.Set("lang", lang)
	rec := httptest.NewRecorder()
	s.Handler.ServeHTTP(rec, req)
	return rec
}

// Call makes a call as Ask does and returns the status and the object that the answer is.
func (s Served) Call(t *testing.T, lang, method, path, token string, body any) (int, map[string]any) {
	t.Helper()
	rec, out := s.Ask(t, lang, method, path, token, body), map[string]any{}
	if rec.Body.Len() > 0 {
		require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &out), rec.Body.String())
	}
	return rec.Code, out
}
