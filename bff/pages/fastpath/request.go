package fastpath

import (
	"bytes"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/web"
)

// verdict is what is to be done about the bytes of a connection.
type verdict int

const (
	incomplete  verdict = iota // the header is not there as a whole
	unsupported                // not for the fast path
	complete                   // a request for the fast path
)

var (
	get       = []byte("GET ")
	version   = []byte(" HTTP/1.1")
	lineEnd   = []byte("\r\n")
	headerEnd = []byte("\r\n\r\n")
)

// notForFastPath are headers that say, or may say, that the answer is another than everybody's.
var notForFastPath = map[string]bool{
	"authorization": true, "content-length": true, "expect": true, "http2-settings": true, "if-match": true, "if-modified-since": true,
	"if-range": true, "if-unmodified-since": true, "range": true, "te": true, "trailer": true, "transfer-encoding": true, "upgrade": true,
	"x-request-id": true,
}

// read finds the request that buf begins with, and how many bytes it takes. The request's fields are parts of buf.
// trusted says that the peer is a proxy whose X-Forwarded-Proto counts.
func read(buf []byte, trusted bool) (q web.RawRequest, length int, v verdict) {
	end := bytes.Index(buf, headerEnd)
	if end < 0 {
		if len(buf) >= len(get) && !bytes.HasPrefix(buf, get) {
			return q, 0, unsupported
		}
		return q, 0, incomplete
	}
	line, rest := cutLine(buf[:end+len(lineEnd)])
	target, ok := bytes.CutPrefix(line, get)
	if !ok {
		return q, 0, unsupported
	}
	if q.Target, ok = bytes.CutSuffix(target, version); !ok || !isTarget(q.Target) {
		return q, 0, unsupported
	}
	h := headers{trusted: trusted, q: q}
	for len(rest) > 0 {
		line, rest = cutLine(rest)
		if !h.add(line) {
			return q, 0, unsupported
		}
	}
	if !h.isShared() {
		return q, 0, unsupported
	}
	return h.q, end + len(headerEnd), complete
}

func cutLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, lineEnd)
	return line, rest
}

// isTarget reports whether a target is a path that the shop would write itself: the cache's keys are such paths.
func isTarget(t []byte) bool {
	if len(t) == 0 || t[0] != '/' {
		return false
	}
	for _, c := range t {
		if c <= ' ' || c >= 0x7f || c == '#' || c == '\\' {
			return false
		}
	}
	return true
}

// headers reads the header of a request.
type headers struct {
	q       web.RawRequest
	trusted bool
	cookie  []byte
	referer []byte
	seen    struct{ host, cookie, encoding, match, proto, referer bool }
}

// add reads a line; false means that it is not for the fast path.
func (h *headers) add(line []byte) bool {
	name, value, ok := bytes.Cut(line, []byte(":"))
	if !ok || !isToken(name) {
		return false
	}
	value = bytes.Trim(value, " \t")
	if !isText(value) {
		return false
	}
	var lower [32]byte
	if len(name) > len(lower) {
		return true // none of those that count is so long
	}
	key := lower[:len(name)]
	for i, c := range name {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		key[i] = c
	}
	return h.field(key, value)
}

func (h *headers) field(key, value []byte) bool {
	switch string(key) {
	case "host":
		h.q.Host = value
		return once(&h.seen.host) && len(value) > 0
	case "accept-encoding":
		h.q.AcceptEncoding = value
		return once(&h.seen.encoding)
	case "if-none-match":
		h.q.IfNoneMatch = value
		return once(&h.seen.match)
	case "cookie":
		h.cookie = value
		return once(&h.seen.cookie)
	case "referer":
		h.referer = value
		return once(&h.seen.referer)
	case "x-forwarded-proto":
		h.q.HTTPS = h.trusted && string(value) == "https"
		return once(&h.seen.proto)
	case "connection":
		return bytes.EqualFold(value, []byte("keep-alive"))
	}
	return !notForFastPath[string(key)] && !bytes.HasPrefix(key, []byte("x-roamcart"))
}

func once(seen *bool) bool {
	first := !*seen
	*seen = true
	return first
}

// isShared reports whether everybody gets the same answer: the page remembers no language for this visitor.
func (h *headers) isShared() bool {
	if !h.seen.host {
		return false
	}
	locale := pageLocale(h.q.Target)
	if locale == nil {
		return false
	}
	if h.seen.cookie {
		return cookieLocale(h.cookie, locale)
	}
	// From a page of the shop: the language is remembered now.
	_, from, _ := bytes.Cut(h.referer, []byte("://"))
	return !bytes.HasPrefix(from, h.q.Host)
}

// pageLocale returns the first segment of a path that has at least two.
func pageLocale(path []byte) []byte {
	rest, ok := bytes.CutPrefix(path, []byte("/"))
	if !ok {
		return nil
	}
	locale, _, ok := bytes.Cut(rest, []byte("/"))
	if !ok || !pages.IsLocale(string(locale)) {
		return nil
	}
	return locale
}

// cookieLocale reports whether the cookies remember the language, and that once.
func cookieLocale(cookies, locale []byte) bool {
	found := 0
	for len(cookies) > 0 {
		var one []byte
		one, cookies, _ = bytes.Cut(cookies, []byte(";"))
		name, value, _ := bytes.Cut(bytes.Trim(one, " \t"), []byte("="))
		if string(name) == pages.LocaleCookie {
			if found++; !bytes.Equal(value, locale) {
				return false
			}
		}
	}
	return found == 1
}

// isToken reports whether a header's name is one (RFC 9110, section 5.6.2).
func isToken(name []byte) bool {
	for _, c := range name {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_':
		default:
			return false // others are legal, and nobody sends them
		}
	}
	return len(name) > 0
}

func isText(value []byte) bool {
	for _, c := range value {
		if c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
