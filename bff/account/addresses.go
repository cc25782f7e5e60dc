package account

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// maxAddresses is how many addresses an address book holds.
const maxAddresses = 20

// SavedAddress is an entry of a customer's address book. Of several exactly one is the default.
type SavedAddress struct {
	ID int64
	address.Address
	IsDefault bool
}

var addressRules = address.Rules{Email: Email}

// Addresses returns a customer's address book, the default first, then the newest.
func (s *Service) Addresses(ctx context.Context, tenantID, customerID int64) ([]SavedAddress, error) {
	return pg.List[SavedAddress](s.DB.Conn(ctx), "read addresses", `
		select id, full_name, country, address_line1, address_line2, city, state, zip_code, phone, email, is_default
		from customer_address where tenant_id = ? and customer_id = ? order by is_default desc, id desc`, tenantID, customerID)
}

// SaveAddress writes a new address, or over the one that has its id. One that is in the book already is not new, so a form
// that is sent twice saves one. The first is the default by itself; making another one the default takes it from the one that
// was. Faults: validation_failed, address_not_found, address_book_full.
func (s *Service) SaveAddress(ctx context.Context, tenantID, customerID int64, a SavedAddress) (SavedAddress, error) {
	if bad := a.Problems("", addressRules); len(bad) > 0 {
		return a, fault.Fields(bad)
	}
	err := s.inBook(ctx, tenantID, customerID, func(tx *pg.Tx) error {
		if a.IsDefault {
			err := pg.Exec(tx, "change default address",
				`update customer_address set is_default = false where customer_id = ? and is_default`, customerID)
			if err != nil {
				return err
			}
		}
		args := map[string]any{
			"tenant": tenantID, "customer": customerID, "id": a.ID, "name": a.FullName, "country": a.Country, "line1": a.AddressLine1,
			"line2": a.AddressLine2, "city": a.City, "state": a.State, "zip": a.ZipCode, "phone": a.Phone, "email": a.Email,
			"default": a.IsDefault, "now": s.Clock.Now(), "max": maxAddresses,
		}
		if a.ID == 0 {
			if err := findAddress(tx, args, &a); err != nil {
				return err
			}
			if a.ID == 0 {
				return insertAddress(tx, args, &a)
			}
			args["id"] = a.ID
		}
		res := tx.Raw(`
			update customer_address set full_name = @name, country = @country, address_line1 = @line1, address_line2 = @line2,
			    city = @city, state = @state, zip_code = @zip, phone = @phone, email = @email, is_default = is_default or @default,
			    updated_at = @now
			where tenant_id = @tenant and customer_id = @customer and id = @id returning is_default`, args).Scan(&a.IsDefault)
		if res.Error != nil {
			return fmt.Errorf("save address: %w", res.Error)
		}
		if res.RowsAffected == 0 {
			return fault.New("address_not_found")
		}
		return nil
	})
	return a, err
}

// findAddress sets the id of an address that is in the book as it is.
func findAddress(tx *pg.Tx, args map[string]any, a *SavedAddress) error {
	err := tx.Raw(`
		select id from customer_address
		where tenant_id = @tenant and customer_id = @customer
		  and (full_name, country, address_line1, address_line2, city, state, zip_code, phone, email)
		    = (@name, @country, @line1, @line2, @city, @state, @zip, @phone, @email)
		order by id limit 1`, args).Scan(&a.ID).Error
	if err != nil {
		return fmt.Errorf("look for address: %w", err)
	}
	return nil
}

func insertAddress(tx *pg.Tx, args map[string]any, a *SavedAddress) error {
	var saved struct {
		ID        int64
		IsDefault bool
	}
	err := tx.Raw(`
		insert into customer_address (tenant_id, customer_id, full_name, country, address_line1, address_line2, city, state, zip_code,
		    phone, email, is_default, created_at, updated_at)
		select @tenant, @customer, @name, @country, @line1, @line2, @city, @state, @zip, @phone, @email,
		       @default or not exists (select 1 from customer_address where customer_id = @customer and is_default), @now, @now
		where (select count(*) from customer_address where customer_id = @customer) < @max
		returning id, is_default`, args).Scan(&saved).Error
	if err != nil {
		return fmt.Errorf("save address: %w", err)
	}
	if saved.ID == 0 {
		return fault.New("address_book_full").WithParams(map[string]any{"max": maxAddresses})
	}
	a.ID, a.IsDefault = saved.ID, saved.IsDefault
	return nil
}

// RemoveAddress takes an address out of the book; if it was the default, the newest of the rest is it.
// Fault: address_not_found.
func (s *Service) RemoveAddress(ctx context.Context, tenantID, customerID, id int64) error {
	return s.inBook(ctx, tenantID, customerID, func(tx *pg.Tx) error {
		changed, err := pg.Changed(tx, "remove address",
			`delete from customer_address where tenant_id = ? and customer_id = ? and id = ?`, tenantID, customerID, id)
		if err != nil {
			return err
		}
		if !changed {
			return fault.New("address_not_found")
		}
		return pg.Exec(tx, "pass on default address", `
			update customer_address set is_default = true
			where id = (select max(id) from customer_address where customer_id = @customer)
			  and not exists (select 1 from customer_address where customer_id = @customer and is_default)`,
			map[string]any{"customer": customerID})
	})
}

// inBook changes an address book while nobody else does.
func (s *Service) inBook(ctx context.Context, tenantID, customerID int64, change func(tx *pg.Tx) error) error {
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := lock(tx, tenantID, customerID, "update"); err != nil {
			return err
		}
		return change(tx)
	})
}
