package order

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/platform/fault"
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

// Rules are the checks that other rooms own.
type Rules struct {
	Email func(string) bool
	Phone func(string) bool
	// Methods are those the site offers.
	Methods []string
}

// Validate trims the form and names every field that is wrong, as contact.email, address.city and so on. The address is
// dropped when nothing is shipped.
func (f *Form) Validate(r Rules, needsAddress bool) error {
	bad := map[string]string{}
	c := &f.Contact
	for _, s := range []*string{&c.FirstName, &c.LastName, &c.Email, &c.Phone} {
		*s = strings.TrimSpace(*s)
	}
	required(bad, "contact.firstName", c.FirstName, "first_name_required", 60)
	limited(bad, "contact.lastName", c.LastName, 60)
	if !r.Email(c.Email) {
		bad["contact.email"] = "email_invalid"
	}
	if c.Phone != "" && !r.Phone(c.Phone) {
		bad["contact.phone"] = "phone_invalid"
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
		maps.Copy(bad, f.Address.problems(r))
	}
	if len(bad) > 0 {
		return fault.Fields(bad)
	}
	return nil
}

func (a *Address) problems(r Rules) map[string]string {
	bad := map[string]string{}
	for _, s := range []*string{&a.FullName, &a.Country, &a.AddressLine1, &a.AddressLine2, &a.City, &a.State, &a.ZipCode, &a.Phone, &a.Email} {
		*s = strings.TrimSpace(*s)
	}
	a.Country = strings.ToUpper(a.Country)
	required(bad, "address.fullName", a.FullName, "full_name_required", 80)
	required(bad, "address.addressLine1", a.AddressLine1, "address_line1_required", 120)
	limited(bad, "address.addressLine2", a.AddressLine2, 120)
	required(bad, "address.city", a.City, "city_required", 80)
	if !withoutState[a.Country] {
		required(bad, "address.state", a.State, "state_required", 80)
	}
	limited(bad, "address.state", a.State, 80)
	if !withoutZip[a.Country] {
		required(bad, "address.zipCode", a.ZipCode, "zip_code_required", 12)
	}
	limited(bad, "address.zipCode", a.ZipCode, 12)
	if a.Country == "" {
		bad["address.country"] = "country_required"
	} else if !alpha2.MatchString(a.Country) {
		bad["address.country"] = "country_invalid"
	}
	if a.Phone != "" && !r.Phone(a.Phone) {
		bad["address.phone"] = "phone_invalid"
	}
	if a.Email != "" && !r.Email(a.Email) {
		bad["address.email"] = "email_invalid"
	}
	return bad
}

// Places that have no postcodes, and places that have no states or provinces in their addresses.
var (
	withoutZip   = map[string]bool{"HK": true, "MO": true, "AE": true, "QA": true, "FJ": true, "BO": true, "PA": true}
	withoutState = map[string]bool{
		"HK": true, "MO": true, "SG": true, "GB": true, "FR": true, "DE": true, "NL": true, "BE": true, "AT": true, "CH": true,
		"SE": true, "NO": true, "DK": true, "FI": true, "IS": true, "LU": true, "MT": true, "LI": true, "PT": true, "PL": true,
		"CZ": true, "SK": true, "SI": true, "HU": true, "EE": true, "LV": true, "LT": true, "HR": true, "CY": true, "BG": true,
		"RO": true, "GR": true, "IE": true, "NZ": true, "FJ": true, "QA": true, "KW": true, "BH": true, "OM": true, "TW": true,
		"KR": true, "TR": true, "RS": true, "AL": true, "UA": true, "AE": true, "ES": true, "IT": true, "JP": false,
	}
)

var alpha2 = regexp.MustCompile(`^[A-Z]{2}$`)

func required(bad map[string]string, field, value, key string, limit int) {
	if value == "" {
		bad[field] = key
		return
	}
	limited(bad, field, value, limit)
}

func limited(bad map[string]string, field, value string, limit int) {
	if utf8.RuneCountInString(value) > limit {
		bad[field] = "too_long"
	}
}
