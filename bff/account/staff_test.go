package account_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func (f *fixture) access(t *testing.T, id int64) account.Access {
	t.Helper()
	a, err := f.accounts.Access(ctx, 20, id)
	require.NoError(t, err)
	return a
}

func staffAction(id int64) account.StaffAction {
	return account.StaffAction{TenantID: 20, CustomerID: id, Actor: "staff:mei", RequestID: "r7", Reason: "asked by phone"}
}

// requireAudited fails the test unless staff did something to a customer that often.
func (f *fixture) requireAudited(t *testing.T, action string, id int64, times int) {
	t.Helper()
	if n := f.Count(t, `
		select count(*) from audit_log where tenant_id = 20 and entity = 'customer' and entity_id = ? and action = ?
		    and actor = 'staff:mei' and request_id = 'r7' and detail = '{"reason": "asked by phone"}'`, fmt.Sprint(id), action); n != times {
		t.Errorf("%s: %d entries in the audit log", action, n)
	}
}

// Staff end all sessions of a customer at once, also while Redis is away; a login after that stays.
func TestStaffEndSessions(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	first := f.register(t)
	id := first.Customer.ID
	second, err := f.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: password})
	require.NoError(t, err)
	seen := f.access(t, id)
	if seen.Sessions == nil || *seen.Sessions != 2 {
		t.Fatalf("sessions: %+v", seen)
	}
	require.NoError(t, f.accounts.EndSessions(ctx, staffAction(id), seen.Generation))
	for _, token := range []string{first.Token, second.Token} {
		if f.isSessionAlive(t, token) {
			t.Error("a session goes on")
		}
	}
	third, err := f.accounts.Login(ctx, request(), account.Credentials{Email: email, Password: password})
	require.NoError(t, err)
	if err := f.accounts.EndSessions(ctx, staffAction(id), seen.Generation); fault.Code(err) != "sessions_overtaken" {
		t.Errorf("sent twice: %v", err)
	}
	if !f.isSessionAlive(t, third.Token) {
		t.Error("the login after it has ended")
	}
	if n := f.access(t, id).Sessions; n == nil || *n != 1 {
		t.Errorf("sessions after a new login: %v", n)
	}
	f.requireAudited(t, "end sessions", id, 1)

	now := f.access(t, id)
	f.redis.Stop()
	if n := f.access(t, id).Sessions; n != nil {
		t.Errorf("without Redis: %d sessions", *n)
	}
	if err := f.accounts.EndSessions(ctx, staffAction(id), now.Generation); err != nil {
		t.Errorf("without Redis: %v", err)
	}
	if n := f.Count(t, `select generation from customer where id = ?`, id); int64(n) != now.Generation+1 {
		t.Error("without Redis the sessions go on")
	}
	elsewhere := staffAction(id)
	elsewhere.TenantID = 21
	if err := f.accounts.EndSessions(ctx, elsewhere, now.Generation+1); fault.Code(err) != "user_not_found" {
		t.Errorf("from another site: %v", err)
	}
}

// Staff let a customer try passwords again who is locked out, at the login and in the account.
func TestStaffLiftALock(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	in := f.register(t)
	id := in.Customer.ID
	wrong := account.Credentials{Email: email, Password: "Wrong-Route-88"}
	for range 4 {
		f.login(wrong)
	}
	if until := f.access(t, id).LockedUntil; until != nil {
		t.Errorf("locked after four failures until %s", until)
	}
	if err := f.accounts.LiftLock(ctx, staffAction(id)); fault.Code(err) != "account_not_locked" {
		t.Errorf("nothing is locked: %v", err)
	}
	if got := f.login(wrong); got != "account_locked" {
		t.Fatalf("the fifth failure: %q", got)
	}
	midnight := time.Date(2026, 3, 1, 16, 0, 0, 0, time.UTC)
	if until := f.access(t, id).LockedUntil; until == nil || !until.Equal(midnight) {
		t.Errorf("locked until %v, not until the site's midnight", until)
	}
	elsewhere := staffAction(id)
	elsewhere.TenantID = 21
	if err := f.accounts.LiftLock(ctx, elsewhere); fault.Code(err) != "user_not_found" {
		t.Errorf("from another site: %v", err)
	}
	require.NoError(t, f.accounts.LiftLock(ctx, staffAction(id)))
	if err := f.accounts.LiftLock(ctx, staffAction(id)); fault.Code(err) != "account_not_locked" {
		t.Errorf("sent twice: %v", err)
	}
	if got := f.login(account.Credentials{Email: email, Password: password}); got != "" {
		t.Errorf("the right password: %q", got)
	}

	form := account.NewPassword{Current: wrong.Password, Password: "Harbour_Light_21", ConfirmPassword: "Harbour_Light_21"}
	for range 5 {
		_, _ = f.accounts.ChangePassword(ctx, request(), in.Caller, form)
	}
	if f.access(t, id).LockedUntil == nil {
		t.Error("a lock inside of the account is not seen")
	}
	if err := f.accounts.LiftLock(ctx, staffAction(id)); err != nil {
		t.Errorf("a lock inside of the account: %v", err)
	}
	form.Current = password
	if _, err := f.accounts.ChangePassword(ctx, request(), in.Caller, form); err != nil {
		t.Errorf("the right password inside of the account: %v", err)
	}
	f.requireAudited(t, "lift lock", id, 2)
	for range 5 {
		f.login(wrong)
	}
	f.Clock.Advance(24 * time.Hour)
	if until := f.access(t, id).LockedUntil; until != nil {
		t.Errorf("the next day it is locked until %s", until)
	}
}
