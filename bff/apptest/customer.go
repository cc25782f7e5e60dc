package apptest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// Password is a good one.
const Password = "Ferry-Route-88"

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// Code asks for a verification code by mail and reads it there.
func (p *Shopper) Code(email, purpose string) string {
	p.t.Helper()
	return p.CodeBy("email", email, purpose)
}

// CodeBy asks for a verification code by a channel, email or sms, and reads it in the outbox.
func (p *Shopper) CodeBy(channel, target, purpose string) string {
	p.t.Helper()
	before := len(p.shop.codeMails(target))
	p.Post("/gw/auth/code/send", map[string]string{"channel": channel, "target": target, "purpose": purpose}).Into(p.t, &gen.CodeSent{})
	code := ""
	waittest.Eventually(p.t, "the code for "+purpose+" arrives", func() bool {
		mails := p.shop.codeMails(target)
		if len(mails) > before {
			code = sixDigits.FindString(mails[0].Text)
		}
		return code != ""
	})
	return code
}

// codeMails are the messages with codes among those to an address or number, newest first.
func (s *Shop) codeMails(to string) []Mail {
	s.t.Helper()
	return slices.DeleteFunc(s.Mails(to), func(m Mail) bool { return !strings.Contains(m.Key, "/code:") })
}

// Register makes an account with Password and leaves the shopper logged in.
func (p *Shopper) Register(email string) gen.Login {
	p.t.Helper()
	var login gen.Login
	p.Seal("/gw/auth/register", Registration(email, p.Code(email, "signup"))).Into(p.t, &login)
	return login
}

// Registration is a complete sign-up form.
func Registration(email, code string) gen.RegisterBody {
	return gen.RegisterBody{
		Email: email, Code: code, Password: Password, ConfirmPassword: Password, FirstName: "Ada", LastName: "Lovelace", Agree: true,
	}
}

// Customer returns a new browser that is logged in.
func (s *Shop) Customer(t testing.TB, email string) *Shopper {
	t.Helper()
	p := s.Shopper(t)
	p.Register(email)
	return p
}
