package outbox

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Path is where the outbox is read.
const Path = "/sandbox/outbox"

const (
	defaultLimit = 50
	maxLimit     = 500

	// The frame may show a mail's own styles and inlined pictures, and nothing else.
	framePolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"
	pagePolicy  = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

//go:embed pages/*.tmpl
var pageFiles embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"clock": func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") },
}).ParseFS(pageFiles, "pages/*.tmpl"))

// Handler serves /sandbox/outbox (a page; ?to= and ?channel= filter), /sandbox/outbox.json (the same as data),
// /sandbox/outbox/{id} (one message), /sandbox/outbox/{id}/html (its HTML body, for the frame) and
// /sandbox/outbox/{id}/attachments/{n} (a file, n from 0).
func (o *Outbox) Handler(log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, h func(w http.ResponseWriter, r *http.Request) error) {
		mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("X-Robots-Tag", "noindex")
			w.Header().Set("Referrer-Policy", "no-referrer")
			switch err := h(w, r); {
			case errors.Is(err, ErrNotFound):
				http.Error(w, "There is no such message.", http.StatusNotFound)
			case err != nil:
				log.ErrorContext(r.Context(), "sandbox outbox", "error", err)
				http.Error(w, "The outbox cannot be read.", http.StatusInternalServerError)
			}
		})
	}
	handle(Path, o.list)
	handle(Path+".json", o.listJSON)
	handle(Path+"/{id}", o.message)
	handle(Path+"/{id}/html", o.body)
	handle(Path+"/{id}/attachments/{n}", o.attachment)
	return mux
}

func (o *Outbox) list(w http.ResponseWriter, r *http.Request) error {
	f := filter(r)
	entries, err := o.List(r.Context(), f)
	if err != nil {
		return err
	}
	return page(w, "list.html.tmpl", map[string]any{"Filter": f, "Entries": entries})
}

func (o *Outbox) listJSON(w http.ResponseWriter, r *http.Request) error {
	entries, err := o.List(r.Context(), filter(r))
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string]any{"items": entries})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(body)
	return nil
}

func (o *Outbox) message(w http.ResponseWriter, r *http.Request) error {
	e, err := o.byID(r)
	if err != nil {
		return err
	}
	return page(w, "message.html.tmpl", e)
}

func (o *Outbox) body(w http.ResponseWriter, r *http.Request) error {
	e, err := o.byID(r)
	if err != nil {
		return err
	}
	if e.HTML == "" {
		return ErrNotFound
	}
	html := e.HTML
	for _, f := range e.Attachments {
		if f.ContentID != "" {
			html = strings.ReplaceAll(html, `"cid:`+f.ContentID+`"`, `"data:`+f.Type+";base64,"+base64.StdEncoding.EncodeToString(f.Data)+`"`)
		}
	}
	// Links of the mail open beside the frame instead of inside it.
	html = strings.Replace(html, "<head>", `<head><base target="_blank">`, 1)
	w.Header().Set("Content-Security-Policy", framePolicy)
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(html))
	return nil
}

func (o *Outbox) attachment(w http.ResponseWriter, r *http.Request) error {
	e, err := o.byID(r)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 0 || n >= len(e.Attachments) {
		return ErrNotFound
	}
	f := e.Attachments[n]
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'")
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": f.Name}))
	_, _ = w.Write(f.Data)
	return nil
}

func (o *Outbox) byID(r *http.Request) (Entry, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return Entry{}, ErrNotFound
	}
	return o.Get(r.Context(), id)
}

func filter(r *http.Request) Filter {
	q := r.URL.Query()
	f := Filter{To: strings.TrimSpace(q.Get("to")), Channel: q.Get("channel"), Limit: defaultLimit}
	if n, err := strconv.Atoi(q.Get("limit")); err == nil && n > 0 {
		f.Limit = min(n, maxLimit)
	}
	return f
}

func page(w http.ResponseWriter, name string, data any) error {
	var buf bytes.Buffer
	if err := pages.ExecuteTemplate(&buf, name, data); err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", pagePolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(buf.Bytes())
	return nil
}
