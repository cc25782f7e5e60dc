package pages

import (
	"bytes"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/labstack/echo/v4"
)

// Question is a GET of a page that has the same answer for everybody who asks it. The fields are as they were sent.
type Question struct {
	HTTPS                       bool
	Host, Target                []byte
	AcceptEncoding, IfNoneMatch []byte
}

// Heads are the heads of the answers that a kept page was sent with, after all middlewares. It is safe for concurrent use;
// its zero value is empty.
type Heads struct{ full, same [2]atomic.Pointer[[]byte] }

// For returns the head that answers a question about the page with the entity tag, and whether the body follows. The
// head lacks the date, the request id and its end. It is nil when no such answer was given yet.
func (h *Heads) For(q *Question, tag string) (head []byte, coding string) {
	for i, coding := range codings {
		if !accepts(string(q.AcceptEncoding), coding) {
			continue
		}
		if len(q.IfNoneMatch) > 0 && matches(string(q.IfNoneMatch), tagFor(tag, coding)) {
			return load(&h.same[i]), ""
		}
		return load(&h.full[i]), coding
	}
	return nil, ""
}

func load(p *atomic.Pointer[[]byte]) []byte {
	if head := p.Load(); head != nil {
		return *head
	}
	return nil
}

// note remembers the head of an answer that is about to be sent.
func (h *Heads) note(status int, coding string, header http.Header) {
	for i, c := range codings {
		if c != coding {
			continue
		}
		slot := &h.full[i]
		if status == http.StatusNotModified {
			slot = &h.same[i]
		}
		if slot.Load() != nil {
			return
		}
		b := bytes.NewBufferString("HTTP/1.1 " + strconv.Itoa(status) + " " + http.StatusText(status) + "\r\n")
		_ = header.WriteSubset(b, map[string]bool{echo.HeaderXRequestID: true, "Date": true}) // a buffer takes everything
		head := b.Bytes()
		slot.Store(&head)
	}
}
