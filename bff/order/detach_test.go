package order_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// A detached order says nothing of a person; its owner tracks it, staff can still send its parcel, and once that has
// left nobody knows where it went.
func TestADetachedOrder(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 50)
	in := f.Submission("plan", 1, 950)
	in.Owner, in.UserID, in.Item.SimType, in.ShippingMethod, in.Country = cart.User(7), 7, "physical", "standard", "HK"
	in.Contact = order.Contact{FirstName: "Ada", LastName: "Lovelace", Email: "Ada@Example.com", Phone: "+85291234567"}
	in.Address = &order.Address{FullName: "Ada Lovelace", Country: "HK", AddressLine1: "1 Queen's Road", City: "Hong Kong"}
	mine := f.Place(t, in)
	guests := f.Submission("plan", 1, 650)
	guests.Contact.Email = "former@example.com"
	under, other := f.Place(t, guests), f.Place(t, f.Submission("plan", 1, 650))
	addressed := func() error {
		return f.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error { return addressedTo(f, tx, mine) })
	}
	require.NoError(t, addressed())
	var ids []int64
	for range 2 { // again changes nothing
		err := f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) (err error) {
			detached, err := f.Orders.Detach(ctx, tx, 20, 7, []string{"ada@example.com", "former@example.com"})
			ids = append(ids, detached...)
			return err
		})
		require.NoError(t, err)
	}
	if len(ids) != 2 || ids[0] != mine.ID || ids[1] != under.ID {
		t.Fatalf("detached: %v", ids)
	}
	if addressed() == nil {
		t.Error("a mail is written to an owner who has left")
	}
	o, err := f.Orders.ByEmail(ctx, 20, mine.OrderNo, " ADA@example.com")
	if err != nil || o.Contact != (order.Contact{}) || o.Address != nil || o.UserID != nil || o.Amounts.OrderTotal != 950 {
		t.Fatalf("tracked: %+v %v", o, err)
	}
	for no, email := range map[string]string{mine.OrderNo: "former@example.com", under.OrderNo: "ada@example.com"} {
		if _, err := f.Orders.ByEmail(ctx, 20, no, email); fault.Code(err) != "order_email_mismatch" {
			t.Errorf("%s under %s: %v", no, email, err)
		}
	}
	if o, err := f.Orders.ByID(ctx, other.ID); err != nil || o.Contact.Email == "" {
		t.Fatalf("somebody else's: %+v %v", o, err)
	}
	if to, err := f.Orders.Delivery(ctx, o); err != nil || to.FirstName != "Ada" || to.Address == nil || to.Address.AddressLine1 != "1 Queen's Road" {
		t.Fatalf("delivery: %+v %v", to, err)
	}
	for _, c := range []struct {
		now   string
		known bool
	}{{`status = 'processing'`, true}, {`status = 'completed', shipped_at = now()`, false}} {
		f.Exec(t, `update orders set `+c.now+` where id = ?`, mine.ID)
		require.NoError(t, f.Orders.PurgeDeliveries(ctx))
		if to, err := f.Orders.Delivery(ctx, o); err != nil || (to.Address != nil) != c.known {
			t.Fatalf("delivery when %s: %+v %v", c.now, to, err)
		}
	}
}

// Who leaves takes no order from anybody else: not one that another customer has placed for the address, not what whoever has a former
// address now has placed or claimed.
func TestNobodyElsesOrderIsDetached(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 50)
	place := func(email string, customer int64) order.Order {
		in := f.Submission("plan", 1, 650)
		in.Contact.Email = email
		if customer != 0 {
			in.Owner, in.UserID = cart.User(customer), customer
		}
		return f.Place(t, in)
	}
	mine, guests := place("ada@example.com", 7), place("ada@example.com", 0)
	gift, moved, claimed := place("Ada@example.com", 8), place("former@example.com", 9), place("former@example.com", 0)
	f.Exec(t, `update orders set earner_id = 9 where id = ?`, claimed.ID)

	emails := []string{"ada@example.com", "former@example.com"}
	require.NoError(t, f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		others, err := f.Orders.OrdersOfOthers(tx, 20, 7, emails)
		require.NoError(t, err)
		require.Equal(t, []int64{gift.ID, moved.ID, claimed.ID}, others)
		detached, err := f.Orders.Detach(ctx, tx, 20, 7, emails)
		require.Equal(t, []int64{mine.ID, guests.ID}, detached)
		return err
	}))
	for _, theirs := range []order.Order{gift, moved, claimed} {
		now, err := f.Orders.ByID(ctx, theirs.ID)
		require.NoError(t, err)
		require.Equal(t, theirs.Contact, now.Contact)
		require.Equal(t, theirs.UserID, now.UserID)
	}
}
