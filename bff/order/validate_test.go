package order_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

func goodForm() order.Form {
	return order.Form{
		Contact: order.Contact{FirstName: " \u202eAda ", Email: " ada＠example.com ", Phone: "＋852 2345 6789"},
		Address: &order.Address{
			FullName: "Ada Lovelace", Country: " us ", AddressLine1: "1 Main Street", City: "Springfield", State: "Illinois", ZipCode: "62701",
		},
		PaymentMethod: "card",
	}
}

var formRules = order.Rules{
	Email: account.Email, Methods: []string{"card", "alipay"},
}

func TestAGoodFormIsTrimmed(t *testing.T) {
	t.Parallel()
	f := goodForm()
	require.NoError(t, f.Validate(formRules, true))
	if f.Contact.FirstName != "Ada" || f.Contact.Email != "ada@example.com" || f.Contact.Phone != "+85223456789" || f.Address.Country != "US" {
		t.Fatalf("form: %+v %+v", f.Contact, f.Address)
	}
	if err := f.Validate(formRules, false); err != nil || f.Address != nil {
		t.Fatalf("an address of an order without a parcel: %v %v", f.Address, err)
	}
}

func TestEveryWrongFieldIsNamed(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("長", 10_000)
	for name, c := range map[string]struct {
		change func(*order.Form)
		want   map[string]string
	}{
		"no name":              {func(f *order.Form) { f.Contact.FirstName = "  " }, map[string]string{"contact.firstName": "name_required"}},
		"an unseen name":       {func(f *order.Form) { f.Contact.FirstName = "\u200b\u2060" }, map[string]string{"contact.firstName": "name_required"}},
		"long names":           {func(f *order.Form) { f.Contact.FirstName, f.Contact.LastName = long, long }, map[string]string{"contact.firstName": "too_long", "contact.lastName": "too_long"}},
		"61 characters":        {func(f *order.Form) { f.Contact.LastName = strings.Repeat("é", 61) }, map[string]string{"contact.lastName": "too_long"}},
		"60 characters":        {func(f *order.Form) { f.Contact.LastName = strings.Repeat("é", 60) }, nil},
		"no mail":              {func(f *order.Form) { f.Contact.Email = "" }, map[string]string{"contact.email": "email_required"}},
		"no domain":            {func(f *order.Form) { f.Contact.Email = "ada@localhost" }, map[string]string{"contact.email": "email_invalid"}},
		"a name before":        {func(f *order.Form) { f.Contact.Email = "Ada <ada@example.com>" }, map[string]string{"contact.email": "email_invalid"}},
		"a header in the mail": {func(f *order.Form) { f.Contact.Email = "ada@example.com\r\nBcc: x@example.com" }, map[string]string{"contact.email": "email_invalid"}},
		"long mail":            {func(f *order.Form) { f.Contact.Email = long + "@example.com" }, map[string]string{"contact.email": "email_invalid"}},
		"letters as phone":     {func(f *order.Form) { f.Contact.Phone = "call me" }, map[string]string{"contact.phone": "phone_invalid"}},
		"16 digits":            {func(f *order.Form) { f.Contact.Phone = "1234567890123456" }, map[string]string{"contact.phone": "phone_invalid"}},
		"unknown method":       {func(f *order.Form) { f.PaymentMethod = "cash" }, map[string]string{"paymentMethod": "payment_method_invalid"}},
		"method of others":     {func(f *order.Form) { f.PaymentMethod = "wechat_pay" }, map[string]string{"paymentMethod": "payment_method_invalid"}},
		"terms declined":       {func(f *order.Form) { f.Declined = true }, map[string]string{"agree": "agree_required"}},
		"no address":           {func(f *order.Form) { f.Address = nil }, map[string]string{"address": "address_required"}},
		"empty address": {func(f *order.Form) { f.Address = &order.Address{} }, map[string]string{
			"address.fullName": "full_name_required", "address.addressLine1": "address_line1_required", "address.city": "city_required",
			"address.country": "country_required",
		}},
		"long address": {func(f *order.Form) {
			f.Address = &order.Address{FullName: long, Country: "US", AddressLine1: long, AddressLine2: long, City: long, State: long, ZipCode: long, Phone: long, Email: long}
		}, map[string]string{
			"address.fullName": "too_long", "address.addressLine1": "too_long", "address.addressLine2": "too_long", "address.city": "too_long",
			"address.state": "too_long", "address.zipCode": "too_long", "address.phone": "phone_invalid", "address.email": "email_invalid",
		}},
		"country of one letter": {func(f *order.Form) { f.Address.Country = "U" }, map[string]string{"address.country": "country_invalid"}},
		"country of two bytes":  {func(f *order.Form) { f.Address.Country = "é" }, map[string]string{"address.country": "country_invalid"}},
		"country of digits":     {func(f *order.Form) { f.Address.Country = "12" }, map[string]string{"address.country": "country_invalid"}},
		"no state in Hong Kong": {func(f *order.Form) { f.Address.Country, f.Address.State, f.Address.ZipCode = "HK", "", "" }, nil},
		"no state in Japan":     {func(f *order.Form) { f.Address.Country, f.Address.State, f.Address.ZipCode = "JP", "", "100-0001" }, map[string]string{"address.state": "state_required"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := goodForm()
			c.change(&f)
			err := f.Validate(formRules, true)
			if c.want == nil {
				require.NoError(t, err, "refused")
				return
			}
			var bad *fault.Error
			if !errors.As(err, &bad) || bad.Code != "validation_failed" || !maps.Equal(bad.Fields, c.want) {
				t.Fatalf("fields %v, want %v", err, c.want)
			}
			for field, key := range bad.Fields {
				if text := shared.Text("en", "errors", key, nil); text == "" || text == key {
					t.Errorf("%s: the key %s has no text", field, key)
				}
			}
		})
	}
}
