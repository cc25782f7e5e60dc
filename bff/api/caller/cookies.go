package caller

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/dial"
)

// User returns the customer who is logged in, nil when nobody is.
func (c *Call) User() *account.Caller { return c.user }

// As returns the call as if the customer had made it.
func (c Call) As(who account.Caller) *Call {
	c.user = &who
	return &c
}

// Token returns the login's token that was shown and is good, "" for none.
func (c *Call) Token() string { return c.token }

// EndedToken returns the token that was shown and opens nothing any more, "" for none.
func (c *Call) EndedToken() string { return c.ended }

// UserID returns the customer's id, 0 when nobody is logged in.
func (c *Call) UserID() int64 {
	if c.user == nil {
		return 0
	}
	return c.user.Customer.ID
}

// Browser returns the browser's id, false when it has none yet.
func (c *Call) Browser() (cart.Owner, bool) {
	if c.visitor == "" {
		return "", false
	}
	return cart.Visitor(c.visitor), true
}

// KnownOwner returns the customer, or else the browser's id, false when it has none yet.
func (c *Call) KnownOwner() (cart.Owner, bool) {
	if c.user != nil {
		return cart.User(c.user.Customer.ID), true
	}
	return c.Browser()
}

// Owner returns whose cart and orders these are: the customer's, or else the browser's; one without an id gets one.
func (c *Call) Owner() cart.Owner {
	if owner, known := c.KnownOwner(); known {
		return owner
	}
	var b [16]byte
	_, _ = rand.Read(b[:])
	c.visitor = hex.EncodeToString(b[:])
	c.cookie(visitorCookie, c.visitor, visitorFor)
	return cart.Visitor(c.visitor)
}

// Viewer returns whose orders may be read: the customer's, those of this browser from before, and a tracked one.
func (c *Call) Viewer() order.Viewer {
	v := order.Viewer{TrackedOrderNo: c.tracked}
	v.Owner, _ = c.KnownOwner()
	v.Browser, _ = c.Browser()
	return v
}

// Phone returns a phone number as E.164 has it when it is typed as in the site's country, or else as in one of further countries, and
// as it was typed when it is not.
func (c *Call) Phone(typed string, further ...string) string {
	return dial.Number(typed, append([]string{c.Tenant.Settings.PhoneCountry}, further...)...)
}

// AccountRequest says how the caller comes to the accounts.
func (c *Call) AccountRequest() account.Request {
	return account.Request{
		TenantID:  c.Tenant.ID,
		Zone:      c.Tenant.Location,
		Locale:    c.Locale,
		Device:    c.Device,
		Network:   c.Network,
		RequestID: c.RequestID,
	}
}

// LogIn makes the caller a customer, here and for the browser's next calls.
func (c *Call) LogIn(a account.LoginResult) {
	c.user, c.token = &a.Caller, a.Token
	c.set(c.tokenCookie(a.Token, int(a.ExpiresAt.Sub(c.clock.Now())/time.Second)))
}

// LogOut makes the caller nobody again.
func (c *Call) LogOut() {
	c.user, c.token = nil, ""
	c.set(c.tokenCookie("", -1))
}

// ClearBrowserCache makes the browser of somebody who logs out delete its cached pages, which going back would show again. It keeps the
// guest's cookies, and the storage, of which page and service worker clear what is theirs: docs/decisions/080-production-settings.md.
func (c *Call) ClearBrowserCache() { c.Header.Set("Clear-Site-Data", `"cache"`) }

// tokenCookie is the login's; it is not signed, because nobody can guess what Redis knows.
func (c *Call) tokenCookie(value string, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name: tokenCookie, Value: value, Path: "/", HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteLaxMode, MaxAge: maxAge,
	}
}

// Track lets this browser read an order for a while.
func (c *Call) Track(orderNo string, d time.Duration) {
	c.tracked = orderNo
	c.cookie(trackCookie, strconv.FormatInt(c.Tenant.ID, 10)+":"+orderNo, d)
}

func (c *Call) cookie(name, value string, d time.Duration) {
	k := http.Cookie{
		Name: c.cookieName(name), Value: c.signer.Sign(name, value, c.clock.Now().Add(d)), Path: "/", HttpOnly: true, Secure: c.secure,
		SameSite: http.SameSiteLaxMode, MaxAge: int(d / time.Second),
	}
	c.set(&k)
	if slices.Contains(c.former, name) {
		k.Name, k.Value, k.MaxAge = name, "", -1
		c.set(&k)
	}
}

// cookieName returns how a signed cookie is called: over TLS no other host, and no page that came without it, can set one of
// this name, so that nobody gives a browser a cart to fill or an order to read.
func (c *Call) cookieName(name string) string {
	if c.secure {
		return guard.HostPrefix + name
	}
	return name
}

// signedCookie returns the value of a signed cookie, "" when there is none. Over TLS one of the plain name is believed, too,
// which browsers have from before, and from before the shop had TLS; it is noted, because what is set next takes its place.
func (c *Call) signedCookie(req *http.Request, name string) string {
	names := []string{c.cookieName(name)}
	if c.secure {
		names = append(names, name)
	}
	found := ""
	for _, called := range names {
		k, err := req.Cookie(called)
		if err != nil {
			continue
		}
		if called == name && c.secure {
			c.former = append(c.former, name)
		}
		if value, ok := c.signer.Verify(name, k.Value, c.clock.Now()); ok && found == "" {
			found = value
		}
	}
	return found
}

// moveVisitor gives a browser that has its id under the plain name the one that belongs to TLS. What lets it read a tracked
// order is not moved: it ends by itself before long.
func (c *Call) moveVisitor() {
	if c.visitor != "" && slices.Contains(c.former, visitorCookie) {
		c.cookie(visitorCookie, c.visitor, visitorFor)
	}
}
