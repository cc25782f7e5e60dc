package pages

import (
	"golang.org/x/text/language"
)

// LocaleCookie is the cookie that holds the language a shopper chose.
const LocaleCookie = "locale"

// Negotiate returns the language for an address that names none: that of the cookie, else the first one of
// Accept-Language that the shop speaks, else the site's own.
func Negotiate(cookie, acceptLanguage, tenantDefault string) string {
	if IsLocale(cookie) {
		return cookie
	}
	// The tags come out by weight; those with weight 0 are refused languages.
	tags, weights, err := language.ParseAcceptLanguage(acceptLanguage)
	if err == nil {
		for i, tag := range tags {
			if base, _ := tag.Base(); weights[i] > 0 && IsLocale(base.String()) && !isUndetermined(tag) {
				return base.String()
			}
		}
	}
	if IsLocale(tenantDefault) {
		return tenantDefault
	}
	return Locales()[0]
}

// isUndetermined reports whether a tag names no language: "*", which means any, parses as one whose likely base is English.
func isUndetermined(tag language.Tag) bool {
	base, confidence := tag.Base()
	return base.String() == "und" || confidence < language.High
}
