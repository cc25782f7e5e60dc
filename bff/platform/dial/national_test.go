package dial_test

import (
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/dial"
)

func TestNumberAsItIsWrittenAtHome(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ typed, countries, want string }{
		{"13800138000", "CN", "+8613800138000"}, {"138 0013 8000", "HK CN", "+8613800138000"}, {"8613800138000", "CN", "+8613800138000"},
		{"13800138000", "HK", "phone_code_missing"}, {"13800138000", "GB", "phone_code_missing"}, {"13800138000", "", "phone_code_missing"},
		{"13800138000", "US", "phone_code_missing"}, // +1 380 013 8000 is nobody's: an exchange begins with 2 to 9
		{"07700 900123", "GB", "+447700900123"}, {"(0)7700-900123", "GB", "+447700900123"}, {"０７７００　９００１２３", "GB", "+447700900123"},
		{"447700900123", "GB", "+447700900123"}, {"7700900123", "GB", "phone_code_missing"}, {"07700 900123", "HK", "phone_code_missing"},
		{"020 7946 0018", "GB", "+442079460018"},
		{"+44 (0)7700 900123", "", "+447700900123"}, {"44 7700 900123", "", "+447700900123"}, {"0044 (0) 7700 900123", "HK", "+447700900123"}, {"+44 7700 900123", "HK", "+447700900123"},
		{"5123 4567", "HK", "+85251234567"}, {"85251234567", "HK", "+85251234567"}, {"85251234567", "", "+85251234567"},
		{"13912345678", "", "phone_code_missing"}, {"14155550100", "", "phone_code_missing"}, {"14155550100", "US", "+14155550100"},
		{"5123 4567", "GB", "phone_code_missing"},
		{"51234567", "XX HK", "+85251234567"}, {"(415) 555-0100", "US", "+14155550100"}, {"1 415 555 0100", "US", "+14155550100"},
		{"090-1234-5678", "JP", "+819012345678"}, {"347 123 4567", "IT", "+393471234567"}, {"+39 06 6982", "", "+39066982"},
		{"+13800138000", "CN", "+13800138000"}, {"+852 2345 6789", "", "+85223456789"},
		{"00852 2345 6789", "GB", "+85223456789"}, {"000852 2345 6789", "HK", "phone_code_missing"},
		{"", "HK", "phone_invalid"}, {"12", "HK", "phone_invalid"}, {"call me", "HK", "phone_invalid"}, {"++123456", "HK", "phone_invalid"},
		{"1234567890123456", "HK", "phone_invalid"},
	} {
		number, problem := dial.Read(c.typed, strings.Fields(c.countries)...)
		if number+problem != c.want {
			t.Errorf("%q in %q is %q %q, want %q", c.typed, c.countries, number, problem, c.want)
		}
		want := c.want
		if problem != "" {
			want = c.typed
		}
		if got := dial.Number(c.typed, strings.Fields(c.countries)...); got != want {
			t.Errorf("%q in %q is %q, want %q", c.typed, c.countries, got, want)
		}
	}
	if !dial.National("GB") || dial.National("UK") || dial.National("") {
		t.Error("a country's numbers are known and should not be, or the other way round")
	}
}
