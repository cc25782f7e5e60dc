package dial

import (
	"cmp"
	"strings"
)

// examples has a mobile number of each country in plans as it is written with its country code: one that the country's regulator
// set aside for examples, where it did (AU, CA, GB, US).
var examples = map[string]string{
	"AE": "+971 50 123 4567", "AU": "+61 491 570 156", "CA": "+1 416 555 0123", "CH": "+41 78 123 45 67", "CN": "+86 131 2345 6789",
	"DE": "+49 1512 3456789", "ES": "+34 612 34 56 78", "FR": "+33 6 12 34 56 78", "GB": "+44 7700 900123", "HK": "+852 5123 4567",
	"ID": "+62 812 3456 7890", "IE": "+353 85 012 3456", "IN": "+91 81234 56789", "IT": "+39 312 345 6789", "JP": "+81 90 1234 5678",
	"KR": "+82 10 1234 5678", "MO": "+853 6612 3456", "MY": "+60 12 345 6789", "NL": "+31 6 12345678", "NZ": "+64 21 123 4567",
	"PH": "+63 905 123 4567", "SG": "+65 8123 4567", "TH": "+66 81 234 5678", "TR": "+90 501 234 56 78", "TW": "+886 912 345 678",
	"US": "+1 415 555 0123", "VN": "+84 91 234 56 78",
}

// Example returns a number to show how one is typed with its country code: of the country, where it has one, or else of the country that
// another number with its country code belongs to, such as that of the company. Without either it is one of the United Kingdom. It does
// not break over lines.
func Example(country, number string) string {
	example := cmp.Or(examples[country], exampleLike(number), examples["GB"])
	return strings.ReplaceAll(example, " ", "\u00a0")
}

// exampleLike returns the example of a country to which an international number may belong, "" for none.
func exampleLike(number string) string {
	if !strings.HasPrefix(number, "+") {
		return ""
	}
	for _, country := range codes[Code(number)] {
		if example, ok := examples[country]; ok {
			return example
		}
	}
	return ""
}
