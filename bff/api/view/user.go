package view

import (
	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/gen"
)

// User shows a customer.
func User(c account.Customer) gen.User {
	u := gen.User{
		UserId: id(c.ID), FirstName: c.FirstName, LastName: c.LastName, Email: c.Email, PromoConsent: c.PromoConsent,
	}
	if c.Phone != "" {
		u.Phone = &c.Phone
	}
	return u
}
