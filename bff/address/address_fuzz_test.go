package address

import (
	"maps"
	"strings"
	"testing"
	"unicode/utf8"
)

// An address is brought into a form in which the same is wrong with it as before; where nothing is wrong, every line of it fits on a
// label.
func FuzzProblems(f *testing.F) {
	f.Add("Ada Lovelace", "gb", "1 St James's Sq", "", "London", "", "sw1a 1aa", "+447700900123", "ada@example.com")
	f.Add("李\u202e雷", "CN", "中山路１号\r\nx", "\x00", "上海", "上海", "２０００００", "", "")
	f.Add("", "ZZ", strings.Repeat("a", 121), "", "\xff", "", strings.Repeat("1", 13), "1", "a")
	f.Add("A", "GB", "B", "", "D", "", "SW1A 1AA", "07700 900123", "")
	f.Add("A", "US", "B", "C", "D", "CA", "94103-1234", "", "")
	f.Add("A", "h\u212a", "B", "", "D", "", "", "", "")
	given := Rules{Email: func(s string) bool { return strings.Count(s, "@") == 1 }}
	f.Fuzz(func(t *testing.T, name, country, line1, line2, city, state, zip, phone, email string) {
		a := Address{FullName: name, Country: country, AddressLine1: line1, AddressLine2: line2, City: city, State: state, ZipCode: zip, Phone: phone, Email: email}
		bad := a.Problems("address.", given)
		once := a
		if again := a.Problems("address.", given); !maps.Equal(bad, again) || a != once {
			t.Fatalf("%+v has %v, and then, as %+v, %v", once, bad, a, again)
		}
		for field, key := range bad {
			if !strings.HasPrefix(field, "address.") || key == "" {
				t.Fatalf("%s: %q", field, key)
			}
		}
		if len(bad) > 0 {
			return
		}
		for _, s := range []string{a.FullName, a.Country, a.AddressLine1, a.AddressLine2, a.City, a.State, a.ZipCode, a.Phone} {
			if utf8.RuneCountInString(s) > 120 || strings.ContainsAny(s, "\r\n\x00") {
				t.Fatalf("%q fits on no label", s)
			}
		}
		if len(a.Country) != 2 || a.FullName == "" || a.AddressLine1 == "" || a.City == "" {
			t.Fatalf("nothing is wrong with %+v", a)
		}
	})
}
