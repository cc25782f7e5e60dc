package pages

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/changes"
)

// provenanceHeader travels from the gateway through the renderer to the page cache: the mark up to which the page knows
// the changes, then the tags of what it shows, with spaces between.
const provenanceHeader = "X-Page-Tags"

// tagList collects what a page shows, in the words of the log of changes (db/migrations, change_log).
type tagList struct {
	// site is the id of the page's site, which is part of most tags.
	site string
	list []string
}

// newTagList returns a list with the tag of a site.
func newTagList(tenantID int64) *tagList {
	site := strconv.FormatInt(tenantID, 10)
	return &tagList{site: site, list: []string{"site:" + site}}
}

func (t *tagList) add(more ...string) {
	for _, one := range more {
		if !slices.Contains(t.list, one) {
			t.list = append(t.list, one)
		}
	}
}

func (t *tagList) goods(list ...gen.Goods) {
	for _, g := range list {
		t.add("goods:" + t.site + ":" + g.GoodsId)
	}
}

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
