package pages

import (
	"slices"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/gen"
)

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
