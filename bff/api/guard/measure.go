package guard

import (
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"
)

// other stands for a method, or a route, that the program does not have.
const other = "other"

// Call is a request that is being answered, in the program's own words.
type Call struct {
	// Method is GET, HEAD, POST or "other".
	Method string
	// Route is the one that took the request, "other" for none.
	Route string
	// Page is what was asked for where the route answers many pages; its Kind is "" for any other request.
	Page   Page
	Status int
	// Took is how long it took until the answer began.
	Took time.Duration
}

// Page is what a request asks for of the page table.
type Page struct {
	// Kind is that of the page table, Form "html", "payload", "markdown" or "document".
	Kind, Form string
	// From is where the answer was found, as X-Cache says it; "" where there was no page to answer with.
	From string
}

const pageKey = "roamcart.page"

// NotePage notes for Measure which page a request is for.
func NotePage(c echo.Context, kind, form string) { c.Set(pageKey, Page{Kind: kind, Form: form}) }

// NoteSource notes for Measure where the answer to a request for a page was found.
func NoteSource(c echo.Context, from string) {
	if p, ok := c.Get(pageKey).(Page); ok {
		p.From = from
		c.Set(pageKey, p)
	}
}

// Measure notes how long it took until the answer to a request began, by the route or the page that took it.
func Measure(note func(echo.Context, Call)) echo.MiddlewareFunc {
	methods := []string{http.MethodGet, http.MethodHead, http.MethodPost}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			began := time.Now()
			res := c.Response()
			// What an error is answered with is known only then.
			res.Before(func() {
				call := Call{Method: c.Request().Method, Route: c.Path(), Status: res.Status, Took: time.Since(began)}
				if !slices.Contains(methods, call.Method) {
					call.Method = other
				}
				if call.Route == "" {
					call.Route = other
				}
				call.Page, _ = c.Get(pageKey).(Page)
				note(c, call)
			})
			return next(c)
		}
	}
}
