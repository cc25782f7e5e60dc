package address_test

import (
	"cmp"
	"maps"
	"testing"

	"github.com/roamcart/roamcart/bff/address"
)

func yes(string) bool { return true }
func no(string) bool  { return false }

func home(country, state, zip string) address.Address {
	return address.Address{FullName: "Ada Lovelace", Country: country, AddressLine1: "1 Queen's Road", City: "Town", State: state, ZipCode: zip}
}

func TestEachCountryHasItsOwnAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country, state, zip string
		want                map[string]string
	}{
		{"HK", "", "", nil}, {"hk", "", "999077", nil}, {"MO", "", "", nil}, {"SG", "", "018956", nil},
		{"SG", "", "", map[string]string{"a.zipCode": "zip_code_required"}},
		{"SG", "", "1234", map[string]string{"a.zipCode": "zip_code_invalid"}},
		{"GB", "", "sw1a 1aa", nil}, {"GB", "", "ＳＷ１Ａ　１ＡＡ", nil}, {"ｕｓ", "CA", "９４０１６", nil}, {"GB", "", "12345", map[string]string{"a.zipCode": "zip_code_invalid"}},
		{"US", "CA", "94016", nil}, {"US", "CA", "94016-1234", nil},
		{"US", "", "9401", map[string]string{"a.state": "state_required", "a.zipCode": "zip_code_invalid"}},
		{"CN", "广东省", "518000", nil}, {"JP", "東京都", "100-0001", nil}, {"JP", "", "1000001", map[string]string{"a.state": "state_required"}},
		{"NL", "", "1011 AB", nil}, {"CA", "ON", "K1A 0B1", nil}, {"CA", "ON", "D1A 0B1", map[string]string{"a.zipCode": "zip_code_invalid"}},
		{"KE", "", "", map[string]string{"a.state": "state_required", "a.zipCode": "zip_code_required"}}, {"KE", "Nairobi", "whatever", nil},
		{"", "x", "x", map[string]string{"a.country": "country_required"}}, {"", "", "", map[string]string{"a.country": "country_required"}}, {"H1", "x", "x", map[string]string{"a.country": "country_invalid"}},
		{"XX", "x", "x", map[string]string{"a.country": "country_invalid"}}, {"ZZ", "x", "x", map[string]string{"a.country": "country_invalid"}},
		{"EU", "x", "x", map[string]string{"a.country": "country_invalid"}}, {"USA", "x", "x", map[string]string{"a.country": "country_invalid"}},
		{"AU", "NSW", "20001234567890", map[string]string{"a.zipCode": "too_long"}},
	} {
		a := home(c.country, c.state, c.zip)
		if got := a.Problems("a.", address.Rules{Email: yes}); !maps.Equal(got, c.want) {
			t.Errorf("%s %q %q: %v, want %v", c.country, c.state, c.zip, got, c.want)
		}
	}
}

func TestInvalidAddressesNameTheirFields(t *testing.T) {
	t.Parallel()
	a := home(" hk ", "", "")
	a.Phone, a.Email = "1", "x"
	if got := a.Problems("", address.Rules{Email: no}); !maps.Equal(got, map[string]string{"phone": "phone_invalid", "email": "email_invalid"}) || a.Country != "HK" {
		t.Fatalf("%v in %q", got, a.Country)
	}
	for typed, want := range map[string]string{"5123 4567": "+85251234567", "+44 7700 900123": "+447700900123", "13800138000": "13800138000", "call": "phone_invalid"} {
		a := home("HK", "", "")
		a.Phone = typed
		bad := a.Problems("", address.Rules{Email: yes})
		if got := cmp.Or(bad["phone"], a.Phone); got != want {
			t.Errorf("%q is %q", typed, got)
		}
	}
	empty := address.Address{Country: "HK"}
	want := map[string]string{"fullName": "full_name_required", "addressLine1": "address_line1_required", "city": "city_required"}
	if got := empty.Problems("", address.Rules{Email: yes}); !maps.Equal(got, want) {
		t.Fatalf("an empty one: %v", got)
	}
}
