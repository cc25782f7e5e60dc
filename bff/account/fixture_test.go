package account_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/redistest"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

const (
	email    = "ada@example.com"
	password = "Ferry-Route-88"
	idle     = time.Hour
	longest  = 24 * time.Hour
)

var rules = account.CodeRules{
	TTL: 10 * time.Minute, Resend: time.Minute, Channels: []string{notify.Email, notify.SMS},
	PerMailbox: 4, PerNumber: 4, PerNetwork: 3, PerCountry: 5, PerDay: 100, PerCaller: 2,
}

// fixture is the accounts of two sites on a clock that the test moves.
type fixture struct {
	*moduletest.Fixture
	codes    *account.Codes
	sessions *account.Sessions
	accounts *account.Service
	redis    *redistest.Server
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := moduletest.New(t)
	return &fixture{Fixture: f, codes: account.NewCodes(f.DB, f.Clock, f.Queue, f.Box, [][]byte{[]byte("secret")}, rules)}
}

// newFixtureWithRedis is newFixture with Redis, sessions and accounts.
func newFixtureWithRedis(t *testing.T) *fixture {
	t.Helper()
	f := newFixture(t)
	prints, err := secret.NewFingerprinter([]byte("0123456789abcdef"))
	require.NoError(t, err)
	f.redis = redistest.Start(t)
	f.sessions = account.NewSessions(f.redis.Client(t), f.Clock, idle, longest)
	f.accounts = account.New(account.Deps{
		DB: f.DB, Clock: f.Clock, Queue: f.Queue, Codes: f.codes, Hasher: account.NewHasher(4, time.Minute), Sessions: f.sessions, Prints: prints,
	})
	return f
}

var hongKong = time.FixedZone("HKT", 8*60*60)

// request comes to site 20, whose day ends at 16:00 UTC.
func request() account.Request {
	return account.Request{TenantID: 20, Zone: hongKong, Locale: "en", Device: "Firefox on a ferry", RequestID: "r1"}
}

func registrationForm() account.Registration {
	return account.Registration{Email: email, Password: password, ConfirmPassword: password, FirstName: "Ada", Agree: true}
}

func (f *fixture) newCode(t *testing.T, channel, target, purpose string) string {
	t.Helper()
	f.Clock.Advance(time.Minute)
	return f.requestCode(t, account.CodeRequest{TenantID: 20, Channel: channel, Target: target, Purpose: purpose, Locale: "en"})
}

func (f *fixture) register(t *testing.T) account.LoginResult {
	t.Helper()
	form := registrationForm()
	form.Code = f.newCode(t, notify.Email, email, "signup")
	a, err := f.accounts.Register(ctx, request(), form)
	require.NoError(t, err, "register")
	return a
}

// login returns the code of the refusal, "" when the login went well.
func (f *fixture) login(c account.Credentials) string {
	_, err := f.accounts.Login(ctx, request(), c)
	return fault.Code(err)
}

func (f *fixture) isSessionAlive(t *testing.T, token string) bool {
	t.Helper()
	who, err := f.accounts.Authenticate(ctx, 20, token)
	require.NoError(t, err)
	return who != nil
}
