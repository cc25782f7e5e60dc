package shared

import (
	"io/fs"
	"testing"
)

func TestText(t *testing.T) {
	t.Parallel()
	c := Catalog{
		"shop:plain": "Hello", "shop:a.b": "{{count}} of {{ total }}", "shop:raw": "{{- name}}!", "shop:formatted": "{{n, number}} GB",
	}
	for _, tc := range []struct {
		key    string
		params map[string]any
		want   string
	}{
		{"plain", nil, "Hello"},
		{"a.b", map[string]any{"count": 2, "total": int64(5)}, "2 of 5"},
		{"a.b", map[string]any{"count": nil}, " of "},
		{"raw", map[string]any{"name": "<b>"}, "<b>!"},
		{"raw", map[string]any{"name": "{{name}}"}, "{{name}}!"},
		{"formatted", map[string]any{"n": 3}, "3 GB"},
		{"no.such.key", nil, "no.such.key"},
	} {
		if got := c.Text("shop", tc.key, tc.params); got != tc.want {
			t.Errorf("%s %v = %q, want %q", tc.key, tc.params, got, tc.want)
		}
	}
}

func TestMessagesComeInTheCallersLanguage(t *testing.T) {
	t.Parallel()
	params := map[string]any{"path": "/x"}
	if got := Text("en", "errors", "page_not_found", params); got != "Page Not Found: /x" {
		t.Errorf("en = %q", got)
	}
	en, zh := Text("en", "errors", "internal", nil), Text("zh", "errors", "internal", nil)
	if en == zh || zh == "internal" {
		t.Errorf("en %q, zh %q", en, zh)
	}
	if got := Text("fr", "errors", "internal", nil); got != en {
		t.Errorf("fr = %q, want the English words", got)
	}
	if Messages("en").Has("errors", "nobody") || !Messages("zh").Has("errors", "internal") {
		t.Error("Has is wrong")
	}
}

// Text never fails, so that this must: a broken file would show its keys to shoppers.
func TestEveryLocaleFileIsReadable(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(localesFS, "locales/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		if err := readMessages(Catalog{}, name, "x"); err != nil {
			t.Error(err)
		}
	}
}
