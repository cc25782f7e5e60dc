package staff_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/staff"
)

// An invitation is good once, for 72 hours, until it is taken back or another one is made; any other token is worth nothing.
func TestAnInvitationIsGoodOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	accept := func(token string) string {
		_, err := f.Accept(ctx, request(), staff.Acceptance{Token: token, Name: "Ada", Locale: "en"})
		return fault.Code(err)
	}
	const invalid = "staff_invitation_invalid"

	token := f.invite(t, "Ada@Example.com", staff.Editor)
	if code := accept(""); code != invalid {
		t.Errorf("no token: %q", code)
	}
	if code := accept(token[:len(token)-1] + "x"); code != invalid {
		t.Errorf("forged: %q", code)
	}
	if code := accept(token); code != "" {
		t.Errorf("accept: %q", code)
	}
	if code := accept(token); code != invalid {
		t.Errorf("used: %q", code)
	}
	if _, _, err := f.Invite(ctx, boss, staff.Invite{Email: "ada@example.com", Role: staff.Admin, Locale: "en"}); fault.Code(err) != "staff_member_exists" {
		t.Errorf("a member is invited: %v", err)
	}

	old := f.invite(t, "bo@example.com", staff.Editor)
	again := f.invite(t, "bo@example.com", staff.Publisher)
	if code := accept(old); code != invalid {
		t.Errorf("replaced: %q", code)
	}
	f.clock.Advance(staff.InvitationLife)
	if code := accept(again); code != invalid {
		t.Errorf("expired: %q", code)
	}
	third := f.invite(t, "bo@example.com", staff.Editor)
	waiting, err := f.Invitations(ctx)
	if err != nil || len(waiting) != 1 {
		t.Fatal(waiting, err)
	}
	require.NoError(t, f.Revoke(ctx, boss, waiting[0].ID))
	if code := accept(third); code != invalid {
		t.Errorf("taken back: %q", code)
	}
}

// A mistake loses neither the invitation nor what else was right.
func TestAcceptingWithMistakes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token := f.invite(t, "ada@example.com", staff.Editor)
	_, err := f.Accept(ctx, request(), staff.Acceptance{Token: token, Name: " \u200d", Locale: "fr"})
	var refused *fault.Error
	if !asFault(err, &refused) || refused.Fields["name"] != "name_required" || refused.Fields["locale"] != "invalid_value" {
		t.Fatalf("%+v", err)
	}
	a, err := f.Accept(ctx, request(), staff.Acceptance{Token: token, Name: "  Ada\u202e ", Locale: "zh"})
	if err != nil || a.Member.Name != "Ada" || a.Member.Locale != "zh" || a.Member.Role != staff.Editor || !f.isSessionAlive(t, a.Token) {
		t.Errorf("%+v %v", a, err)
	}
}

// Of many who accept an invitation at once, one gets it.
func TestConcurrentAcceptsMakeOneMember(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token := f.invite(t, "ada@example.com", staff.Editor)
	codes := make([]string, 8)
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() {
			_, err := f.Accept(ctx, request(), staff.Acceptance{Token: token, Name: "Ada", Locale: "en"})
			if codes[i] = fault.Code(err); err != nil && codes[i] == "" {
				codes[i] = err.Error()
			}
		})
	}
	all.Wait()
	slices.Sort(codes)
	if codes[0] != "" || slices.ContainsFunc(codes[1:], func(c string) bool { return c != "staff_invitation_invalid" }) {
		t.Errorf("%q", codes)
	}
	people, err := f.People(ctx)
	if err != nil || len(people) != 1 || people[0].Sessions != 1 {
		t.Errorf("%+v %v", people, err)
	}
}

// An invitation by mail goes to the address alone, and the link waits sealed.
func TestAnInvitationByMail(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, link, err := f.Invite(ctx, boss, staff.Invite{Email: "ada@example.com", Role: staff.Editor, Locale: "zh", Mail: true})
	require.NoError(t, err)
	if got := f.mailTemplates(t, "ada@example.com"); !slices.Equal(got, []string{"staff_invitation"}) {
		t.Errorf("%q", got)
	}
	var leaked int
	token := link[len(f.Address+"/invitation#"):]
	f.db.Conn(ctx).Raw(`select count(*) from notification n where to_jsonb(n)::text like '%' || ? || '%'`, token[:12]).Scan(&leaked)
	if leaked != 0 {
		t.Error("the token stands in the clear")
	}
}

// A member who is there for long is not forgotten; what is over is.
func TestPurge(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.newMember(t, "ada@example.com", staff.Admin)
	f.invite(t, "bo@example.com", staff.Editor)
	f.beginLogin(t)
	if _, err := f.SendCode(ctx, request(), "ada@example.com"); err != nil {
		t.Fatal(err)
	}
	f.clock.Advance(60 * 24 * time.Hour)
	require.NoError(t, f.Purge(ctx))
	for table, want := range map[string]int{"staff_session": 0, "staff_ceremony": 0, "staff_code": 0, "staff_invitation": 0, "staff_member": 1} {
		var n int
		f.db.Conn(ctx).Raw(`select count(*) from ` + table).Scan(&n)
		if n != want {
			t.Errorf("%d rows of %s, not %d", n, table, want)
		}
	}
}
