package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// eraseCustomer erases a deleted account from every module. Orders stay without the person; notes and payment events about them lose
// the personal data.
func (r *modules) eraseCustomer(ctx context.Context, tx *pg.Tx, g account.DeletedCustomer) error {
	// While the orders still say whose SIMs these are.
	if err := r.ownedSIMs.Erase(tx, owned.Owner{TenantID: g.TenantID, UserID: g.CustomerID}); err != nil {
		return err
	}
	orders, err := r.orders.Detach(ctx, tx, g.TenantID, g.CustomerID, g.Emails)
	if err != nil {
		return err
	}
	others, err := r.orders.OrdersOfOthers(tx, g.TenantID, g.CustomerID, g.Emails)
	if err != nil {
		return err
	}
	tickets, err := r.contact.Erase(tx, g.TenantID, g.Emails)
	if err != nil {
		return err
	}
	notes := append(orderNotes(orders), g.Notes)
	for _, ticket := range tickets {
		notes = append(notes, fmt.Sprintf("contact:%s:", ticket))
	}
	recipients := g.Emails
	if g.Phone != "" {
		recipients = append(recipients, g.Phone, strings.TrimPrefix(g.Phone, "+"))
	}
	owner := cart.User(g.CustomerID)
	return errors.Join(
		notify.Erase(ctx, tx, g.TenantID, notify.About{Recipients: recipients, Keys: notes, But: orderNotes(others)}),
		r.payments.Erase(tx, orders),
		r.reviews.Erase(tx, orders),
		r.rewards.Erase(ctx, tx, g.TenantID, g.CustomerID),
		r.carts.Erase(tx, g.TenantID, owner),
		r.devices.Erase(tx, g.TenantID, string(owner)),
		r.answers().Erase(ctx, tx.SQL(), g.TenantID, string(owner)),
	)
}

// orderNotes returns what the keys of notes about orders begin with.
func orderNotes(orders []int64) []string {
	keys := make([]string, len(orders))
	for i, id := range orders {
		keys[i] = orderNote(id)
	}
	return keys
}

// orderNote is what the keys of notes about an order begin with.
func orderNote(id int64) string { return fmt.Sprintf("order:%d:", id) }
