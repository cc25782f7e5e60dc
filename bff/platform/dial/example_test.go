package dial_test

import (
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/dial"
)

func TestExampleOfACountry(t *testing.T) {
	t.Parallel()
	for country, code := range dial.NationalCodes() {
		example := dial.Example(country, "+852 3018 2600")
		rest, ok := strings.CutPrefix(example, "+"+code+"\u00a0")
		if !ok {
			t.Errorf("the example of %s is %s", country, example)
		}
		number, problem := dial.Read(example)
		if at, _ := dial.Read(rest, country); problem != "" || number != strings.ReplaceAll(example, "\u00a0", "") || !dial.In(number, []string{country}) {
			t.Errorf("%s is read as %q %q", example, number, at)
		}
	}
	for _, c := range []struct{ country, number, code string }{
		{"GB", "+852 3018 2600", "+44"}, {"", "+852 3018 2600", "+852"}, {"", "+81 3 1234 5678", "+81"}, {"", "+1 212 555 0100", "+1"},
		{"", "+44 20 7946 0018", "+44"}, {"", "+39 06 6982", "+39"}, {"", "", "+44"}, {"", "400 123 4567", "+44"}, {"", "+880 2 1234", "+44"}, {"AQ", "+65 6123 4567", "+65"},
	} {
		if example := dial.Example(c.country, c.number); !strings.HasPrefix(example, c.code+"\u00a0") {
			t.Errorf("the example of %q with %q is %s", c.country, c.number, example)
		}
	}
}
