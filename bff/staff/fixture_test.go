package staff_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/staff"
)

var ctx = context.Background()

// boss is who acts on the command line.
var boss = audit.By{Actor: "staff:boss", RequestID: "r1"}

// fixture is the members of staff on a clock that the test moves, with jobs that nobody works.
type fixture struct {
	*staff.Service
	db    *pg.DB
	clock *clock.Fake
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db := pgtest.New(t)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	key := []byte("0123456789abcdef0123456789abcdef")
	box, err := secret.NewBox(key)
	require.NoError(t, err)
	prints, err := secret.NewFingerprinter(key)
	require.NoError(t, err)
	clk := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	return &fixture{db: db, clock: clk, Service: staff.New(staff.Deps{
		DB: db, Clock: clk, Queue: queue, Box: box, Prints: prints, Site: 20, Address: "https://shop.example/studio",
	})}
}

func request() staff.Request {
	return staff.Request{
		Host: "shop.example", Origin: "https://shop.example", Device: "Firefox on a ferry", Address: "203.0.113.7", Locale: "en", RequestID: "r2",
	}
}

// invite invites a member and returns the token.
func (f *fixture) invite(t *testing.T, email string, role staff.Role) string {
	t.Helper()
	_, link, err := f.Invite(ctx, boss, staff.Invite{Email: email, Role: role, Locale: "en"})
	require.NoError(t, err)
	return link[len("https://shop.example/studio/invitation#"):]
}

// newMember makes a member without a passkey and returns the first login.
func (f *fixture) newMember(t *testing.T, email string, role staff.Role) staff.LoginResult {
	t.Helper()
	a, err := f.Accept(ctx, request(), staff.Acceptance{Token: f.invite(t, email, role), Name: "Ada", Locale: "en"})
	require.NoError(t, err)
	return a
}

// coseKey is how many bytes a P-256 key has as COSE writes it.
const coseKey = 77

// newKey makes the key of a passkey. The authenticator writes coordinates that begin with a zero byte without it, as no device does:
// one of 128 keys is thrown away.
func newKey() virtualwebauthn.Credential {
	for {
		if c := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(c.Key.AttestationData()) == coseKey {
			return c
		}
	}
}

// device is a member's device, with one passkey on it.
type device struct {
	authenticator virtualwebauthn.Authenticator
	key           virtualwebauthn.Credential
	party         virtualwebauthn.RelyingParty
}

func newDevice() *device {
	return &device{
		authenticator: virtualwebauthn.NewAuthenticator(), key: newKey(),
		party: virtualwebauthn.RelyingParty{Name: "Studio", ID: "shop.example", Origin: "https://shop.example"},
	}
}

// make answers the making of a passkey.
func (d *device) make(t *testing.T, c staff.Ceremony) staff.Answer {
	t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(text(t, c.Options))
	require.NoError(t, err)
	d.authenticator.Options.UserHandle = []byte(options.UserID)
	return staff.Answer{
		Ceremony: c.ID, Credential: json.RawMessage(virtualwebauthn.CreateAttestationResponse(d.party, d.authenticator, d.key, *options)),
	}
}

// use answers a login.
func (d *device) use(t *testing.T, c staff.Ceremony) staff.Answer {
	t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(text(t, c.Options))
	require.NoError(t, err)
	d.key.Counter++
	return staff.Answer{
		Ceremony: c.ID, Credential: json.RawMessage(virtualwebauthn.CreateAssertionResponse(d.party, d.authenticator, d.key, *options)),
	}
}

// newMemberWithPasskey makes a member with a passkey and returns the device.
func (f *fixture) newMemberWithPasskey(t *testing.T, email string, role staff.Role) (staff.LoginResult, *device) {
	t.Helper()
	d, token := newDevice(), f.invite(t, email, role)
	begun, err := f.BeginInvited(ctx, request(), token, "Ada")
	require.NoError(t, err)
	answer := d.make(t, begun)
	a, err := f.Accept(ctx, request(), staff.Acceptance{Token: token, Name: "Ada", Locale: "en", Passkey: &answer})
	require.NoError(t, err)
	return a, d
}

// beginLogin begins a login by passkey.
func (f *fixture) beginLogin(t *testing.T) staff.Ceremony {
	t.Helper()
	c, err := f.BeginLogin(ctx, request())
	require.NoError(t, err)
	return c
}

// isSessionAlive reports whether a token opens a session.
func (f *fixture) isSessionAlive(t *testing.T, token string) bool {
	t.Helper()
	who, err := f.Authenticate(ctx, token)
	require.NoError(t, err)
	return who != nil
}

// mailTemplates returns the templates of the mails to an address, in order, with the event of a notice.
func (f *fixture) mailTemplates(t *testing.T, email string) []string {
	t.Helper()
	list, err := pg.List[string](f.db.Conn(ctx), "list mails",
		`select template || coalesce(' ' || (data ->> 'event'), '') from notification where recipient = ? order by id`, email)
	require.NoError(t, err)
	return list
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}
