package read

import (
	"context"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
)

// Customer returns who is logged in; only calls that need a login ask.
func Customer(ctx context.Context) account.Customer { return caller.Of(ctx).User().Customer }

// Logins lists where the customer is logged in.
func (r *Reader) Logins(ctx context.Context) ([]gen.LoginSession, error) {
	who := *caller.Of(ctx).User()
	list, err := r.Accounts.Logins(ctx, who)
	return view.Logins(list, who.Session.ID), err
}

// Addresses returns the address book of whoever asks, empty for a guest.
func (r *Reader) Addresses(ctx context.Context) ([]gen.Address, error) {
	call := caller.Of(ctx)
	if call.UserID() == 0 {
		return []gen.Address{}, nil
	}
	list, err := r.Accounts.Addresses(ctx, call.Tenant.ID, call.UserID())
	return view.SavedAddresses(list), err
}
