package guard

import (
	"cmp"
	"encoding/json"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// ReportPath is where browsers report violations of the content security policy.
const ReportPath = "/csp-report"

const (
	// maxReport is how many bytes a report may have; those of browsers have one or two thousand.
	maxReport = 16 << 10
	// maxKinds bounds what is remembered of reports, and so how many lines of the log strangers can write.
	maxKinds = 200
)

// Reports counts the violations that browsers report, and logs each kind of it once. It is safe for concurrent use.
type Reports struct {
	log    *slog.Logger
	counts map[string]*atomic.Int64

	mu    sync.Mutex
	known map[reported]bool
}

// reported is what is kept of a report. It names no address of a page, no person and nothing that a page holds.
type reported struct{ directive, blocked, page string }

// NewReports returns a collector that logs to log.
func NewReports(log *slog.Logger) *Reports {
	r := &Reports{log: log, counts: map[string]*atomic.Int64{other: {}}, known: map[reported]bool{}}
	for _, d := range pagePolicy {
		r.counts[d.name] = &atomic.Int64{}
	}
	return r
}

// Directives are what reports are counted by: the policy's directives, and "other".
func (r *Reports) Directives() []string {
	out := []string{other}
	for _, d := range pagePolicy {
		out = append(out, d.name)
	}
	return out
}

// Count returns how many reports there were about a directive.
func (r *Reports) Count(directive string) int64 { return r.counts[directive].Load() }

// Receive takes a report in either form that browsers send. Faults: unsupported_media_type, body_too_large, bad_request.
func (r *Reports) Receive(c echo.Context) error {
	kind, _, err := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if err != nil || kind != "application/csp-report" && kind != "application/reports+json" {
		return fault.New("unsupported_media_type")
	}
	body, err := io.ReadAll(io.LimitReader(c.Request().Body, maxReport+1))
	if err != nil {
		return fault.New("bad_request")
	}
	if len(body) > maxReport {
		return errBodyTooLarge
	}
	list, ok := readReports(kind, body)
	if !ok {
		return fault.New("bad_request")
	}
	for _, one := range list {
		r.note(one)
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return c.NoContent(http.StatusNoContent)
}

// note counts a report and logs it when nobody has sent its like.
func (r *Reports) note(one reported) {
	r.counts[one.directive].Add(1)
	r.mu.Lock()
	fresh := !r.known[one] && len(r.known) < maxKinds
	if fresh {
		r.known[one] = true
	}
	r.mu.Unlock()
	if fresh {
		r.log.Warn("content security policy violation reported", "directive", one.directive, "blocked", one.blocked, "page", one.page)
	}
}

// maxAtOnce is how many reports of one request are read.
const maxAtOnce = 20

// readReports reads a body of one of the two types.
func readReports(kind string, body []byte) ([]reported, bool) {
	if kind == "application/csp-report" {
		var one struct {
			Report *struct {
				Document  string `json:"document-uri"`
				Directive string `json:"effective-directive"`
				Violated  string `json:"violated-directive"`
				Blocked   string `json:"blocked-uri"`
			} `json:"csp-report"`
		}
		if json.Unmarshal(body, &one) != nil || one.Report == nil {
			return nil, false
		}
		violated := cmp.Or(one.Report.Directive, one.Report.Violated)
		return []reported{report(violated, one.Report.Blocked, one.Report.Document)}, true
	}
	var list []struct {
		Type string `json:"type"`
		Body struct {
			Document  string `json:"documentURL"`
			Directive string `json:"effectiveDirective"`
			Blocked   string `json:"blockedURL"`
		} `json:"body"`
	}
	if json.Unmarshal(body, &list) != nil {
		return nil, false
	}
	var out []reported
	for _, one := range list {
		if one.Type == "csp-violation" && len(out) < maxAtOnce {
			out = append(out, report(one.Body.Directive, one.Body.Blocked, one.Body.Document))
		}
	}
	return out, true
}

// blockedWords are what browsers call a blocked thing that has no address.
var blockedWords = []string{"inline", "eval", "wasm-eval", "data", "blob", "self", "filesystem", "trusted-types-policy"}

var hostName = regexp.MustCompile(`^[a-z0-9.-]{1,100}(:[0-9]{1,5})?$`)

// report keeps of a report what cannot name anybody: the directive, the host of what was blocked, the kind of page.
func report(violated, blocked, document string) reported {
	out := reported{directive: other, blocked: other, page: other}
	name, _, _ := strings.Cut(strings.TrimSpace(violated), " ")
	// Browsers distinguish elements and attributes.
	name = strings.TrimSuffix(strings.TrimSuffix(name, "-elem"), "-attr")
	if slices.ContainsFunc(pagePolicy, func(d directive) bool { return d.name == name }) {
		out.directive = name
	}
	if slices.Contains(blockedWords, blocked) {
		out.blocked = blocked
	} else if u, err := url.Parse(blocked); err == nil && hostName.MatchString(strings.ToLower(u.Host)) {
		out.blocked = strings.ToLower(u.Host)
	}
	if u, err := url.Parse(document); err == nil {
		if page := pageName(u.Path); pageWord.MatchString(page) {
			out.page = page
		}
	}
	return out
}

// pageWord is the first part of a page's path, such as "payment"; none of them names anybody.
var pageWord = regexp.MustCompile(`^[a-z-]{1,30}$`)
