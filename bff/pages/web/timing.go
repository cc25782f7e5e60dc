package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// timingHeader reports to a browser how its request was handled (W3C Server Timing).
const timingHeader = "Server-Timing"

// Span is a part of making an answer.
type Span struct {
	// Name is a token: letters, digits, hyphens.
	Name string
	Took time.Duration
}

// setTimingHeaders says where an answer was found and how long its parts took, the renderer's own parts at the end.
func setTimingHeaders(h http.Header, a *Answer) {
	var parts []string
	if a.From != "" {
		h.Set("X-Cache", a.From)
		parts = append(parts, "cache;desc="+a.From)
	}
	for _, s := range a.Spans {
		parts = append(parts, s.Name+";dur="+strconv.FormatFloat(float64(s.Took)/float64(time.Millisecond), 'f', 1, 64))
	}
	if own := a.Header.Get(timingHeader); own != "" {
		parts = append(parts, own)
	}
	if len(parts) > 0 {
		h.Set(timingHeader, strings.Join(parts, ", "))
	}
}
