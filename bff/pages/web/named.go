package web

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/pages"
)

// nameHeader travels from the renderer to the front door: the id of the site whose page an answer is, then the page's
// address, as the data say that it was rendered from. A redirect and a failure are no page and have none.
const nameHeader = "X-Page-Name"

// ErrOtherPage is returned for a page that calls itself another one than was asked for. Nobody is to see another's page, and
// under its address it would be kept for everybody.
var ErrOtherPage = errors.New("web: the renderer's answer is another page")

// SetPageName writes which page an answer is.
func SetPageName(h http.Header, tenantID int64, address string) {
	h.Set(nameHeader, strconv.FormatInt(tenantID, 10)+" "+address)
}

// HasPageName reports whether an answer says which page it is. A renderer of an earlier release does not.
func HasPageName(h http.Header) bool { return h.Get(nameHeader) != "" }

// pagePath returns the path of the page whose HTML, payload or twin is at a path.
func (p *PageRequest) pagePath(path string) string {
	if p.Markdown {
		return strings.TrimSuffix(path, pages.TwinSuffix)
	}
	return strings.TrimSuffix(path, payloadSuffix)
}

// checkName returns ErrOtherPage for an answer with the name of another page than p asks for. What a shared page was asked
// with is part of its name; where there is no such page, and where the query is the visitor's own, the path alone is.
func (p *PageRequest) checkName(status int, h http.Header) error {
	if !HasPageName(h) {
		return nil
	}
	site, address, _ := strings.Cut(h.Get(nameHeader), " ")
	path, query, _ := strings.Cut(p.Target, "?")
	namedPath, namedQuery, _ := strings.Cut(address, "?")
	same := site == strconv.FormatInt(p.Tenant, 10) && namedPath == p.pagePath(path)
	if p.Shared && status == http.StatusOK {
		same = same && namedQuery == query
	}
	if !same {
		return fmt.Errorf("%w: %s", ErrOtherPage, namedPath)
	}
	return nil
}
