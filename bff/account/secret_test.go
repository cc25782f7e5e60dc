package account_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// exchanged is the same fixture after the shop's secret was exchanged for another one.
func exchanged(t *testing.T, d *fixture) *fixture {
	t.Helper()
	prints, err := secret.NewFingerprinter([]byte("fedcba9876543210"), []byte("0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	next := *d
	next.codes = account.NewCodes(d.DB, d.Clock, d.Queue, d.Box, [][]byte{[]byte("next"), []byte("secret")}, rules)
	next.accounts = account.New(account.Deps{
		DB: d.DB, Clock: d.Clock, Queue: d.Queue, Codes: next.codes, Hasher: account.NewHasher(4, time.Minute), Sessions: d.sessions, Prints: prints,
	})
	return &next
}

func TestACodeOutlivesAnExchangeOfTheSecret(t *testing.T) {
	t.Parallel()
	d := open(t)
	first := d.send(t, ask)
	next := exchanged(t, d)
	if _, err := next.codes.Send(ctx, ask); refusal(t, err).Code != "code_too_soon" {
		t.Fatalf("the pause: %v", err)
	}
	if got := next.check(ask, "12345"); got != "code_incorrect" {
		t.Fatalf("a wrong code: %q", got)
	}
	if got := next.check(ask, first); got != "" {
		t.Fatalf("a code from before: %q", got)
	}
	if got := next.check(ask, first); got != "code_incorrect" {
		t.Fatalf("the same code again: %q", got)
	}
	d.Clock.Advance(time.Minute)
	second := next.send(t, ask)
	if got := next.check(ask, second); got != "" {
		t.Fatalf("a code from after: %q", got)
	}
	if n := d.Count(t, `select count(*) from verification_code`); n != 1 {
		t.Fatalf("%d rows of one target", n)
	}
}

func TestALockOutlivesAnExchangeOfTheSecret(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.register(t)
	for range 4 {
		_ = d.login(wrongPassword(email))
	}
	next := exchanged(t, d)
	if got := next.login(wrongPassword(email)); got != "account_locked" {
		t.Fatalf("the fifth failure: %q", got)
	}
	// Whoever resets the password is let in, whichever secret the failures were counted under.
	for _, fresh := range []string{"Ferry-Route-99", "Ferry-Route-98"} {
		code := next.code(t, "email", email, "reset")
		r := account.Reset{Email: email, Code: code, Password: fresh, ConfirmPassword: fresh}
		if err := next.accounts.ResetPassword(ctx, request(), r); err != nil {
			t.Fatal(err)
		}
		_, err := next.accounts.Login(ctx, request(), wrongPassword(email))
		if f := refusal(t, err); f.Text != "attempts_remaining_4" {
			t.Fatalf("after a reset: %+v", f)
		}
		if got := next.login(account.Credentials{Email: email, Password: fresh}); got != "" {
			t.Fatalf("the new password: %q", got)
		}
		for range 4 {
			_ = d.login(wrongPassword(email))
		}
	}
}
