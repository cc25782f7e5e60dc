// Package caller finds out who makes a request: on which site, in which language, with which cookies and which login. The gateway's
// calls run under a Call that its middleware has built, the reading of a page's data under one that Options.Call has built.
package caller

import (
	"context"
	"net/http"
	"strings"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Cookies of the shop. That of the login has the name that the specification gives it, however the browser came.
const (
	tokenCookie   = "token"
	visitorCookie = "visitor"
	trackCookie   = "track"
	visitorFor    = cart.VisitorsKeptFor
)

// Headers between renderer and gateway.
const (
	internalHeader = "x-roamcart-internal"
	hostHeader     = "x-roamcart-host"
	protoHeader    = "x-roamcart-proto"
)

// Call is who asks, where and in which language.
type Call struct {
	Tenant tenant.Tenant
	// Locale is en or zh.
	Locale string
	// Origin is scheme and host of the site as the caller sees it.
	Origin    string
	RequestID string
	// Network is where the browser is, as package network says.
	Network string
	// Device is what the browser calls itself.
	Device string
	// Header is the answer's.
	Header http.Header
	user   *account.Caller
	token  string
	// ended is a token that opens nothing any more, if it ever did.
	ended   string
	visitor string
	tracked string
	set     func(*http.Cookie)
	signer  *secret.Signer
	clock   clock.Clock
	secure  bool
	// former are the signed cookies that the browser has under their plain names over TLS.
	former []string
}

type callKey struct{}

// Of returns the running call, nil outside of one.
func Of(ctx context.Context) *Call {
	c, _ := ctx.Value(callKey{}).(*Call)
	return c
}

// With returns a context that runs under c.
func With(ctx context.Context, c *Call) context.Context {
	return context.WithValue(ctx, callKey{}, c)
}

// Proto returns http or https, as the browser came.
func (c *Call) Proto() string {
	proto, _, _ := strings.Cut(c.Origin, "://")
	return proto
}

// Host returns the host the browser asked for, with its port.
func (c *Call) Host() string {
	_, host, _ := strings.Cut(c.Origin, "://")
	return host
}
