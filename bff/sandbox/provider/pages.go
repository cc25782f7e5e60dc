package provider

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/qr"
)

//go:embed web
var web embed.FS

var (
	pageTemplates = template.Must(template.ParseFS(web, "web/*.html"))
	pageTexts     = map[string]map[string]string{"en": texts("en"), "zh": texts("zh")}
	script        = bundle("text.js", "api.js", "field.js", "element.js", "elements.js", "action.js", "stripe.js")
	languages     = language.NewMatcher([]language.Tag{language.English, language.Chinese})
	// started stands for the age of the embedded files.
	started = clock.System{}.Now()
)

// routePages mounts what people see and the script.
func (p *Provider) routePages() {
	p.mux.HandleFunc("GET /sandbox/stripe.js", static("text/javascript; charset=utf-8", "stripe.js", script))
	css, err := web.ReadFile("web/style.css")
	if err != nil {
		panic("provider: " + err.Error())
	}
	p.mux.HandleFunc("GET /sandbox/style.css", static("text/css; charset=utf-8", "style.css", css))
	p.routeScan()
	p.routeCheckout()
}

func static(kind, name string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, name, started, bytes.NewReader(body))
	}
}

func texts(lang string) map[string]string {
	raw, err := web.ReadFile("web/" + lang + ".json")
	var m map[string]string
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		panic("provider: texts: " + err.Error())
	}
	return m
}

// bundle joins the script's parts into one classic script; they see each other's functions and nothing else does.
func bundle(parts ...string) []byte {
	var b bytes.Buffer
	b.WriteString("(function () {\n'use strict';\n")
	raw, err := json.Marshal(map[string]any{"en": texts("en"), "zh": texts("zh")})
	for _, part := range parts {
		var src []byte
		if err == nil {
			src, err = web.ReadFile("web/js/" + part)
		}
		if part == "text.js" {
			src = bytes.Replace(src, []byte("TEXTS = {}"), append([]byte("TEXTS = "), raw...), 1)
		}
		b.Write(src)
	}
	if err != nil {
		panic("provider: script: " + err.Error())
	}
	b.WriteString("})();\n")
	return b.Bytes()
}

// page is what every template gets.
type page struct {
	Lang     string
	Merchant string
	Title    string
	Text     map[string]string
	Data     any
}

// pageLang returns en or zh: what the locale says, or what the browser prefers.
func pageLang(r *http.Request, locale string) string {
	switch {
	case strings.HasPrefix(locale, "zh"):
		return "zh"
	case locale != "" && locale != "auto":
		return "en"
	}
	_, i := language.MatchStrings(languages, r.Header.Get("Accept-Language"))
	return []string{"en", "zh"}[i]
}

// show writes a page. The policy allows no script at all.
func (p *Provider) show(w http.ResponseWriter, r *http.Request, status int, name, lang string, data any) {
	text := pageTexts[lang]
	var b bytes.Buffer
	err := pageTemplates.ExecuteTemplate(&b, name, page{
		Lang: map[string]string{"en": "en", "zh": "zh-CN"}[lang], Merchant: p.o.Merchant, Title: text["title"], Text: text, Data: data,
	})
	if err != nil {
		p.pageFailed(w, r, fmt.Errorf("page %s: %w", name, err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Vary", "Accept-Language")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// pageFailed shows the page of a missing object, or that something broke.
func (p *Provider) pageFailed(w http.ResponseWriter, r *http.Request, err error) {
	lang := pageLang(r, "")
	if f, ok := errors.AsType[*failure](err); ok && f.status == http.StatusNotFound {
		p.show(w, r, http.StatusNotFound, "result.html", lang, result{Heading: "missing_title", Message: "missing_text"})
		return
	}
	p.o.Logger.ErrorContext(r.Context(), "sandbox provider", "error", err, "path", r.URL.Path)
	http.Error(w, pageTexts[lang]["broken"], http.StatusInternalServerError)
}

// result is a page that says how something ended. Heading and Message are keys of the texts.
type result struct {
	Heading, Message string
	Amount           string
	Back             string
	Good             bool
}

// formOf parses a small posted form.
func formOf(w http.ResponseWriter, r *http.Request) (params, error) {
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	if err := r.ParseForm(); err != nil {
		return params{}, fmt.Errorf("read form: %w", err)
	}
	return params{r.PostForm}, nil
}

// qrDataURL returns a PNG of the code as a data URL.
func qrDataURL(text string) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(must(qr.PNG(text)))
}

// qrSVG returns the code as an SVG image.
func qrSVG(text string) []byte { return []byte(must(qr.SVG(text))) }

// must returns a code. Only a text of thousands of characters does not fit.
func must[Code any](code Code, err error) Code {
	if err != nil {
		panic("provider: " + err.Error())
	}
	return code
}
