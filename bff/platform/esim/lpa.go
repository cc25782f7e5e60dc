package esim

import (
	"errors"
	"log/slog"
	"regexp"
	"strings"
)

// Reasons why a text is no activation code. None of them quotes the text.
var (
	ErrLPALength  = errors.New("esim: activation code is longer than 255 characters")
	ErrLPAFields  = errors.New("esim: activation code needs a version, a server and a token")
	ErrLPAVersion = errors.New("esim: activation code version is not 1")
	ErrLPAServer  = errors.New("esim: activation code server is not a domain name")
	ErrLPAToken   = errors.New("esim: activation code token has characters other than letters, digits and hyphens")
	ErrLPAOID     = errors.New("esim: activation code object id is malformed")
	ErrLPAFlag    = errors.New("esim: activation code confirmation flag is neither 1 nor absent")
)

const (
	lpaPrefix    = "LPA:"
	maxLPALength = 255
)

var (
	// Both cases are listed, because folding would let the Kelvin sign pass as a k.
	fqdn  = regexp.MustCompile(`^([A-Za-z0-9]+(-[A-Za-z0-9]+)*\.)+[A-Za-z]{2,}$`)
	token = regexp.MustCompile(`^[A-Za-z0-9-]*$`)
	oid   = regexp.MustCompile(`^[0-2](\.(0|[1-9][0-9]*))+$`)
)

// LPA is an eSIM activation code. It lets whoever holds it install the profile, so it is a secret.
type LPA struct {
	// SMDP is the host name of the SM-DP+ server, lower case.
	SMDP string
	// MatchingID is the token, in the case it was issued in; empty when the server finds the profile by the EID.
	MatchingID string
	// OID is the object id of the server, or empty.
	OID string
	// ConfirmationRequired says that the device will ask for a confirmation code.
	ConfirmationRequired bool
}

// ParseLPA reads `LPA:1$<server>$<token>[$<oid>[$<flag>]]`, with or without the prefix, which may be in lower case.
// Fields after the fifth are ignored, as the standard demands. The error is one of the ErrLPA values.
func ParseLPA(s string) (LPA, error) {
	s = strings.TrimSpace(s)
	if len(s) > maxLPALength {
		return LPA{}, ErrLPALength
	}
	if len(s) >= len(lpaPrefix) && strings.EqualFold(s[:len(lpaPrefix)], lpaPrefix) {
		s = s[len(lpaPrefix):]
	}
	f := strings.Split(s, "$")
	if len(f) < 3 {
		return LPA{}, ErrLPAFields
	}
	lpa := LPA{SMDP: strings.ToLower(f[1]), MatchingID: f[2]}
	if len(f) > 3 {
		lpa.OID = f[3]
	}
	if len(f) > 4 {
		if f[4] != "" && f[4] != "1" {
			return LPA{}, ErrLPAFlag
		}
		lpa.ConfirmationRequired = f[4] == "1"
	}
	switch {
	case f[0] != "1":
		return LPA{}, ErrLPAVersion
	case !fqdn.MatchString(f[1]):
		return LPA{}, ErrLPAServer
	case !token.MatchString(lpa.MatchingID):
		return LPA{}, ErrLPAToken
	case lpa.OID != "" && !oid.MatchString(lpa.OID):
		return LPA{}, ErrLPAOID
	case len(lpa.String()) > maxLPALength:
		return LPA{}, ErrLPALength
	}
	return lpa, nil
}

// String returns the whole activation code with its prefix, without empty trailing fields: what a QR code holds and a
// shopper types. It is secret.
func (l LPA) String() string {
	s := lpaPrefix + "1$" + l.SMDP + "$" + l.MatchingID
	switch {
	case l.ConfirmationRequired:
		s += "$" + l.OID + "$1"
	case l.OID != "":
		s += "$" + l.OID
	}
	return s
}

// LogValue keeps the code out of logs.
func (LPA) LogValue() slog.Value { return slog.StringValue("LPA:[secret]") }

// GoString keeps the code out of %#v.
func (LPA) GoString() string { return "esim.LPA{[secret]}" }
