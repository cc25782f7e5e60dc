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

// TagsOf returns what a page shows, in the words of the log of changes (db/migrations, change_log).
func TagsOf(tenantID int64, p gen.PageQuery) []string {
	site := strconv.FormatInt(tenantID, 10)
	t := shown{site: site, list: []string{"site:" + site}}
	switch d := p.Data.(type) {
	case gen.HomePage:
		t.add("shelves:"+site, "destinations", "faq", "reviews:"+site)
		t.goods(d.Featured...)
		for _, place := range d.Destinations {
			t.add("place:" + site + ":" + place.Code)
		}
	case gen.ListingPage:
		t.add("shelves:"+site, "destinations")
		if d.Group != nil {
			t.add("group:" + site + ":" + d.Group.Group)
		} else {
			t.add("list:" + site)
		}
	case gen.DetailPage:
		t.add("shelves:"+site, "destinations", "faq")
		t.goods(d.Goods)
		t.goods(d.Related...)
		if slices.Contains(d.Goods.SimTypes, "physical") {
			t.add("shipping:" + site)
		}
	case gen.DestinationPage:
		t.add("shelves:"+site, "destinations", "place:"+site+":"+d.Destination.Code)
		t.goods(goodsOf(d)...)
	case gen.ComparePage:
		t.add("shelves:"+site, "destinations")
		for _, p := range d.Plans {
			t.goods(p.Goods)
		}
		if d.Missing > 0 { // it may be sold again
			t.add("list:" + site)
		}
	case gen.WhichPage:
		t.add("shelves:"+site, "destinations")
		if d.Trip != nil { // any plan may begin or cease to fit
			t.add("list:" + site)
		}
	case gen.EsimPage:
		t.add("content:page", "devices", "destinations", "faq")
		if d.Goods != nil {
			t.add("goods:" + site + ":" + d.Goods.GoodsId)
		}
	case gen.ContentPage:
		t.add("content:" + map[string]string{string(Service): "service", string(Terms): "terms", string(WhyUs): "page"}[p.Kind])
		if p.Kind == string(Service) { // it may have the table of delivery prices
			t.add("shipping:" + site)
		}
	case gen.FaqPage:
		t.add("faq")
	}
	return t.list
}

type shown struct {
	site string
	list []string
}

func (t *shown) add(more ...string) {
	for _, one := range more {
		if !slices.Contains(t.list, one) {
			t.list = append(t.list, one)
		}
	}
}

func (t *shown) goods(list ...gen.Goods) {
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
