package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// AddressList lists the customer's addresses.
func (s *Server) AddressList(ctx context.Context, _ gen.AddressListRequestObject) (gen.AddressListResponseObject, error) {
	list, err := s.Addresses(ctx)
	return gen.AddressList200JSONResponse{Envelope: ok(ctx), Data: list}, err
}

// AddressSave writes an address of the customer's.
func (s *Server) AddressSave(ctx context.Context, r gen.AddressSaveRequestObject) (gen.AddressSaveResponseObject, error) {
	id, err := addressID(r.Body.AddressId)
	if err != nil {
		return nil, err
	}
	call := caller.Of(ctx)
	saved, err := s.Accounts.SaveAddress(ctx, call.Tenant.ID, call.UserID(), account.SavedAddress{
		ID: id, Address: shippingAddress(call, *r.Body), IsDefault: r.Body.IsDefault != nil && *r.Body.IsDefault,
	})
	return gen.AddressSave200JSONResponse{Envelope: ok(ctx), Data: view.SavedAddress(saved)}, err
}

// AddressRemove takes an address out of the book and lists the rest.
func (s *Server) AddressRemove(ctx context.Context, r gen.AddressRemoveRequestObject) (gen.AddressRemoveResponseObject, error) {
	id, err := addressID(r.Body.AddressId)
	if err != nil {
		return nil, err
	}
	call := caller.Of(ctx)
	if err := s.Accounts.RemoveAddress(ctx, call.Tenant.ID, call.UserID(), id); err != nil {
		return nil, err
	}
	list, err := s.Addresses(ctx)
	return gen.AddressRemove200JSONResponse{Envelope: ok(ctx), Data: list}, err
}

// addressID reads an id that is empty for a new address.
func addressID(text string) (int64, error) {
	id, err := read.OptionalID("addressId", text)
	if err != nil {
		return 0, fault.New("address_not_found")
	}
	return id, nil
}

func shippingAddress(call *caller.Call, a gen.Address) address.Address {
	return address.Address{
		FullName: a.FullName, Country: a.Country, AddressLine1: a.AddressLine1, AddressLine2: a.AddressLine2, City: a.City,
		State: a.State, ZipCode: a.ZipCode, Phone: dial.Number(a.Phone, a.Country, call.Tenant.Settings.PhoneCountry), Email: a.Email,
	}
}
