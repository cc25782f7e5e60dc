package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"strconv"
	"strings"
	"sync"
)

const (
	// gzipFrom is the length from which compressing is worth it.
	gzipFrom  = 1024
	gzipLevel = 5
)

// accepts reports whether an Accept-Encoding header allows a content coding.
func accepts(header, coding string) bool {
	wildcard := false
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name != coding && name != "*" {
			continue
		}
		allowed := true
		if q, ok := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(params, " ", "")), "q="); ok {
			weight, err := strconv.ParseFloat(q, 64)
			allowed = err == nil && weight > 0
		}
		if name == coding {
			return allowed
		}
		wildcard = allowed
	}
	return wildcard
}

// compressible reports whether a content type is text.
func compressible(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	switch kind = strings.ToLower(strings.TrimSpace(kind)); kind {
	case "application/json", "application/javascript", "application/xml", "application/manifest+json", "image/svg+xml":
		return true
	}
	return strings.HasPrefix(kind, "text/")
}

var gzips = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(io.Discard, gzipLevel) // the level is a valid one
	return w
}}

func gzipped(body []byte) []byte {
	var out bytes.Buffer
	w := gzips.Get().(*gzip.Writer)
	defer gzips.Put(w)
	w.Reset(&out)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

// Compressible reports whether a body of a type and length is worth compressing.
func Compressible(contentType string, length int) bool {
	return length >= gzipFrom && compressible(contentType)
}

// StrongTag returns the entity tag of a body, with its quotes.
func StrongTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// tagFor returns the entity tag of an encoded form: each form has its own, or they would not be strong.
func tagFor(tag, coding string) string {
	if coding == "" {
		return tag
	}
	return strings.TrimSuffix(tag, `"`) + "-" + coding + `"`
}

// recompressedSuffix ends the coding in the entity tag of a recompressed form.
const recompressedSuffix = "-t"

// formTags returns the entity tag of an encoded form, and that of the other form of the same content (see Answer.Recompressed),
// or "" when there is no other.
func formTags(tag, coding string, recompressed bool) (own, other string) {
	own = tagFor(tag, coding)
	if coding != "br" {
		return own, ""
	}
	if other = tagFor(tag, coding+recompressedSuffix); recompressed {
		own, other = other, own
	}
	return own, other
}

// isRecompressed reports whether the tag of a brotli form is that of one that was compressed again.
func isRecompressed(tag string) bool { return strings.HasSuffix(tag, recompressedSuffix+`"`) }

// held returns the tag of the form that a browser has and that is still good, or "": its own or, of the same content, the
// other. The browser is answered with the tag of the bytes that it has.
func held(ifNoneMatch, own, other string) string {
	switch {
	case ifNoneMatch == "":
		return ""
	case matches(ifNoneMatch, own):
		return own
	case other != "" && matches(ifNoneMatch, other):
		return other
	}
	return ""
}

// matches reports whether an If-None-Match header names the tag; this comparison is weak (RFC 9110, section 13.1.2).
func matches(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
		if one == "*" || one == tag {
			return true
		}
	}
	return false
}
