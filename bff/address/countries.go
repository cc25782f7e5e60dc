package address

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/roamcart/roamcart/shared"
)

// countries are those of ISO 3166-1 that people live in: neither Antarctica nor islands with weather stations.
var countries = strings.Fields("AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC " +
	"CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA " +
	"GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE " +
	"KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS " +
	"MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO " +
	"RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV " +
	"TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW")

// Countries returns the codes (ISO 3166-1 alpha-2) of all countries and regions that people live in, sorted.
func Countries() []string { return slices.Clone(countries) }

// renamed are countries that the library still calls as they were called before.
var renamed = map[string]struct{ en, zh string }{
	"MK": {"North Macedonia", "北马其顿"},
	"SZ": {"Eswatini", "斯威士兰"},
}

// CountryName returns what a country or region is called in a language, or its code when nobody knows.
func CountryName(code, lang string) string {
	if now, ok := renamed[code]; ok {
		return shared.In(lang, now.en, now.zh)
	}
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	names := display.English.Regions()
	if lang == "zh" {
		names = display.Chinese.Regions()
	}
	if name := names.Name(region); name != "" {
		return name
	}
	return code
}
