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

// Logins shows where a customer is logged in; current is the session that asks.
func Logins(list []account.Session, current string) []gen.LoginSession {
	out := make([]gen.LoginSession, len(list))
	for i, x := range list {
		out[i] = gen.LoginSession{SessionId: x.ID, Device: x.Device, CreatedAt: x.CreatedAt, SeenAt: x.SeenAt, Current: x.ID == current}
	}
	return out
}

// SavedAddresses shows an address book.
func SavedAddresses(list []account.SavedAddress) []gen.Address {
	out := make([]gen.Address, len(list))
	for i, a := range list {
		out[i] = SavedAddress(a)
	}
	return out
}

// SavedAddress shows an entry of an address book.
func SavedAddress(a account.SavedAddress) gen.Address {
	return gen.Address{
		AddressId: id(a.ID), FullName: a.FullName, Country: a.Country, AddressLine1: a.AddressLine1, AddressLine2: a.AddressLine2,
		City: a.City, State: a.State, ZipCode: a.ZipCode, Phone: a.Phone, Email: a.Email, IsDefault: &a.IsDefault,
	}
}
