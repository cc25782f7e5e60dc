package account_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/benchtest"
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
	*benchtest.Bench
	codes    *account.Codes
	sessions *account.Sessions
	accounts *account.Service
	redis    *redistest.Server
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	b := benchtest.New(t)
	return &fixture{Bench: b, codes: account.NewCodes(b.DB, b.Clock, b.Queue, b.Box, [][]byte{[]byte("secret")}, rules)}
}

// open is newFixture with Redis and everything that needs it.
func open(t *testing.T) *fixture {
	t.Helper()
	d := newFixture(t)
	prints, err := secret.NewFingerprinter([]byte("0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	d.redis = redistest.Start(t)
	d.sessions = account.NewSessions(d.redis.Client(t), d.Clock, idle, longest)
	d.accounts = account.New(account.Deps{
		DB: d.DB, Clock: d.Clock, Queue: d.Queue, Codes: d.codes, Hasher: account.NewHasher(4, time.Minute), Sessions: d.sessions, Prints: prints,
	})
	return d
}

var hongKong = time.FixedZone("HKT", 8*60*60)

// request comes to site 20, whose day ends at 16:00 UTC.
func request() account.Request {
	return account.Request{TenantID: 20, Zone: hongKong, Locale: "en", Device: "Firefox on a ferry", RequestID: "r1"}
}

func form() account.Registration {
	return account.Registration{Email: email, Password: password, ConfirmPassword: password, FirstName: "Ada", Agree: true}
}

func (d *fixture) code(t *testing.T, channel, target, purpose string) string {
	t.Helper()
	d.Clock.Advance(time.Minute)
	return d.send(t, account.CodeRequest{TenantID: 20, Channel: channel, Target: target, Purpose: purpose, Locale: "en"})
}

func (d *fixture) register(t *testing.T) account.LoginResult {
	t.Helper()
	f := form()
	f.Code = d.code(t, notify.Email, email, "signup")
	a, err := d.accounts.Register(ctx, request(), f)
	if err != nil {
		t.Fatalf("register: %v", err)
	}
	return a
}

// login returns the code of the refusal, "" when the login went well.
func (d *fixture) login(c account.Credentials) string {
	_, err := d.accounts.Login(ctx, request(), c)
	return fault.Code(err)
}

func (d *fixture) alive(t *testing.T, token string) bool {
	t.Helper()
	who, err := d.accounts.Authenticate(ctx, 20, token)
	if err != nil {
		t.Fatal(err)
	}
	return who != nil
}
