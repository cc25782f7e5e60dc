package naming_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/catalog/naming"
)

func TestANameIsRewordedWhereItStandsAlone(t *testing.T) {
	t.Parallel()
	names := []string{"Oman", "Romania", "India", "Indonesia", "Taiwan", "Taiwan, China", "印度", "印度尼西亚", "印尼", "Türkiye", "Turkey", "Macao", "Macau"}
	for text, want := range map[string]string{
		"Taiwan 5GB 5 days":                      "Taiwan, China 5GB 5 days",
		"Taiwan, China 5GB":                      "Taiwan, China 5GB",
		"Taiwan's coast, Taiwan.":                "Taiwan, China's coast, Taiwan, China.",
		"Oman and Romania":                       "Sultanate of Oman and Romania",
		"Sub-Taiwanese":                          "Sub-Taiwanese",
		"印度尼西亚全境，印度除外":                           "印尼全境，印度除外",
		"Türkiye 10GB (install before arrival)":  "Turkey 10GB (install before arrival)",
		"Mainland China, Hong Kong & Macao":      "Mainland China, Hong Kong & Macau",
		"":                                       "",
		"a lone \xff byte beside Macao stays":    "a lone \xff byte beside Macau stays",
		"3GB/day in Indonesia, India left alone": "3GB/day in Indonesia, India left alone",
	} {
		to := map[string]string{"Taiwan": "Taiwan, China", "Oman": "Sultanate of Oman", "印度尼西亚": "印尼", "Türkiye": "Turkey", "Macao": "Macau"}
		if got := naming.Reword(text, to, names); got != want {
			t.Errorf("%q became %q, not %q", text, got, want)
		}
	}
}
