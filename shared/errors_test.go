package shared

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

func TestBothLanguagesSayTheSame(t *testing.T) {
	t.Parallel()
	en, zh := messages(t, "en"), messages(t, "zh")
	for key := range zh {
		if _, ok := en[key]; !ok {
			t.Errorf("%s: only in Chinese", key)
		}
	}
	for key, english := range en {
		chinese, ok := zh[key]
		if !ok {
			t.Errorf("%s: only in English", key)
			continue
		}
		if english == "" || chinese == "" {
			t.Errorf("%s: empty", key)
		}
		if !slices.Equal(placeholders(english), placeholders(chinese)) {
			t.Errorf("%s: placeholders differ: %q, %q", key, english, chinese)
		}
	}
}

func TestChineseMessagesAreChinese(t *testing.T) {
	t.Parallel()
	halfWidth := regexp.MustCompile(`\p{Han}[,.;:!?()]|[,;:!?()]\p{Han}`)
	country := regexp.MustCompile(`国家([^/]|$)`)
	for key, message := range messages(t, "zh") {
		if !slices.ContainsFunc([]rune(message), func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("%s: no Chinese in %q", key, message)
		}
		if halfWidth.MatchString(message) {
			t.Errorf("%s: half-width punctuation in %q", key, message)
		}
		if country.MatchString(message) {
			t.Errorf("%s: write 国家/地区 in %q", key, message)
		}
	}
}

// The specification gives these words; sections 5 and 8.
func TestTheSpecificationsWords(t *testing.T) {
	t.Parallel()
	en := messages(t, "en")
	for key, want := range map[string]string{
		"agree_required":     "Please read and agree our Terms & Conditions below and Privacy Policy.",
		"code_too_soon":      "The verification code can only be obtained once per minute, please wait",
		"order_expired":      "This order does not exist or has expired",
		"page_not_exist":     "Sorry, the page you visited does not exist",
		"page_not_found":     "Page Not Found: {{path}}",
		"password_incorrect": "The current password is incorrect",
		"wrong_credentials":  "Wrong Password or Email",
	} {
		if en[key] != want {
			t.Errorf("%s = %q, want %q", key, en[key], want)
		}
	}
}

func messages(t *testing.T, lang string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile("locales/" + lang + "/errors.json")
	require.NoError(t, err)
	var m map[string]string
	require.NoError(t, json.Unmarshal(raw, &m), lang)
	return m
}

func placeholders(message string) []string {
	found := regexp.MustCompile(`\{\{\w+\}\}`).FindAllString(message, -1)
	slices.Sort(found)
	return found
}
