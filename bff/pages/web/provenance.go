package web

import (
	"net/http"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/changes"
)

// provenanceHeader travels from the gateway through the renderer to the page cache: the mark up to which the page knows
// the changes, then the tags of what it shows, with spaces between.
const provenanceHeader = "X-Page-Tags"

// SetProvenance writes what a page was made from.
func SetProvenance(h http.Header, at changes.Mark, tags []string) {
	h.Set(provenanceHeader, at.String()+" "+strings.Join(tags, " "))
}

// Provenance reads what SetProvenance wrote. What says nothing is older than every change.
func Provenance(h http.Header) (tags []string, at changes.Mark) {
	words := strings.Fields(h.Get(provenanceHeader))
	if len(words) == 0 {
		return nil, at
	}
	at, err := changes.ParseMark(words[0])
	if err != nil {
		return nil, at
	}
	return words[1:], at
}
