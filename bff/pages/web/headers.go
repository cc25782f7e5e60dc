package web

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/labstack/echo/v4"
)

// RawRequest is a GET of a page that has the same answer for everybody who asks it. The fields are as they were sent.
type RawRequest struct {
	HTTPS                       bool
	Host, Target                []byte
	AcceptEncoding, IfNoneMatch []byte
}

// Headers are the header blocks of the answers that a kept page was sent with, after all middlewares. It is safe for concurrent use;
// its zero value is empty.
type Headers struct {
	// full go before the body; compressed and recompressed say "not modified" to those who have that form of it.
	full, compressed, recompressed perCoding
}

// perCoding has a header block for each of codings.
type perCoding [2]atomic.Pointer[[]byte]

// For returns the stored header block for q, or nil when none is stored, and the coding of the body to send after it ("" for a 304).
// recompressed is Answer.Recompressed. The block has no date, no request id and no final blank line.
func (h *Headers) For(q *RawRequest, tag string, recompressed bool) (block []byte, coding string) {
	for i, coding := range codings {
		if !accepts(string(q.AcceptEncoding), coding) {
			continue
		}
		if len(q.IfNoneMatch) > 0 {
			own, other := formTags(tag, coding, recompressed)
			if has := held(string(q.IfNoneMatch), own, other); has != "" {
				return load(&h.notModified(has)[i]), ""
			}
		}
		return load(&h.full[i]), coding
	}
	return nil, ""
}

func (h *Headers) notModified(tag string) *perCoding {
	if isRecompressed(tag) {
		return &h.recompressed
	}
	return &h.compressed
}

// Recompressed fills h, which is new, with the headers of a page whose brotli form has been compressed again since: as before, but
// for the length of that form and its tag. So what was answered on the connection before still is.
func (h *Headers) Recompressed(before *Headers, tag string, length int) {
	own, _ := formTags(tag, "br", true)
	for i, coding := range codings {
		h.compressed[i].Store(before.compressed[i].Load())
		h.recompressed[i].Store(before.recompressed[i].Load())
		block := before.full[i].Load()
		if coding == "br" && block != nil {
			renewed := withLine(withLine(*block, echo.HeaderContentLength, strconv.Itoa(length)), "Etag", own)
			block = &renewed
		}
		h.full[i].Store(block)
	}
}

// withLine returns a copy of a header block with another value in a line that it has.
func withLine(block []byte, name, value string) []byte {
	before, rest, _ := bytes.Cut(block, []byte("\r\n"+name+": "))
	_, after, _ := bytes.Cut(rest, []byte("\r\n"))
	return slices.Concat(before, []byte("\r\n"+name+": "+value+"\r\n"), after)
}

func load(p *atomic.Pointer[[]byte]) []byte {
	if block := p.Load(); block != nil {
		return *block
	}
	return nil
}

// repeatable are the headers that say the same to everybody who asks for a page in the same way. A response with any other
// header, which may be meant for one visitor, is never repeated.
var repeatable = map[string]bool{
	echo.HeaderCacheControl: true, echo.HeaderContentEncoding: true, "Content-Language": true, echo.HeaderContentLength: true,
	echo.HeaderContentSecurityPolicy: true, echo.HeaderContentType: true, documentPolicy: true, "Etag": true, "Permissions-Policy": true,
	echo.HeaderReferrerPolicy: true, timingHeader: true, echo.HeaderStrictTransportSecurity: true, echo.HeaderVary: true,
	echo.HeaderXContentTypeOptions: true, "X-Cache": true, "X-Robots-Tag": true,
}

// renewed are the headers that every response gets anew.
var renewed = map[string]bool{echo.HeaderXRequestID: true, "Date": true}

// isRepeatable reports whether everybody may be sent these headers.
func isRepeatable(header http.Header) bool {
	for name, values := range header {
		if !repeatable[name] && !renewed[name] {
			return false
		}
		// One visitor's response may differ from another's in nothing but the coding.
		if name == echo.HeaderVary && slices.ContainsFunc(values, func(v string) bool { return v != echo.HeaderAcceptEncoding }) {
			return false
		}
	}
	return true
}

// note stores the header block of an answer that is about to be sent, if it may be repeated to others.
func (h *Headers) note(status int, coding string, header http.Header) {
	if !isRepeatable(header) {
		return
	}
	for i, c := range codings {
		if c != coding {
			continue
		}
		slot := &h.full[i]
		if status == http.StatusNotModified {
			slot = &h.notModified(header.Get("ETag"))[i]
		}
		if slot.Load() != nil {
			return
		}
		b := bytes.NewBufferString("HTTP/1.1 " + strconv.Itoa(status) + " " + http.StatusText(status) + "\r\n")
		_ = header.WriteSubset(b, renewed) // a buffer takes everything
		block := b.Bytes()
		slot.Store(&block)
	}
}
