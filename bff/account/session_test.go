package account_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func TestASessionEndsWhenItIsNotUsedAndInAnyCaseInTheEnd(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	idler := f.register(t)
	f.Clock.Advance(idle - time.Second)
	if !f.isSessionAlive(t, idler.Token) {
		t.Fatal("ended before its time")
	}
	for n := range 23 {
		f.Clock.Advance(idle - time.Second)
		if !f.isSessionAlive(t, idler.Token) {
			t.Fatalf("a session in use ended after %d hours", n)
		}
	}
	f.Clock.Advance(time.Minute)
	if f.isSessionAlive(t, idler.Token) {
		t.Fatal("a session lives longer than any may")
	}
	again, err := f.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: password})
	require.NoError(t, err)
	f.Clock.Advance(idle)
	if f.isSessionAlive(t, again.Token) {
		t.Fatal("an idle session lives")
	}
}

// A Redis that became a replica, or has no room on its disk, reads and does not write. Who is logged in stays so, and who is not
// is told.
func TestLoginsOutliveARedisThatOnlyReads(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	a := f.register(t)
	f.Clock.Advance(idle - 2*time.Minute)
	other, err := f.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: password})
	require.NoError(t, err)
	require.NoError(t, f.redis.Client(t).Do(ctx, "replicaof", "127.0.0.1", "1").Err())
	f.Clock.Advance(time.Minute)
	for _, token := range []string{a.Token, other.Token} {
		if !f.isSessionAlive(t, token) {
			t.Error("a login that was used some minutes ago has ended")
		}
	}
	f.Clock.Advance(time.Minute)
	if f.isSessionAlive(t, a.Token) {
		t.Error("what was not noted was not a use")
	}
	if got := f.login(account.Credentials{Email: email, Password: password}); got != "unavailable" {
		t.Errorf("a new login: %q", got)
	}
}

// Nobody who reads Redis can log in, and a token opens nothing at another site or in another spelling.
func TestATokenIsKeptHashed(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	a := f.register(t)
	rdb := f.redis.Client(t)
	keys, err := rdb.Keys(ctx, "*").Result()
	if err != nil || len(keys) == 0 {
		t.Fatalf("keys: %v %v", keys, err)
	}
	_, secret, _ := strings.Cut(a.Token, ".")
	for _, k := range keys {
		all, err := rdb.HGetAll(ctx, k).Result()
		require.NoError(t, err)
		for field, value := range all {
			if strings.Contains(k+field+value, secret) {
				t.Fatalf("%s holds the token", k)
			}
			if f.isSessionAlive(t, strings.Split(a.Token, ".")[0]+"."+field) {
				t.Fatal("what Redis keeps opens a session")
			}
		}
	}
	for _, token := range []string{"", ".", "1", "x." + secret, "+" + a.Token, a.Token + "=", "0." + secret, "-1." + secret, "999999999999999999999." + secret, " " + a.Token} {
		if f.isSessionAlive(t, token) {
			t.Errorf("%q opens a session", token)
		}
	}
	if who, err := f.accounts.Authenticate(ctx, 21, a.Token); err != nil || who != nil {
		t.Fatalf("at another site: %+v %v", who, err)
	}
}

func TestOtherLoginsCanBeEnded(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	here := f.register(t)
	var others []account.LoginResult
	for range 3 {
		f.Clock.Advance(2 * time.Minute)
		a, err := f.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: password})
		require.NoError(t, err)
		others = append(others, a)
	}
	list, err := f.accounts.Logins(ctx, here.Caller)
	if err != nil || len(list) != 4 || list[0].ID != others[2].Session.ID || list[0].Device != "Firefox on a ferry" {
		t.Fatalf("logins: %+v %v", list, err)
	}
	for id, want := range map[string]string{here.Session.ID: "session_not_found", "nothing": "session_not_found", others[0].Session.ID: ""} {
		if err := f.accounts.EndLogin(ctx, here.Caller, id); fault.Code(err) != want {
			t.Errorf("end %s: %v", id, err)
		}
	}
	if f.isSessionAlive(t, others[0].Token) || !f.isSessionAlive(t, others[1].Token) {
		t.Fatal("the wrong one ended")
	}
	require.NoError(t, f.accounts.EndOtherLogins(ctx, here.Caller))
	if f.isSessionAlive(t, others[1].Token) || f.isSessionAlive(t, others[2].Token) || !f.isSessionAlive(t, here.Token) {
		t.Fatal("only the one that asked may live")
	}
}

func TestTheTwentyFirstLoginEndsTheOldest(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	first := f.register(t)
	var last account.LoginResult
	for range 20 {
		f.Clock.Advance(time.Second)
		var err error
		if last, err = f.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: password}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := f.accounts.Logins(ctx, last.Caller)
	if err != nil || len(list) != 20 || f.isSessionAlive(t, first.Token) {
		t.Fatalf("%d logins, %v", len(list), err)
	}
}

// Without Redis nobody can tell who asks; that is said, and nobody is taken for logged out.
func TestLoginsAreUnavailableWithoutRedis(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	a := f.register(t)
	f.redis.Stop()
	if _, err := f.accounts.Authenticate(ctx, 20, a.Token); fault.Code(err) != "unavailable" {
		t.Fatalf("who: %v", err)
	}
	if _, err := f.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: password}); fault.Code(err) != "unavailable" {
		t.Fatalf("login: %v", err)
	}
	if err := f.accounts.Logout(ctx, 20, a.Token); fault.Code(err) != "unavailable" {
		t.Fatalf("logout: %v", err)
	}
	f.codes.Send(ctx, account.CodeRequest{TenantID: 20, Channel: "email", Target: email, Purpose: "reset", Locale: "en"})
	err := f.accounts.ResetPassword(ctx, request(), account.Reset{Email: email, Code: f.readMailedCode(t), Password: "Other-Route-77", ConfirmPassword: "Other-Route-77"})
	require.NoError(t, err, "a reset needs no Redis")
}

func TestTooManyPasswordsAtOnce(t *testing.T) {
	t.Parallel()
	h := account.NewHasher(1, 0)
	busy, stop := context.WithCancel(ctx)
	refused := make(chan string, 2)
	for range 2 {
		go func() {
			for busy.Err() == nil {
				if _, err := h.Hash(ctx, password); err != nil {
					refused <- fault.Code(err)
					return
				}
			}
		}()
	}
	if got := <-refused; got != "unavailable" {
		t.Fatalf("the one that waits: %q", got)
	}
	stop()
	if _, err := account.NewHasher(1, time.Second).Matches(ctx, "$2a$10$bcrypt", password); err == nil {
		t.Fatal("a hash of another kind was read")
	}
}
