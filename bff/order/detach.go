package order

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Customers locks the rows of customers, so that none is deleted while something is written for them.
type Customers interface {
	// Lock locks a customer until the transaction ends. Fault: login_required, when the account is gone.
	Lock(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) error
	// LockMailbox is Lock, and returns the address that the customer has proved, which does not change until then. Fault: login_required.
	LockMailbox(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) (string, error)
}

// Privacy has what recognises and delivers an order whose row no longer names its owner, and what keeps an order from being placed for a
// customer who has been erased.
type Privacy struct {
	Prints    *secret.Fingerprinter
	Box       *secret.Box
	Customers Customers
}

const (
	emailPurpose    = "order e-mail"
	deliveryPurpose = "order delivery"
)

// Delivery is where a parcel goes.
type Delivery struct {
	FirstName string   `json:"firstName"`
	LastName  string   `json:"lastName"`
	Phone     string   `json:"phone"`
	Address   *Address `json:"address"`
}

// Detach erases the person from the orders of a customer, and from those that guests placed under one of the customer's
// normal addresses and whose points nobody else has, and returns their ids. What is left is what was sold for how much, a
// fingerprint of the address by which its owner can still track it, and, sealed, where a parcel goes that has not left yet.
func (s *Service) Detach(ctx context.Context, tx *pg.Tx, tenantID, customerID int64, emails []string) ([]int64, error) {
	recs, err := pg.List[record](tx, "find a customer's orders", `
		select `+columns+` from orders
		where tenant_id = @tenant and (user_id = @customer or earner_id = @customer or owner = 'u:' || cast(@customer as bigint)
		    or (user_id is null and earner_id is null and email_normal in (select jsonb_array_elements_text(cast(@emails as jsonb)))))
		order by id for update`,
		map[string]any{"tenant": tenantID, "customer": customerID, "emails": pg.AsJSON(emails)})
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(recs))
	for i, r := range recs {
		ids[i] = r.ID
		if err := s.detach(tx, r.order()); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// OrdersOfOthers returns the ids of orders of other customers that name one of these normal addresses: gifts, and what whoever has a former
// address now has ordered. They keep it.
func (s *Service) OrdersOfOthers(tx *pg.Tx, tenantID, customerID int64, emails []string) ([]int64, error) {
	return pg.List[int64](tx, "find orders of others", `
		select id from orders
		where tenant_id = @tenant and email_normal in (select jsonb_array_elements_text(cast(@emails as jsonb)))
		    and coalesce(user_id, earner_id) <> @customer
		order by id`,
		map[string]any{"tenant": tenantID, "customer": customerID, "emails": pg.AsJSON(emails)})
}

func (s *Service) detach(tx *pg.Tx, o Order) error {
	var sealed pg.Bytes
	if o.awaitsParcel() {
		plain, err := json.Marshal(Delivery{FirstName: o.Contact.FirstName, LastName: o.Contact.LastName, Phone: o.Contact.Phone, Address: o.Address})
		if err != nil {
			return fmt.Errorf("keep delivery: %w", err)
		}
		if sealed, err = s.privacy.Box.Seal(deliveryPurpose, plain); err != nil {
			return fmt.Errorf("keep delivery: %w", err)
		}
	}
	err := pg.Exec(tx, "detach order", `
		update orders set email_print = case when email_normal = '' then email_print else @print end, delivery = coalesce(@delivery, delivery),
		    email = '', email_normal = '', first_name = '', last_name = '', phone = '', address = null, request_hash = '',
		    mailbox_print = '', network_print = '', wide_print = '', user_id = null, earner_id = null, owner = case when owner like 'u:%' then 'gone:' || id else owner end
		where id = @order`,
		map[string]any{"order": o.ID, "print": s.privacy.Prints.Of(emailPurpose, o.TenantID, NormalEmail(o.Contact.Email)), "delivery": sealed})
	if err != nil {
		return err
	}
	// A dash, not nothing: the line still is one that brings its number along, and is not given another.
	err = pg.Exec(tx, "detach order",
		`update order_line set transfer_phone = '-', transfer_note = '' where order_id = ? and transfer_phone <> ''`, o.ID)
	if err != nil {
		return err
	}
	// The model says nothing about a person; the digits of the EID are those of one device.
	err = pg.Exec(tx, "detach order",
		`update order_line set compatibility = compatibility #- '{device,eidLast4}' where order_id = ?`, o.ID)
	if err != nil {
		return err
	}
	return s.Audit(tx, Locked{ID: o.ID, TenantID: o.TenantID}, string(o.Owner), "detach", string(o.Status), string(o.Status), map[string]any{})
}

// open are the states in which something may still have to be sent.
var open = []Status{WaitingPayment, Processing, PendingRefund, PartiallyRefunded}

// awaitsParcel reports whether something of the order may still have to be sent.
func (o Order) awaitsParcel() bool {
	return o.Address != nil && o.ShippedAt == nil && slices.Contains(open, o.Status)
}

// Delivery returns where an order's parcel goes, also when the order was detached and its parcel has not left.
func (s *Service) Delivery(ctx context.Context, o Order) (Delivery, error) {
	rows, err := pg.List[struct{ Delivery []byte }](s.db.Conn(ctx), "read delivery",
		`select delivery from orders where id = ? and delivery is not null`, o.ID)
	if err != nil {
		return Delivery{}, err
	}
	if len(rows) == 0 {
		return Delivery{FirstName: o.Contact.FirstName, LastName: o.Contact.LastName, Phone: o.Contact.Phone, Address: o.Address}, nil
	}
	plain, err := s.privacy.Box.Open(deliveryPurpose, rows[0].Delivery)
	if err != nil {
		return Delivery{}, fmt.Errorf("open delivery: %w", err)
	}
	var d Delivery
	if err := json.Unmarshal(plain, &d); err != nil {
		return Delivery{}, fmt.Errorf("read delivery: %w", err)
	}
	return d, nil
}

// purgeAtOnce is how many orders one run of PurgeDeliveries takes: more than customers leave in an hour.
const purgeAtOnce = 1000

// PurgeDeliveries deletes where parcels of detached orders went, or will never go. Orders that somebody holds are left for
// the next time.
func (s *Service) PurgeDeliveries(ctx context.Context) error {
	return pg.Exec(s.db.Conn(ctx), "purge deliveries", `
		update orders set delivery = null where id in (
		    select id from orders
		    where delivery is not null and (shipped_at is not null or status in ('shipped', 'completed', 'cancelled', 'refunded'))
		    order by id limit ? for update skip locked)`, purgeAtOnce)
}

// NotErased is a query that returns a row for an order whose owner has not been erased out of it since it was read, and keeps that from
// happening until the transaction ends.
func (s *Service) NotErased(o Order) pg.Fragment {
	return pg.Fragment{
		SQL:  `select id from orders where id = @addressed_order and email = @addressed_email for key share`,
		Args: map[string]any{"addressed_order": o.ID, "addressed_email": o.Contact.Email},
	}
}

// isFrom reports whether an order was placed under an address.
func (s *Service) isFrom(o Order, email string) bool {
	if o.emailPrint != "" {
		return slices.Contains(s.privacy.Prints.All(emailPurpose, o.TenantID, NormalEmail(email)), o.emailPrint)
	}
	return NormalEmail(o.Contact.Email) == NormalEmail(email)
}
