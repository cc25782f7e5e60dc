package order

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// A use of a promo code is kept under a customer, under the mailbox of its order, and under this mailbox as it was typed from
// one network. A customer is known, and so is the mailbox of the account, which was proved: their uses count wherever they were
// made. Any other mailbox is what somebody typed. It counts for what is typed from the same network, and so nobody elsewhere
// uses up its code or learns from an answer whether it has used one.
const (
	promoPurpose = "promo customer"
	typedPurpose = "promo mailbox of a network"
)

// use is what a use of a code is kept under, and of which kind that is: byCustomer of customers and the mailboxes of their
// accounts, byTyped of mailboxes with a network, and "" of other mailboxes, as every mailbox was kept before.
type use struct {
	Customer string `json:"customer"`
	Kind     string `json:"kind"`
}

const (
	byCustomer = "customer"
	byTyped    = "typed"
)

// uses returns what a use of a code by this order is kept under.
func (s *Service) uses(in Submission) []use {
	list, mailboxes := []use{}, []string{in.Contact.Email}
	if in.UserID != 0 {
		list = append(list, use{string(in.Owner), byCustomer})
		if mailboxes = []string{in.AccountEmail}; !in.ownMailbox() {
			mailboxes = append(mailboxes, in.Contact.Email)
		}
	}
	for i, email := range mailboxes {
		mailbox, kind := input.Mailbox(email), ""
		if mailbox == "" {
			continue
		}
		if in.UserID != 0 && i == 0 {
			kind = byCustomer
		}
		list = append(list, use{s.privacy.Prints.Of(promoPurpose, in.TenantID, mailbox), kind},
			use{s.privacy.Prints.Of(typedPurpose, in.TenantID, typed(mailbox, in.Network)), byTyped})
	}
	return list
}

// ownMailbox reports whether an order is written to the mailbox of its customer's account.
func (in Submission) ownMailbox() bool {
	return in.UserID != 0 && input.Mailbox(in.Contact.Email) == input.Mailbox(in.AccountEmail)
}

// typed is a mailbox as it is typed from a network; in IPv6 from the /48, because a phone goes from one /64 to the next.
func typed(mailbox, from string) string { return mailbox + " " + cmp.Or(network.Wide(from), from) }

// provedUses is how often a customer has used the code @promo: under the account, and under its mailbox where another account had
// proved it, where it was paid for, or in an order of the same browser that waits. Of what else waits under the mailbox nobody
// knows who typed it.
const provedUses = `(
	select count(distinct r.order_id) from promo_redemption r
	where r.tenant_id = @tenant and r.promo_id = %s and r.state <> 'released' and r.customer = any(cast(@customers as text[]))
	  and (r.customer = @owner or r.kind = 'customer' or r.state = 'used'
	    or exists (select 1 from orders o where o.id = r.order_id and o.owner = @browser)))`

// proved returns the arguments of provedUses; a guest has proved nothing.
func (s *Service) proved(sel Selection) map[string]any {
	owner, customers := cart.Owner(""), []string{}
	if sel.UserID != 0 {
		owner, customers = sel.Owner, append(customers, string(sel.Owner))
		for _, mailbox := range input.Mailboxes(sel.AccountEmail) {
			customers = append(customers, s.privacy.Prints.All(promoPurpose, sel.TenantID, mailbox)...)
		}
	}
	return map[string]any{"tenant": sel.TenantID, "owner": owner, "browser": sel.Browser, "customers": pg.Array(customers)}
}

//go:embed redeem.sql
var redeemSQL string

// redeem notes whose use of the promo code it is. The use was counted before: that holds the code's limit and, by its row lock,
// keeps uses of one code apart, so this statement sees every one before it. Faults: promo_already_used, of what was proved, and
// promo_not_usable, which says no more of what was typed.
func (s *Service) redeem(tx *pg.Tx, orderID int64, in Submission, b Budget) error {
	if b.promo == nil {
		return nil
	}
	here, most := []string{}, math.MaxInt32
	if !in.ownMailbox() {
		here = s.privacy.Prints.All(typedPurpose, in.TenantID, typed(input.Mailbox(in.Contact.Email), in.Network))
	}
	if b.promo.MaxPerCustomer != nil {
		most = *b.promo.MaxPerCustomer
	}
	args := s.proved(in.Selection)
	args["promo"], args["order"], args["uses"] = b.promo.ID, orderID, pg.AsJSON(s.uses(in))
	args["here"], args["most"] = pg.Array(here), most
	var full struct{ Proved, Typed bool }
	if err := tx.Raw(fmt.Sprintf(redeemSQL, fmt.Sprintf(provedUses, "@promo")), args).Scan(&full).Error; err != nil {
		return fmt.Errorf("redeem promo code: %w", err)
	}
	switch {
	case full.Proved:
		return fault.New("promo_already_used")
	case full.Typed:
		return fault.New("promo_not_usable")
	}
	return nil
}
