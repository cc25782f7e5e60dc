package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/documents"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// document is the kind of what is no page.
const document pages.Kind = "document"

// Documents answers the addresses of sources. It stands twice in the way of a request: its handlers ask the page cache, and
// behind the cache it prints, so that documents are kept, compressed and expired as pages are. It is safe for concurrent use.
type Documents struct {
	sources []documents.Source
	o       DocumentsOptions
}

// DocumentsOptions say what documents depend on.
type DocumentsOptions struct {
	HandlerOptions
	// Next renders everything else.
	Next Fetcher
	// Mark returns up to where changes are known.
	Mark func() changes.Mark
}

// NewDocuments returns the documents of sources.
func NewDocuments(o DocumentsOptions, sources ...documents.Source) *Documents {
	o.HandlerOptions = o.filled()
	return &Documents{sources: sources, o: o}
}

// Mount adds the addresses. The fetcher is a cache in front of the documents, or the documents themselves.
func (s *Documents) Mount(e *echo.Echo, fetcher Fetcher) {
	for _, p := range s.sources {
		path := p.Path
		if strings.HasSuffix(path, "/") {
			path += "*"
		}
		e.Match([]string{http.MethodGet, http.MethodHead}, path, func(c echo.Context) error { return s.handle(c, p, fetcher) })
	}
}

// Fetch prints a document; what is none is the next one's.
func (s *Documents) Fetch(ctx context.Context, p *PageRequest) (*Answer, error) {
	if p.Row.Kind != document {
		return s.o.Next.Fetch(ctx, p)
	}
	path, query, _ := strings.Cut(p.Target, "?")
	given, _ := url.ParseQuery(query)
	i := slices.IndexFunc(s.sources, func(one documents.Source) bool { return one.Serves(path) })
	site, ok := s.o.Tenant(p.Host)
	if i < 0 || !ok {
		return plainAnswer(http.StatusNotFound), nil
	}
	mark, began := s.o.Mark(), time.Now()
	of := pages.PageContext{Tenant: site, Locale: p.Locale, Query: given, Origin: p.Proto + "://" + p.Host}
	made, err := s.sources[i].Generate(ctx, of, path)
	var elsewhere *pages.Redirect
	switch {
	case errors.As(err, &elsewhere):
		a := plainAnswer(http.StatusFound)
		a.Header.Set(echo.HeaderLocation, elsewhere.To)
		return a, nil
	case pages.IsMissing(err):
		return plainAnswer(http.StatusNotFound), nil
	case err != nil:
		return nil, fmt.Errorf("print %s: %w", path, err)
	}
	a := &Answer{Status: http.StatusOK, Header: http.Header{echo.HeaderContentType: {made.Type}}, Body: made.Body,
		Spans: []Span{{"print", time.Since(began)}}}
	SetProvenance(a.Header, mark, made.Tags)
	SetPageName(a.Header, site.ID, p.Target)
	return a, nil
}

// handle answers one request for a document. The fault is unknown_host.
func (s *Documents) handle(c echo.Context, source documents.Source, fetcher Fetcher) error {
	req := c.Request()
	site, ok := s.o.Tenant(req.Host)
	if !ok {
		return fault.New("unknown_host")
	}
	guard.NotePage(c, string(document), documentForm)
	row := pages.Row{Kind: document, Query: source.Query}
	path := req.URL.EscapedPath()
	ctx, cancel := context.WithTimeout(req.Context(), s.o.ReadTimeout)
	defer cancel()
	a, err := fetcher.Fetch(ctx, &PageRequest{
		Method: http.MethodGet, Host: req.Host, Proto: s.o.Proto(c), Tenant: site.ID, Locale: localeIn(path), Row: row, Shared: true,
		Target: path + row.EncodeQuery(row.CanonicalQuery(req.URL.Query())),
	})
	if err != nil {
		return documentUnavailable(c, s.o.Log, err)
	}
	return sendDocument(c, a, source.CacheControl)
}

// documentUnavailable says that a document cannot be had now.
func documentUnavailable(c echo.Context, log *slog.Logger, err error) error {
	req, h := c.Request(), c.Response().Header()
	log.ErrorContext(req.Context(), "document not made", "path", req.URL.Path, "requestId", guard.RequestIDOf(req.Context()), "error", err)
	h.Set(echo.HeaderRetryAfter, "5")
	h.Set(echo.HeaderCacheControl, "no-store")
	return c.String(http.StatusServiceUnavailable, http.StatusText(http.StatusServiceUnavailable)+"\n")
}

// localeIn is the language that a path names in one of its segments, or "".
func localeIn(path string) string {
	for segment := range strings.SplitSeq(path, "/") {
		if name, _, _ := strings.Cut(segment, "."); pages.IsLocale(name) {
			return name
		}
	}
	return ""
}

// sendDocument sends a document that is the same for everybody: with its entity tag, compressed when the reader can.
func sendDocument(c echo.Context, a *Answer, lasts string) error {
	req, h := c.Request(), c.Response().Header()
	setTimingHeaders(h, a)
	guard.NoteSource(c, a.From)
	if a.Status != http.StatusOK {
		h.Set(echo.HeaderCacheControl, "public, max-age=30")
		if to := a.Header.Get(echo.HeaderLocation); to != "" {
			return c.Redirect(a.Status, to)
		}
		return c.String(a.Status, http.StatusText(a.Status)+"\n")
	}
	body, coding, err := encoded(a, req.Header.Get(echo.HeaderAcceptEncoding))
	if err != nil {
		return err
	}
	if lasts == "" {
		lasts = revalidate
	}
	h.Set(echo.HeaderCacheControl, lasts)
	if compressible(a.Header.Get(echo.HeaderContentType)) {
		h.Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
	}
	tag := a.ETag
	if tag == "" {
		tag = StrongTag(a.Body)
	}
	own, other := formTags(tag, coding, a.Recompressed)
	h.Set("ETag", own)
	if has := held(req.Header.Get("If-None-Match"), own, other); has != "" {
		h.Set("ETag", has)
		return c.NoContent(http.StatusNotModified)
	}
	if coding != "" {
		h.Set(echo.HeaderContentEncoding, coding)
	}
	h.Set(echo.HeaderContentLength, strconv.Itoa(len(body)))
	return c.Blob(http.StatusOK, a.Header.Get(echo.HeaderContentType), body)
}

func plainAnswer(status int) *Answer {
	return &Answer{Status: status, Header: http.Header{echo.HeaderContentType: {echo.MIMETextPlainCharsetUTF8}}}
}
