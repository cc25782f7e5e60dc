package account_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// rotateSecret returns the same fixture after the shop's secret was replaced.
func rotateSecret(t *testing.T, f *fixture) *fixture {
	t.Helper()
	prints, err := secret.NewFingerprinter([]byte("fedcba9876543210"), []byte("0123456789abcdef"))
	require.NoError(t, err)
	next := *f
	next.codes = account.NewCodes(f.DB, f.Clock, f.Queue, f.Box, [][]byte{[]byte("next"), []byte("secret")}, rules)
	next.accounts = account.New(account.Deps{
		DB: f.DB, Clock: f.Clock, Queue: f.Queue, Codes: next.codes, Hasher: account.NewHasher(4, time.Minute), Sessions: f.sessions, Prints: prints,
	})
	return &next
}

func TestACodeOutlivesAnExchangeOfTheSecret(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	first := f.requestCode(t, ask)
	next := rotateSecret(t, f)
	if _, err := next.codes.Send(ctx, ask); requireFault(t, err).Code != "code_too_soon" {
		t.Fatalf("the pause: %v", err)
	}
	if got := next.checkCode(ask, "12345"); got != "code_incorrect" {
		t.Fatalf("a wrong code: %q", got)
	}
	if got := next.checkCode(ask, first); got != "" {
		t.Fatalf("a code from before: %q", got)
	}
	if got := next.checkCode(ask, first); got != "code_incorrect" {
		t.Fatalf("the same code again: %q", got)
	}
	f.Clock.Advance(time.Minute)
	second := next.requestCode(t, ask)
	if got := next.checkCode(ask, second); got != "" {
		t.Fatalf("a code from after: %q", got)
	}
	if n := f.Count(t, `select count(*) from verification_code`); n != 1 {
		t.Fatalf("%d rows of one target", n)
	}
}

func TestALockOutlivesAnExchangeOfTheSecret(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	f.register(t)
	for range 4 {
		_ = f.login(wrongPassword(email))
	}
	next := rotateSecret(t, f)
	if got := next.login(wrongPassword(email)); got != "account_locked" {
		t.Fatalf("the fifth failure: %q", got)
	}
	// Whoever resets the password is let in, whichever secret the failures were counted under.
	for _, fresh := range []string{"Ferry-Route-99", "Ferry-Route-98"} {
		code := next.newCode(t, "email", email, "reset")
		r := account.Reset{Email: email, Code: code, Password: fresh, ConfirmPassword: fresh}
		require.NoError(t, next.accounts.ResetPassword(ctx, request(), r))
		_, err := next.accounts.Login(ctx, request(), wrongPassword(email))
		if refused := requireFault(t, err); refused.Text != "attempts_remaining_4" {
			t.Fatalf("after a reset: %+v", refused)
		}
		if got := next.login(account.Credentials{Email: email, Password: fresh}); got != "" {
			t.Fatalf("the new password: %q", got)
		}
		for range 4 {
			_ = f.login(wrongPassword(email))
		}
	}
}
