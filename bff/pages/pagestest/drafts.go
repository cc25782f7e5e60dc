package pagestest

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/editor"
)

// Drafts know one preview: of a text that has no Chinese.
type Drafts struct{}

// Open opens the token "good".
func (Drafts) Open(_ context.Context, tenantID int64, token string) (editor.Preview, error) {
	if tenantID != 20 || token != "good" {
		return editor.Preview{}, editor.ErrPreview
	}
	t := editor.Text{Kind: "service", Name: "refund"}
	return editor.Preview{Text: t, Until: time.Unix(0, 0), Drafts: []string{"en"}, Versions: map[string]editor.Version{
		"en": {ID: 7, Author: "mei", File: editor.File{Text: t, Locale: "en"}},
	}}, nil
}
