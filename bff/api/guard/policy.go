package guard

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// policy is a content security policy as data.
type policy []directive

type directive struct {
	name    string
	sources []string
}

// pagePolicy has no nonce: no page has inline script, and an inline style sheet is named by AllowStyle, which says the
// same to every visitor, so that a cached page needs no new header. Browsers that know report-to understand report-uri as well,
// which needs no further header on each page.
var pagePolicy = policy{
	{"default-src", []string{"'none'"}},
	{"script-src", []string{"'self'"}},
	{"style-src", []string{"'self'"}},
	{"img-src", []string{"'self'", "data:"}},
	{"connect-src", []string{"'self'"}},
	{"frame-src", []string{"'none'"}},
	{"font-src", []string{"'self'"}},
	{"manifest-src", []string{"'self'"}},
	{"worker-src", []string{"'self'"}},
	{"form-action", []string{"'self'"}},
	{"base-uri", []string{"'none'"}},
	{"object-src", []string{"'none'"}},
	{"frame-ancestors", []string{"'none'"}},
	{"report-uri", []string{ReportPath}},
}

// stripePolicy is what Stripe documents for its script and its hosted page.
var stripePolicy = policy{
	{"script-src", []string{"https://js.stripe.com", "https://*.js.stripe.com"}},
	{"connect-src", []string{"https://api.stripe.com"}},
	{"frame-src", []string{"https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"}},
	{"form-action", []string{"https://checkout.stripe.com"}},
}

const (
	permissionsPolicy       = "camera=(),geolocation=(),microphone=(),payment=(),usb=()"
	stripePermissionsPolicy = `camera=(),geolocation=(),microphone=(),payment=(self "https://js.stripe.com"),usb=()`
)

// AllowStyle lets the page that an answer holds have one inline style sheet: the one with this digest, "sha256-" and
// base64. Anything else is not allowed.
func AllowStyle(h http.Header, digest string) {
	if !styleDigest.MatchString(digest) {
		return
	}
	const own = "style-src 'self'"
	policy := h.Get(echo.HeaderContentSecurityPolicy)
	h.Set(echo.HeaderContentSecurityPolicy, strings.Replace(policy, own, own+" '"+digest+"'", 1))
}

// AllowPreview lets a page of the same site hold the answer in a frame, and keeps its address from those it links to.
func AllowPreview(h http.Header) {
	policy := h.Get(echo.HeaderContentSecurityPolicy)
	h.Set(echo.HeaderContentSecurityPolicy, strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
	h.Set(echo.HeaderReferrerPolicy, referrerPolicy)
}

var styleDigest = regexp.MustCompile(`^sha256-[A-Za-z0-9+/]{43}=$`)

// with returns a policy that also allows what more allows.
func (p policy) with(more policy) policy {
	out := make(policy, len(p))
	for i, d := range p {
		out[i] = directive{d.name, slices.Clone(d.sources)}
		for _, m := range more {
			if m.name != d.name {
				continue
			}
			if slices.Equal(d.sources, []string{"'none'"}) { // it means nothing beside a source
				out[i].sources = nil
			}
			out[i].sources = append(out[i].sources, m.sources...)
		}
	}
	return out
}

// String returns the value of the header.
func (p policy) String() string {
	parts := make([]string, len(p))
	for i, d := range p {
		parts[i] = d.name + " " + strings.Join(d.sources, " ")
	}
	return strings.Join(parts, ";")
}
