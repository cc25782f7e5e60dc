package api

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
)

// User returns the customer who is logged in, nil when nobody is.
func (c *Call) User() *account.Caller { return c.user }

// As returns the call as if the customer had made it.
func (c Call) As(who account.Caller) *Call {
	c.user = &who
	return &c
}

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

// Known returns the customer, or else the browser's id, false when it has none yet.
func (c *Call) Known() (cart.Owner, bool) {
	if c.user != nil {
		return cart.User(c.user.Customer.ID), true
	}
	return c.Browser()
}

// Owner returns whose cart and orders these are: the customer's, or else the browser's; one without an id gets one.
func (c *Call) Owner() cart.Owner {
	if owner, known := c.Known(); known {
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
	v.Owner, _ = c.Known()
	v.Browser, _ = c.Browser()
	return v
}

// Visit says how the caller comes to the accounts.
func (c *Call) Visit() account.Visit {
	return account.Visit{TenantID: c.Tenant.ID, Zone: c.Tenant.Location, Locale: c.Locale, Device: c.Device, RequestID: c.RequestID}
}

// Admit makes the caller a customer, here and for the browser's next calls.
func (c *Call) Admit(a account.Admitted) {
	c.user, c.token = &a.Caller, a.Token
	c.set(c.tokenCookie(a.Token, int(a.ExpiresAt.Sub(c.clock.Now())/time.Second)))
}

// Dismiss makes the caller nobody again.
func (c *Call) Dismiss() {
	c.user, c.token = nil, ""
	c.set(c.tokenCookie("", -1))
}

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
	c.set(&http.Cookie{
		Name: name, Value: c.signer.Sign(name, value, c.clock.Now().Add(d)), Path: "/", HttpOnly: true, Secure: c.secure,
		SameSite: http.SameSiteLaxMode, MaxAge: int(d / time.Second),
	})
}
