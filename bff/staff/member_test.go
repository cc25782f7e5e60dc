package staff_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/staff"
)

// The table of what each role may do, written once more: whoever changes it changes this, too.
func TestRoles(t *testing.T) {
	t.Parallel()
	want := map[staff.Role]string{
		staff.Support:      "texts.read images.read catalogue.read sites.read reviews.read orders.read orders.handle refunds.give customers.read customers.handle reviews.decide",
		staff.Editor:       "texts.read images.read catalogue.read sites.read reviews.read texts.edit previews.share images.edit",
		staff.Publisher:    "texts.read images.read catalogue.read sites.read reviews.read texts.edit previews.share images.edit texts.publish sites.edit reviews.decide",
		staff.Merchandiser: "texts.read images.read catalogue.read sites.read reviews.read previews.share images.edit catalogue.edit prices.edit",
		staff.Admin: "texts.read images.read catalogue.read sites.read reviews.read orders.read orders.handle refunds.give customers.read customers.handle texts.edit texts.publish previews.share images.edit catalogue.edit " +
			"prices.edit sites.edit reviews.decide staff.manage log.read",
	}
	for _, role := range staff.Roles() {
		for _, act := range staff.Acts() {
			if may := slices.Contains(strings.Fields(want[role]), string(act)); role.May(act) != may {
				t.Errorf("%s may %s: %v", role, act, !may)
			}
		}
		if len(role.Acts()) != len(strings.Fields(want[role])) {
			t.Errorf("%s: %v", role, role.Acts())
		}
	}
	if staff.Role("owner").May(staff.ReadTexts) || staff.Role("").Known() || len(staff.Role("").Acts()) != 0 {
		t.Error("a role that there is not may do something")
	}
}

// A session ends when it is not used for 8 hours, and after 7 days.
func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ada := f.newMember(t, "ada@example.com", staff.Editor)
	f.clock.Advance(staff.SessionIdle - time.Second)
	if !f.isSessionAlive(t, ada.Token) {
		t.Error("ended too soon")
	}
	f.clock.Advance(staff.SessionIdle)
	if f.isSessionAlive(t, ada.Token) {
		t.Error("not used, and alive")
	}
	bo := f.newMember(t, "bo@example.com", staff.Editor)
	for range int(staff.SessionMax/(4*time.Hour)) - 1 {
		f.clock.Advance(4 * time.Hour)
		if !f.isSessionAlive(t, bo.Token) {
			t.Fatal("used, and ended")
		}
	}
	f.clock.Advance(4 * time.Hour)
	if f.isSessionAlive(t, bo.Token) || f.isSessionAlive(t, "") || f.isSessionAlive(t, "guess") {
		t.Error("alive after all its time")
	}
}

// One session or all are ended at once, by their owner alone.
func TestEndingSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ada, device := f.newMemberWithPasskey(t, "ada@example.com", staff.Editor)
	bo := f.newMember(t, "bo@example.com", staff.Editor)
	var more []staff.LoginResult
	for range 3 {
		in, err := f.LoginWithPasskey(ctx, request(), device.use(t, f.beginLogin(t)))
		require.NoError(t, err)
		more = append(more, in)
	}
	by := audit.By{Actor: ada.Member.Actor()}
	if err := f.EndSession(ctx, by, bo.Member.ID, ada.Session.ID); fault.Code(err) != "session_not_found" || !f.isSessionAlive(t, ada.Token) {
		t.Errorf("another member's: %v", err)
	}
	if err := f.EndSession(ctx, by, ada.Member.ID, more[0].Session.ID); err != nil || f.isSessionAlive(t, more[0].Token) ||
		!f.isSessionAlive(t, more[1].Token) {
		t.Errorf("one: %v", err)
	}
	if n, err := f.EndSessions(ctx, by, ada.Member.ID, ada.Session.ID); err != nil || n != 2 || f.isSessionAlive(t, more[2].Token) || !f.isSessionAlive(t, ada.Token) {
		t.Errorf("all others: %d %v", n, err)
	}
	if err := f.Logout(ctx, by, ada.Caller); err != nil || f.isSessionAlive(t, ada.Token) || !f.isSessionAlive(t, bo.Token) {
		t.Errorf("logout: %v", err)
	}
	for range 25 {
		if _, err := f.LoginWithPasskey(ctx, request(), device.use(t, f.beginLogin(t))); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := f.Sessions(ctx, ada.Member.ID); err != nil || len(list) != 20 {
		t.Errorf("%d sessions, %v", len(list), err)
	}
}

// A change of role and a member who is disabled end the sessions of the member at once, and for good.
func TestChangesEndSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ada, device := f.newMemberWithPasskey(t, "ada@example.com", staff.Publisher)
	if err := f.SetRole(ctx, boss, ada.Member.ID, staff.Publisher, "owner"); fault.Code(err) != "validation_failed" {
		t.Errorf("no role: %v", err)
	}
	if err := f.SetRole(ctx, boss, ada.Member.ID, staff.Editor, staff.Publisher); err != nil || !f.isSessionAlive(t, ada.Token) {
		t.Errorf("the same role: %v", err)
	}
	err := f.SetRole(ctx, boss, ada.Member.ID, staff.Editor, staff.Support)
	if fault.Code(err) != "staff_role_overtaken" || !f.isSessionAlive(t, ada.Token) {
		t.Errorf("a role that nobody has seen: %v", err)
	}
	if err := f.SetRole(ctx, boss, ada.Member.ID, staff.Publisher, staff.Support); err != nil || f.isSessionAlive(t, ada.Token) {
		t.Errorf("another role: %v", err)
	}
	again, err := f.LoginWithPasskey(ctx, request(), device.use(t, f.beginLogin(t)))
	if err != nil || again.Member.May(staff.PublishTexts) {
		t.Fatal(again, err)
	}
	if err := f.Disable(ctx, boss, ada.Member.ID); err != nil || f.isSessionAlive(t, again.Token) {
		t.Errorf("disabled: %v", err)
	}
	if _, err := f.LoginWithPasskey(ctx, request(), device.use(t, f.beginLogin(t))); fault.Code(err) != refused {
		t.Errorf("logs in while disabled: %v", err)
	}
	if err := f.Enable(ctx, boss, ada.Member.ID); err != nil || f.isSessionAlive(t, again.Token) {
		t.Errorf("enabled: %v", err)
	}
	if _, err := f.LoginWithPasskey(ctx, request(), device.use(t, f.beginLogin(t))); err != nil {
		t.Errorf("enabled, and not let in: %v", err)
	}
	if err := f.Disable(ctx, boss, 4711); fault.Code(err) != "staff_member_not_found" {
		t.Errorf("nobody: %v", err)
	}
}

// There is always an admin: the last one stays, nobody takes the own role away, and of two who disable each other one succeeds.
func TestTheLastAdminStays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ada := f.newMember(t, "ada@example.com", staff.Admin).Member
	if err := f.SetRole(ctx, boss, ada.ID, staff.Admin, staff.Editor); fault.Code(err) != "staff_last_admin" {
		t.Errorf("the last one: %v", err)
	}
	bo := f.newMember(t, "bo@example.com", staff.Admin).Member
	if err := f.Disable(ctx, audit.By{Actor: ada.Actor()}, ada.ID); fault.Code(err) != "staff_own_role" {
		t.Errorf("oneself: %v", err)
	}
	codes := make([]string, 2)
	var both sync.WaitGroup
	both.Go(func() { codes[0] = fault.Code(f.Disable(ctx, audit.By{Actor: ada.Actor()}, bo.ID)) })
	both.Go(func() { codes[1] = fault.Code(f.Disable(ctx, audit.By{Actor: bo.Actor()}, ada.ID)) })
	both.Wait()
	slices.Sort(codes)
	if !slices.Equal(codes, []string{"", "staff_last_admin"}) {
		t.Errorf("%q", codes)
	}
}

// What is done stands in the log, newest first, with who did it.
func TestTheLog(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ada := f.newMember(t, "ada@example.com", staff.Editor)
	own := audit.By{Actor: ada.Member.Actor(), RequestID: "r3"}
	for _, err := range []error{
		f.SetProfile(ctx, own, ada.Member, "Ada L.", "zh"), f.SetProfile(ctx, own, ada.Member, "Ada L.", "zh"),
		f.SetRole(ctx, boss, ada.Member.ID, staff.Editor, staff.Publisher), f.Disable(ctx, boss, ada.Member.ID), f.Disable(ctx, boss, ada.Member.ID),
		f.Enable(ctx, boss, ada.Member.ID),
	} {
		require.NoError(t, err)
	}
	var said []string
	for before := int64(0); ; {
		page, err := f.Log(ctx, before, 3)
		require.NoError(t, err)
		for _, e := range page {
			said = append(said, strings.TrimSpace(e.Actor+" "+e.Action+" "+e.FromState+" "+e.ToState))
		}
		if len(page) < 3 {
			break
		}
		before = page[2].ID
	}
	want := []string{
		"staff:boss enable", "staff:boss disable", "staff:boss role editor publisher", "staff:ada@example.com profile",
		"staff:ada@example.com login  invitation", "staff:ada@example.com accept invitation  editor", "staff:boss invite  editor",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
}
