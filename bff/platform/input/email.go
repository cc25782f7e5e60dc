package input

import (
	"net/mail"
	"strings"

	"golang.org/x/net/idna"
)

// maxEmail and maxLocal are how many bytes an address has and what is before its @ (RFC 5321).
const (
	maxEmail = 254
	maxLocal = 64
)

// domains reads the host names that mail goes to, also those in other scripts: labels of letters, digits and inner hyphens.
var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.CheckHyphens(false), idna.VerifyDNSLength(true))

// Email returns an e-mail address in lower case, "" and false when mail cannot reach it.
func Email(typed string) (string, bool) {
	s := strings.ToLower(Plain(typed))
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > maxEmail {
		return "", false
	}
	at := strings.LastIndexByte(s, '@')
	host, err := domains.ToASCII(s[at+1:])
	if err != nil || at > maxLocal || at+1+len(host) > maxEmail {
		return "", false
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if strings.Trim(label, "-") != label {
			return "", false
		}
	}
	top := labels[len(labels)-1]
	if len(labels) == 1 || len(top) == 1 || strings.Trim(top, "0123456789") == "" {
		return "", false
	}
	return s, true
}
