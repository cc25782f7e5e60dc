package order

import (
	"maps"
	"slices"

	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// Methods an order can be paid with.
var Methods = []string{"card", "wechat_pay", "alipay"}

// Form is what a shopper typed into the checkout, beside the selection.
type Form struct {
	Contact       Contact
	Address       *Address
	PaymentMethod string
	// Declined is set when the shopper was asked to agree to the terms and did not. A caller that does not say has asked
	// in its own way.
	Declined bool
}

// Rules are the checks that other modules own.
type Rules struct {
	Email func(string) bool
	// Methods are those the site offers.
	Methods []string
}

// Validate trims the form and names every field that is wrong, as contact.email, address.city and so on. The address is
// dropped when nothing is shipped.
func (f *Form) Validate(r Rules, needsAddress bool) error {
	bad := fault.Form{}
	c := &f.Contact
	c.FirstName, c.LastName = input.Line(c.FirstName), input.Line(c.LastName)
	c.Email, c.Phone = input.Plain(c.Email), input.Plain(c.Phone)
	// It may be the whole name.
	bad.Required("contact.firstName", c.FirstName, "name_required", 120)
	bad.Limited("contact.lastName", c.LastName, 60)
	bad.Correct("contact.email", c.Email, "email", r.Email(c.Email))
	if c.Phone != "" {
		problem := ""
		if c.Phone, problem = dial.ForCalls(c.Phone); problem != "" {
			bad["contact.phone"] = problem
		}
	}
	if !slices.Contains(r.Methods, f.PaymentMethod) {
		bad["paymentMethod"] = "payment_method_invalid"
	}
	if f.Declined {
		bad["agree"] = "agree_required"
	}
	switch {
	case !needsAddress:
		f.Address = nil
	case f.Address == nil:
		bad["address"] = "address_required"
	default:
		maps.Copy(bad, f.Address.Problems("address.", address.Rules{Email: r.Email}))
	}
	return bad.Err()
}
