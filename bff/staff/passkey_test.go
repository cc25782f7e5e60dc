package staff_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/staff"
)

func asFault(err error, f **fault.Error) bool { return errors.As(err, f) }

const (
	refused = "staff_passkey_refused"
	over    = "staff_passkey_expired"
)

// A passkey logs its owner in; its answer counts once, in the ceremony that asked for it, and in time.
func TestAPasskeyLogsIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ada, device := f.newMemberWithPasskey(t, "ada@example.com", staff.Editor)
	if ada.Session.Method != staff.ByPasskey {
		t.Errorf("%+v", ada.Session)
	}
	login := func(a staff.Answer) (staff.LoginResult, string) {
		in, err := f.LoginWithPasskey(ctx, request(), a)
		return in, fault.Code(err)
	}
	answer := device.use(t, f.beginLogin(t))
	in, code := login(answer)
	if code != "" || in.Member.ID != ada.Member.ID || !f.isSessionAlive(t, in.Token) {
		t.Fatalf("%+v %q", in, code)
	}
	if _, code := login(answer); code != over {
		t.Errorf("replayed: %q", code)
	}
	moved := answer
	moved.Ceremony = f.beginLogin(t).ID
	if _, code := login(moved); code != refused {
		t.Errorf("in another ceremony: %q", code)
	}
	late := device.use(t, f.beginLogin(t))
	f.clock.Advance(staff.CeremonyLife)
	if _, code := login(late); code != over {
		t.Errorf("late: %q", code)
	}
	begun := f.beginLogin(t)
	if _, code := login(staff.Answer{Ceremony: begun.ID, Credential: json.RawMessage(`{"id":7}`)}); code != refused {
		t.Errorf("no answer: %q", code)
	}
	if _, code := login(device.use(t, begun)); code != over {
		t.Errorf("after a wrong answer: %q", code)
	}
	keys, err := f.Passkeys(ctx, ada.Member.ID)
	if err != nil || len(keys) != 1 || keys[0].LastUsedAt == nil || keys[0].Host != "shop.example" {
		t.Errorf("%+v %v", keys, err)
	}
}

// Nobody gets in with what is not theirs.
func TestPasskeysOfOthers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ada, adas := f.newMemberWithPasskey(t, "ada@example.com", staff.Admin)
	_, bos := f.newMemberWithPasskey(t, "bo@example.com", staff.Support)
	for name, spoil := range map[string]func(d *device, req *staff.Request){
		"of another member":      func(d *device, _ *staff.Request) { d.authenticator.Options.UserHandle = ada.Member.Handle },
		"of nobody":              func(d *device, _ *staff.Request) { d.authenticator.Options.UserHandle = []byte("nobody") },
		"without an owner":       func(d *device, _ *staff.Request) { d.authenticator.Options.UserHandle = nil },
		"with another key":       func(d *device, _ *staff.Request) { d.key = newDevice().key },
		"not verified":           func(d *device, _ *staff.Request) { d.authenticator.Options.UserNotVerified = true },
		"not present":            func(d *device, _ *staff.Request) { d.authenticator.Options.UserNotPresent = true },
		"from another origin":    func(d *device, _ *staff.Request) { d.party.Origin = "https://shop.example.evil" },
		"for another host":       func(d *device, _ *staff.Request) { d.party.ID = "evil.example" },
		"with a counter of then": func(d *device, _ *staff.Request) { d.key.Counter = 0 },
	} {
		// Bo's device has been used before, so that its counter has moved on.
		if _, err := f.LoginWithPasskey(ctx, request(), bos.use(t, f.beginLogin(t))); err != nil {
			t.Fatalf("before %s: %v", name, err)
		}
		spoilt, req := *bos, request()
		spoil(&spoilt, &req)
		if _, err := f.LoginWithPasskey(ctx, req, spoilt.use(t, f.beginLogin(t))); fault.Code(err) != refused {
			t.Errorf("%s: %v", name, err)
		}
	}
	// On another host a ceremony of this one counts for nothing.
	req := request()
	req.Host, req.Origin = "other.example", "https://other.example"
	if _, err := f.LoginWithPasskey(ctx, req, adas.use(t, f.beginLogin(t))); fault.Code(err) != refused {
		t.Errorf("on another host: %v", err)
	}
}

// The making of a passkey is finished by whoever began it, for the purpose that it was begun for, once.
func TestAddingPasskeys(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ada, first := f.newMemberWithPasskey(t, "ada@example.com", staff.Editor)
	bo := f.newMember(t, "bo@example.com", staff.Editor)
	begin := func(m staff.Member) staff.Ceremony {
		c, err := f.BeginAdding(ctx, request(), m)
		require.NoError(t, err)
		return c
	}
	add := func(m staff.Member, a staff.Answer) string {
		return fault.Code(f.AddPasskey(ctx, request(), m, a, " Phone\u202e "))
	}
	begun := begin(ada.Member)
	if !strings.Contains(text(t, begun.Options), `"excludeCredentials":[{`) {
		t.Errorf("the passkey that is there is not excluded: %s", text(t, begun.Options))
	}
	second := newDevice()
	answer := second.make(t, begun)
	if code := add(bo.Member, answer); code != over {
		t.Errorf("another member's ceremony: %q", code)
	}
	if code := add(ada.Member, answer); code != "" {
		t.Errorf("add: %q", code)
	}
	if code := add(ada.Member, answer); code != over {
		t.Errorf("add again: %q", code)
	}
	if code := add(bo.Member, first.make(t, begin(bo.Member))); code != "staff_passkey_exists" {
		t.Errorf("somebody else's passkey: %q", code)
	}
	if code := add(ada.Member, second.use(t, f.beginLogin(t))); code != over {
		t.Errorf("a login's ceremony: %q", code)
	}
	keys, err := f.Passkeys(ctx, ada.Member.ID)
	if err != nil || len(keys) != 2 || keys[1].Name != "Phone" {
		t.Fatalf("%+v %v", keys, err)
	}
	if err := f.RemovePasskey(ctx, request(), bo.Member, keys[1].ID); fault.Code(err) != "staff_passkey_not_found" {
		t.Errorf("removed another's: %v", err)
	}
	by := audit.By{Actor: bo.Member.Actor()}
	if err := f.RenamePasskey(ctx, by, bo.Member.ID, keys[1].ID, "Mine"); fault.Code(err) != "staff_passkey_not_found" {
		t.Errorf("renamed another's: %v", err)
	}
	f.clock.Advance(time.Minute)
	require.NoError(t, f.RemovePasskey(ctx, request(), ada.Member, keys[1].ID))
	if _, err := f.LoginWithPasskey(ctx, request(), second.use(t, f.beginLogin(t))); fault.Code(err) != refused {
		t.Errorf("a passkey that was removed: %v", err)
	}
	want := []string{"staff_notice passkey_added", "staff_notice passkey_removed"}
	if got := f.mailTemplates(t, "ada@example.com"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// At an address that is no name of a host there are no passkeys, and that is no fault of the program.
func TestNoPasskeysAtANumber(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	req := request()
	req.Host, req.Origin = "127.0.0.1", "http://127.0.0.1:8080"
	if _, err := f.BeginLogin(ctx, req); fault.Code(err) != refused {
		t.Errorf("%v", err)
	}
}
