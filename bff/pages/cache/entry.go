package cache

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
	"unique"

	"github.com/andybalholm/brotli"

	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
)

const (
	// Levels of compression: paid once per change of a page, by one who waits for it. What is asked for often is compressed
	// once more later.
	brotliLevel = 6
	gzipLevel   = 6
	// brotliWindow (256 KiB) is as long as pages are: a longer one finds nothing more in them, and the encoder sets twice of it
	// aside, 8 MB with the window that it takes by itself.
	brotliWindow = 18
)

// entry is a page as it is kept. It is read-only but for what memory keeps about it.
type entry struct {
	Status int
	Header http.Header
	ETag   string
	// Brotli is the compressed form.
	Brotli []byte
	// Recompressed says that the brotli form is as small as it gets (recompress.go).
	Recompressed bool
	// Body is there only when it is too short to be compressed.
	Body []byte
	Tags []string
	Mark changes.Mark
	Born time.Time

	headers web.Headers
	repeats Repeats
	// gzip is shared with the versions of the page that say the same; nil where there is no compressed form.
	gzip *gzipForm
	// home and key are where memory keeps it; home is nil before it does.
	home *memory
	key  string
}

// kept are the headers of the renderer that belong to the page and not to the moment of its rendering.
var kept = []string{"Content-Language", "Content-Type", "Link", web.StyleHeader, "Vary", "X-Robots-Tag"}

// newEntry compresses an answer. What was kept before, where there was anything, is not packed again if it says the same.
func newEntry(a *web.Answer, now time.Time, before ...*entry) (*entry, error) {
	tags, mark := web.Provenance(a.Header)
	e := &entry{Status: a.Status, Header: http.Header{}, ETag: web.StrongTag(a.Body), Tags: canonical(tags), Mark: mark, Born: now}
	for _, name := range kept {
		if v := a.Header.Values(name); len(v) > 0 {
			e.Header[http.CanonicalHeaderKey(name)] = canonical(v)
		}
	}
	if !web.Compressible(a.Header.Get("Content-Type"), len(a.Body)) {
		e.Body = a.Body
		return e, nil
	}
	for _, b := range before {
		if b != nil && b.ETag == e.ETag && b.Brotli != nil && (e.Brotli == nil || b.Recompressed) {
			e.Brotli, e.Recompressed, e.gzip = b.Brotli, b.Recompressed, b.gzip
		}
	}
	if e.Brotli != nil {
		return e, nil
	}
	var err error
	if e.Brotli, err = compress(&brotlis, a.Body); err != nil {
		return nil, fmt.Errorf("compress page: %w", err)
	}
	e.gzip = &gzipForm{}
	return e, nil
}

// canonical returns the strings as all pages share them. As the renderer's answer has them, each keeps all its headers in memory.
func canonical(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = unique.Make(s).Value()
	}
	return out
}

// compressor is what both codings' writers can do.
type compressor interface {
	io.WriteCloser
	Reset(io.Writer)
}

// Writers are used again: a new one takes megabytes.
var (
	brotlis = sync.Pool{New: func() any { return newBrotli(io.Discard, brotliLevel) }}
	gzips   = sync.Pool{New: func() any {
		w, _ := gzip.NewWriterLevel(io.Discard, gzipLevel) // the level is a valid one
		return w
	}}
)

func newBrotli(to io.Writer, level int) *brotli.Writer {
	return brotli.NewWriterOptions(to, brotli.WriterOptions{Quality: level, LGWin: brotliWindow})
}

func compress(pool *sync.Pool, body []byte) ([]byte, error) {
	var out bytes.Buffer
	w := pool.Get().(compressor)
	defer pool.Put(w)
	w.Reset(&out)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return bytes.Clone(out.Bytes()), nil
}

// answer returns the page as the page handler sends it; from says where it was found.
func (e *entry) answer(from string) *web.Answer {
	a := &web.Answer{Status: e.Status, Header: e.Header, Body: e.Body, ETag: e.ETag, Recompressed: e.Recompressed, From: from}
	if e.Brotli != nil {
		a.Encoded = e
	}
	if from == Hit {
		a.Headers = &e.headers
	}
	return a
}

// recompressed returns the page with another brotli form. Those who ask on the connection are still answered there.
func (e *entry) recompressed(brotli []byte) *entry {
	out := &entry{
		Status: e.Status, Header: e.Header, ETag: e.ETag, Brotli: brotli, Recompressed: true, Tags: e.Tags, Mark: e.Mark, Born: e.Born,
		repeats: e.repeats, gzip: e.gzip,
	}
	out.headers.Recompressed(&e.headers, e.ETag, len(brotli))
	return out
}

// sameRender reports whether both were made at once.
func (e *entry) sameRender(other *entry) bool {
	return e.ETag == other.ETag && e.Mark == other.Mark && e.Born.Equal(other.Born)
}

// size is what the page takes, in bytes, near enough.
func (e *entry) size() int {
	n := 512 + len(e.Body) + len(e.Brotli) + len(e.gzip.made())
	for _, t := range e.Tags {
		n += len(t) + 64
	}
	return n
}

func (e *entry) marshal() ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(e); err != nil {
		return nil, fmt.Errorf("pack page: %w", err)
	}
	return b.Bytes(), nil
}

func unmarshal(raw []byte) (*entry, error) {
	var e entry
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&e); err != nil {
		return nil, fmt.Errorf("unpack page: %w", err)
	}
	if e.Brotli != nil {
		e.gzip = &gzipForm{}
	}
	return &e, nil
}

// keepable reports whether an answer may be given to others. One that does not say what it was made from would never
// expire, and one that does not say which page it is could be another.
func keepable(a *web.Answer) bool {
	_, mark := web.Provenance(a.Header)
	return a.Status == http.StatusOK && mark.Known() && web.HasPageName(a.Header) && a.Header.Get("Set-Cookie") == "" &&
		!strings.Contains(a.Header.Get("Cache-Control"), "no-store") && !strings.Contains(a.Header.Get("Cache-Control"), "private")
}
