package app

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/language"

	"github.com/roamcart/roamcart/shared"
)

const (
	// sandboxPath is what the sandbox answers, outboxPath where it shows the mails.
	sandboxPath = "/sandbox/"
	outboxPath  = sandboxPath + "outbox"
)

// ownHeaders is the key under which a request's context has the headers that the shop has set for the response.
type ownHeaders struct{}

// mountSandbox passes everything below /sandbox/ on to what stands in for the outside world, under the host and the scheme of the
// browser. Where nothing does, as in production, the addresses are nobody's.
func (r *modules) mountSandbox(e *echo.Echo, who callers) error {
	if r.cfg.Sandbox.URL == "" {
		return nil
	}
	to, err := url.Parse(r.cfg.Sandbox.URL)
	if err != nil {
		return fmt.Errorf("SANDBOX_URL: %w", err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy, transport.ResponseHeaderTimeout = nil, r.cfg.Server.Call
	proxy := &httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(to)
			p.SetXForwarded()
			p.Out.Host = p.In.Host
			p.Out.Header.Set("X-Forwarded-Proto", who.proto(p.In))
			p.Out.Header.Del("Cookie") // the shop's logins are none of its business
		},
		ModifyResponse: func(res *http.Response) error {
			own, _ := res.Request.Context().Value(ownHeaders{}).(http.Header)
			for name := range res.Header { // what the sandbox says of its pages counts
				own.Del(name)
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, req *http.Request, err error) {
			if req.Context().Err() != nil {
				return // who asked has gone
			}
			r.log.WarnContext(req.Context(), "the sandbox does not answer", "path", req.URL.Path, "error", err)
			sandboxUnavailable(w, req)
		},
	}
	e.Any(sandboxPath+"*", func(c echo.Context) error {
		w, req := c.Response(), c.Request()
		proxy.ServeHTTP(w, req.WithContext(context.WithValue(req.Context(), ownHeaders{}, w.Header())))
		return nil
	})
	return nil
}

var sandboxLanguages = language.NewMatcher([]language.Tag{language.English, language.Chinese})

// sandboxUnavailable says in the browser's language that nobody answers.
func sandboxUnavailable(w http.ResponseWriter, req *http.Request) {
	_, i := language.MatchStrings(sandboxLanguages, req.Header.Get("Accept-Language"))
	locale := []string{"en", "zh"}[i]
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Language", map[string]string{"en": "en", "zh": "zh-Hans"}[locale])
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusBadGateway)
	_, _ = fmt.Fprintln(w, shared.Text(locale, "errors", "sandbox_unavailable", nil))
}
