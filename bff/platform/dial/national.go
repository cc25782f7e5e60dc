package dial

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/input"
)

// plans say how a country's numbers are written within it: the prefix that goes when the country code comes, "-" for none, and
// what follows it, after ITU-T E.164's list of national numbering plans. A country that is not here has numbers in E.164 alone.
const plans = `
AE 0 [2-9]\d{7,8}  AU 0 [2-478]\d{8}  CA - [2-9]\d{2}[2-9]\d{6}  CH 0 [2-9]\d{8}  CN - 1[3-9]\d{9}  DE 0 [1-9]\d{5,11}  ES - [5-9]\d{8}
FR 0 [1-9]\d{8}  GB 0 [1-9]\d{8,9}  HK - [2-9]\d{7}  ID 0 8\d{8,11}  IE 0 [1-9]\d{6,9}  IN 0 [6-9]\d{9}  IT - 3\d{8,9}  JP 0 [1-9]\d{8,9}
KR 0 [1-9]\d{7,9}  MO - [268]\d{7}  MY 0 [1-9]\d{7,9}  NL 0 [1-9]\d{8}  NZ 0 [2-9]\d{7,9}  PH 0 9\d{9}  SG - [3689]\d{7}
TH 0 [2-9]\d{7,8}  TR 0 [2-5]\d{9}  TW 0 [2-9]\d{7,8}  US - [2-9]\d{2}[2-9]\d{6}  VN 0 [2-9]\d{8,9}`

// plan is how one country's numbers are read.
type plan struct {
	prefix string
	// withPrefix is a number as it is written within the country, withCode one with the country code and no +; both hold the number
	// that goes behind the code.
	withPrefix, withCode *regexp.Regexp
	code                 string
}

var national = func() map[string]plan {
	all, words := map[string]plan{}, strings.Fields(plans)
	for i := 0; i < len(words); i += 3 {
		p := plan{prefix: strings.Trim(words[i+1], "-"), code: codeOf(words[i])}
		p.withPrefix = regexp.MustCompile(`^` + p.prefix + `(` + words[i+2] + `)$`)
		p.withCode = regexp.MustCompile(`^` + p.code + `(` + words[i+2] + `)$`)
		all[words[i]] = p
	}
	return all
}()

func codeOf(country string) string {
	for code, shared := range codes {
		if slices.Contains(shared, country) {
			return code
		}
	}
	return ""
}

var (
	international = regexp.MustCompile(`^(?:\+|00)([1-9][0-9]{5,14})$`)
	anyDigits     = regexp.MustCompile(`^[0-9]{6,15}$`)
)

// Read returns what somebody typed as E.164 writes it: a number with its country code behind + or 00, one as it is written within the
// first of the countries that has such numbers, or one with its country code alone that cannot be read in another way. Otherwise it
// returns the key of a message: phone_invalid for what is no number, phone_code_missing for one whose country is unknown.
func Read(typed string, countries ...string) (number, problem string) {
	digits := input.Joined(typed)
	if m := international.FindStringSubmatch(digits); m != nil {
		return "+" + withoutPrefix(m[1]), ""
	}
	for _, country := range countries {
		p, ok := national[country]
		if !ok {
			continue
		}
		for _, form := range []*regexp.Regexp{p.withPrefix, p.withCode} {
			if m := form.FindStringSubmatch(digits); m != nil {
				return "+" + p.code + m[1], ""
			}
		}
	}
	switch {
	case hasCode(digits):
		return "+" + digits, ""
	case anyDigits.MatchString(digits):
		return "", "phone_code_missing"
	}
	return "", "phone_invalid"
}

// hasCode reports whether digits begin with a country code and cannot be read in another way: 85251234567 is a number of Hong Kong,
// while 13912345678 could be one of +1 or, within China, of +86.
func hasCode(digits string) bool {
	found := false
	for _, p := range national {
		if p.withPrefix.MatchString(digits) {
			return false
		}
		found = found || p.withCode.MatchString(digits)
	}
	return found
}

// ReadRequired is [Read] for a number that has to be typed: phone_required says that it was not.
func ReadRequired(typed string, countries ...string) (number, problem string) {
	if strings.TrimSpace(typed) == "" {
		return "", "phone_required"
	}
	return Read(typed, countries...)
}

// ForCalls is [Read] for a number that people call: one whose country is unknown stays as it was typed. The only problem is
// phone_invalid.
func ForCalls(typed string, countries ...string) (number, problem string) {
	number, problem = Read(typed, countries...)
	if problem == "phone_code_missing" {
		problem = ""
	}
	return cmp.Or(number, typed), problem
}

// Number returns what [Read] makes of a text, and the text itself when that is nothing.
func Number(typed string, countries ...string) string {
	number, _ := ForCalls(typed, countries...)
	return number
}

// National reports whether the numbers of a country are known as they are written within it.
func National(country string) bool { return national[country].code != "" }

// NationalCodes are the country codes, without +, of the countries whose numbers are known as they are written within them.
func NationalCodes() map[string]string {
	out := map[string]string{}
	for country, p := range national {
		out[country] = p.code
	}
	return out
}

// withoutPrefix takes the 0 out of +44 (0)7700 900123, which is written for those who dial it at home.
func withoutPrefix(digits string) string {
	for _, country := range codes[Code(digits)] {
		p, ok := national[country]
		if rest, zero := strings.CutPrefix(digits, p.code+p.prefix); ok && p.prefix != "" && zero && p.withCode.MatchString(p.code+rest) {
			return p.code + rest
		}
	}
	return digits
}
