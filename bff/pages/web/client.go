package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/pages"
)

// Fetcher renders pages. The renderer is one; a page cache in front of it is another.
type Fetcher interface {
	// Fetch returns the renderer's answer, whatever its status. An error means that there is none, not all of it, or another's.
	Fetch(ctx context.Context, r *PageRequest) (*Answer, error)
}

// Store is a Fetcher that may have an answer at hand.
type Store interface {
	// Lookup returns an answer that is there and fresh, without waiting for anything; ok is false when there is none.
	Lookup(r *PageRequest) (answer *Answer, ok bool)
}

// PageRequest is a request to the renderer.
type PageRequest struct {
	// Method is GET or POST.
	Method string
	// Target is the normal path with its language, "/_payload.json" or ".md" included, and the query.
	Target string
	// Host is the one the browser asked, with its port; Proto is http or https.
	Host, Proto  string
	ForwardedFor string
	RequestID    string
	// Cookie, ContentType and Body are the browser's; Device is what it calls itself.
	Cookie, ContentType string
	Device              string
	Body                io.Reader
	ContentLength       int64
	// Markdown asks for the page's Markdown twin.
	Markdown bool
	// Page is what the page shows, as a Gatherer wrote it; nil for a form, for which the renderer asks the gateway.
	Page []byte

	// repeatKey is the same for two submissions of one form with a code, "" for everything else.
	repeatKey string

	// What a cache needs to know; the renderer does not receive it.
	Tenant int64
	Locale string
	Row    pages.Row
	// Shared says that the answer is the same for everybody who sends the same Host, Proto and Target.
	Shared  bool
	Payload bool
	// Admit is asked before a shared page is made for a visitor, because it is not at hand. What it refuses with is the answer.
	// nil refuses nobody.
	Admit func() error
}

// Form is what of the page is asked for: "html", "payload" or "markdown".
func (p *PageRequest) Form() string {
	switch {
	case p.Payload:
		return payloadForm
	case p.Markdown:
		return markdownForm
	}
	return htmlForm
}

// Forms of a page, as they are counted.
const (
	htmlForm, payloadForm = "html", "payload"
	markdownForm          = "markdown"
	documentForm          = "document"
)

// Answer is what came back. One that was kept is given to many: nobody changes it.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	// ETag is the strong entity tag of Body, with its quotes; empty when nobody computed it.
	ETag string
	// Encoded has Body in compressed forms, and then Body is missing; nil if nobody compressed it.
	Encoded Forms
	// Recompressed says that the brotli form was compressed again, as small as it gets. Its entity tag is another one.
	Recompressed bool
	// From says where the answer was found, for X-Cache; empty when nobody looked anywhere.
	From string
	// Spans are the parts of making it, in their order; none when it was at hand.
	Spans []Span
	// Headers keeps how the answer was sent, for those who ask the same; nil when nobody wants to know.
	Headers *Headers
}

// Forms are the forms of a body.
type Forms interface {
	// Form returns the body in a content coding, "br" or "gzip", or as it is for "".
	Form(coding string) ([]byte, error)
}

// MaxAnswer is the largest answer of the renderer that is passed on, in bytes.
const MaxAnswer = 4 << 20

// ErrAnswerTooLarge is returned for an answer above MaxAnswer.
var ErrAnswerTooLarge = errors.New("web: the renderer's answer is too large")

// ErrNoMarkdown is returned for an answer that is not the Markdown twin that was asked for.
var ErrNoMarkdown = errors.New("web: the renderer's answer is no Markdown")

// ReadConns and WriteConns are how many connections the client has for pages and for forms. Both wait for their own only: forms
// that take long do not keep pages waiting, nor pages forms.
const ReadConns, WriteConns = 192, 64

// Renderer is the client of the Node program. It is safe for concurrent use.
type Renderer struct {
	base, token   string
	reads, writes *http.Client
}

// NewRenderer returns a client of the renderer at base, "http://127.0.0.1:3000"; token is the secret of the two programs.
func NewRenderer(base, token string) (*Renderer, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("web: the renderer's address %q is no http origin", base)
	}
	return &Renderer{base: u.Scheme + "://" + u.Host, token: token, reads: pool(ReadConns), writes: pool(WriteConns)}, nil
}

// pool returns a client that opens at most so many connections.
func pool(size int) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			DialContext:  (&net.Dialer{Timeout: time.Second, KeepAlive: 30 * time.Second}).DialContext,
			MaxIdleConns: 64, MaxIdleConnsPerHost: 64, MaxConnsPerHost: size,
			// Shorter than the renderer keeps them, so that none is used while it closes.
			IdleConnTimeout: 30 * time.Second, DisableCompression: true,
		},
		// A redirect is the page's answer.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// WrapTransport has the calls made by what wrap returns for a transport.
func (r *Renderer) WrapTransport(wrap func(http.RoundTripper) http.RoundTripper) {
	r.reads.Transport, r.writes.Transport = wrap(r.reads.Transport), wrap(r.writes.Transport)
}

// Fetch asks the renderer.
func (r *Renderer) Fetch(ctx context.Context, p *PageRequest) (*Answer, error) {
	body := p.Body
	if p.Page != nil {
		body = bytes.NewReader(p.Page)
	}
	req, err := http.NewRequestWithContext(ctx, p.Method, r.base+p.Target, body)
	if err != nil {
		return nil, fmt.Errorf("ask the renderer: %w", err)
	}
	if p.Body != nil {
		req.ContentLength = p.ContentLength
	}
	if p.Page != nil {
		req.Header.Set("x-roamcart-page", "given")
	}
	if p.Markdown {
		req.Header.Set("x-roamcart-form", "markdown")
	}
	for name, value := range map[string]string{
		"x-roamcart-internal": r.token, "x-roamcart-host": p.Host, "x-roamcart-proto": p.Proto, "x-forwarded-for": p.ForwardedFor,
		"x-request-id": p.RequestID, "x-roamcart-tenant": strconv.FormatInt(p.Tenant, 10), "cookie": p.Cookie, "content-type": p.ContentType, "user-agent": p.Device,
	} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	client := r.reads
	if p.Method != http.MethodGet {
		client = r.writes
	}
	began := time.Now()
	resp, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask the renderer: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, MaxAnswer+1))
	if err != nil {
		return nil, fmt.Errorf("read the renderer's answer: %w", err)
	}
	if len(answer) > MaxAnswer {
		return nil, ErrAnswerTooLarge
	}
	if !isComplete(resp.StatusCode, resp.Header.Get("Content-Type"), answer) {
		return nil, ErrIncomplete
	}
	// A renderer of an earlier release answers with a page.
	if p.Markdown && resp.StatusCode == http.StatusOK && !strings.HasPrefix(resp.Header.Get("Content-Type"), markdownType) {
		return nil, ErrNoMarkdown
	}
	if err := p.checkName(resp.StatusCode, resp.Header); err != nil {
		return nil, err
	}
	dropHopByHop(resp.Header)
	return &Answer{Status: resp.StatusCode, Header: resp.Header, Body: answer, Spans: []Span{{"render", time.Since(began)}}}, nil
}

// Close ends the idle connections.
func (r *Renderer) Close() {
	r.reads.CloseIdleConnections()
	r.writes.CloseIdleConnections()
}

// dropHopByHop removes what is about the connection (RFC 9110, section 7.6.1).
func dropHopByHop(h http.Header) {
	for _, line := range h.Values("Connection") {
		for name := range strings.SplitSeq(line, ",") {
			h.Del(strings.TrimSpace(name))
		}
	}
	for _, name := range []string{"Connection", "Content-Length", "Keep-Alive", "Proxy-Authenticate", "Proxy-Connection", "Te",
		"Trailer", "Transfer-Encoding", "Upgrade"} {
		h.Del(name)
	}
}
