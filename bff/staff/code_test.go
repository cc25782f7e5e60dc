package staff_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/staff"
)

// send asks for a code, lets the job write the mail, and returns the ticket and the code as the row has it sealed.
func (f *fixture) send(t *testing.T, email string) (ticket, code string) {
	t.Helper()
	sent, err := f.SendCode(ctx, request(), email)
	require.NoError(t, err)
	type row struct {
		ID     int64
		Sealed []byte
	}
	rows, err := pg.List[row](f.db.Conn(ctx), "find the code", `select id, sealed from staff_code order by id desc limit 1`)
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	plain, err := f.Box.Open("staff.code", rows[0].Sealed)
	require.NoError(t, err)
	for range 2 { // A job may run twice.
		require.NoError(t, f.Mail(ctx, staff.CodeArgs{CodeID: rows[0].ID}))
	}
	return sent.Text, string(plain[len(plain)-6:])
}

func wrong(code string) string {
	if code == "000000" {
		return "000001"
	}
	return "000000"
}

func (f *fixture) enter(ticket, code string) string {
	_, err := f.LoginWithCode(ctx, request(), ticket, code)
	return fault.Code(err)
}

// A code logs in once, within ten minutes, in the browser that asked for it.
func TestACodeLogsIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.newMember(t, "ada@example.com", staff.Editor)
	ticket, code := f.send(t, "Ada@example.com")
	if got := f.mailTemplates(t, "ada@example.com"); !slices.Equal(got, []string{"verification_code"}) {
		t.Errorf("mails: %q", got)
	}
	if got := f.enter("another browser's", code); got != "code_expired" {
		t.Errorf("without the ticket: %q", got)
	}
	if got := f.enter(ticket, wrong(code)); got != "code_incorrect" {
		t.Errorf("wrong: %q", got)
	}
	if got := f.enter(ticket, ""); got != "validation_failed" {
		t.Errorf("empty: %q", got)
	}
	in, err := f.LoginWithCode(ctx, request(), ticket, " "+code[:3]+" "+code[3:])
	if err != nil || in.Session.Method != staff.ByCode || !f.isSessionAlive(t, in.Token) {
		t.Fatal(in, err)
	}
	if got := f.enter(ticket, code); got != "code_expired" {
		t.Errorf("again: %q", got)
	}
	f.clock.Advance(time.Minute)
	ticket, code = f.send(t, "ada@example.com")
	f.clock.Advance(staff.CodeLife)
	if got := f.enter(ticket, code); got != "code_expired" {
		t.Errorf("late: %q", got)
	}
}

// Whoever guesses has five tries, however many at once.
func TestGuessingACode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.newMember(t, "ada@example.com", staff.Editor)
	ticket, code := f.send(t, "ada@example.com")
	answers := make(chan string, 40)
	var all sync.WaitGroup
	for range cap(answers) {
		all.Go(func() { answers <- f.enter(ticket, wrong(code)) })
	}
	all.Wait()
	close(answers)
	said := map[string]int{}
	for a := range answers {
		said[a]++
	}
	if said["code_incorrect"] != staff.MaxTries || said["code_expired"] != 40-staff.MaxTries {
		t.Errorf("%v", said)
	}
	if got := f.enter(ticket, code); got != "code_expired" {
		t.Errorf("the right one after that: %q", got)
	}
}

// Of the right code that comes many times at once, one logs in.
func TestACodeTwiceAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.newMember(t, "ada@example.com", staff.Editor)
	ticket, code := f.send(t, "ada@example.com")
	codes := make([]string, 4)
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() { codes[i] = f.enter(ticket, code) })
	}
	all.Wait()
	slices.Sort(codes)
	if !slices.Equal(codes, []string{"", "code_expired", "code_expired", "code_expired"}) {
		t.Errorf("%q", codes)
	}
}

// To a stranger every address is the same: in what is answered, in what is refused, and in what is written. Only a member gets a
// mail.
func TestNoAnswerRevealsWhoIsAMember(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.newMember(t, "ada@example.com", staff.Editor)
	gone := f.newMember(t, "gone@example.com", staff.Editor)
	require.NoError(t, f.Disable(ctx, boss, gone.Member.ID))
	ask := func(email string) (said []string) {
		for range staff.CodesPerDay + 1 {
			sent, err := f.SendCode(ctx, request(), email)
			_, soon := f.SendCode(ctx, request(), email)
			said = append(said, fmt.Sprintf("%d %s %q %q", len(sent.Text), sent.ExpiresIn, fault.Code(err), fault.Code(soon)))
			f.clock.Advance(staff.CodeResend)
		}
		return said
	}
	member := ask("ada@example.com")
	if last := member[len(member)-1]; last != `0 0s "code_limit" "code_limit"` {
		t.Errorf("the last one: %q", last)
	}
	for _, other := range []string{"nobody@example.com", "gone@example.com"} {
		if said := ask(other); !slices.Equal(said, member) {
			t.Errorf("%s: %q, not %q", other, said, member)
		}
	}
	if _, err := f.SendCode(ctx, request(), "no address"); fault.Code(err) != "validation_failed" {
		t.Errorf("%v", err)
	}
	f.clock.Advance(24 * time.Hour)
	for _, email := range []string{"nobody@example.com", "gone@example.com"} {
		ticket, code := f.send(t, email)
		if got := f.mailTemplates(t, email); len(got) != 0 {
			t.Errorf("%s: %q", email, got)
		}
		if got := f.enter(ticket, wrong(code)); got != "code_incorrect" {
			t.Errorf("%s, wrong: %q", email, got)
		}
		if got := f.enter(ticket, code); got != "code_expired" {
			t.Errorf("%s, right: %q", email, got)
		}
	}
}

// A member who has a passkey is told of a login without.
func TestALoginByCodeSendsANotice(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.newMemberWithPasskey(t, "ada@example.com", staff.Editor)
	ticket, code := f.send(t, "ada@example.com")
	if got := f.enter(ticket, code); got != "" {
		t.Fatal(got)
	}
	if got := f.mailTemplates(t, "ada@example.com"); !slices.Equal(got, []string{"verification_code", "staff_notice login_by_code"}) {
		t.Errorf("%q", got)
	}
}
