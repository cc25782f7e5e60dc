package account_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/width"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

var ctx = context.Background()

var ask = account.CodeRequest{TenantID: 20, Channel: notify.Email, Target: " Ada@Example.com ", Purpose: "track", Locale: "en"}

// send asks for a code and reads it in the mail.
func (d *fixture) send(t *testing.T, a account.CodeRequest) string {
	t.Helper()
	if _, err := d.codes.Send(ctx, a); err != nil {
		t.Fatalf("send: %v", err)
	}
	return d.mailed(t)
}

// mailed reads the code out of the newest mail.
func (d *fixture) mailed(t *testing.T) string {
	t.Helper()
	var data pg.JSON[struct {
		Sealed []byte `json:"sealed"`
	}]
	if err := d.DB.SQL.QueryRow(`select data from notification where template = 'verification_code' order by id desc limit 1`).Scan(&data); err != nil {
		t.Fatal(err)
	}
	code, err := d.Box.Open("notify.verification_code", data.V.Sealed)
	if err != nil {
		t.Fatal(err)
	}
	return string(code)
}

func (d *fixture) check(a account.CodeRequest, code string) string {
	return fault.Code(d.codes.Check(ctx, a, code))
}

func wrong(code string) string {
	if code[0] == '0' {
		return "1" + code[1:]
	}
	return "0" + code[1:]
}

// The answer to a call tells nobody who has an account; the mailbox is told what the code is good for.
func TestAMailSaysWhatItsCodeIsOfNoUseFor(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.register(t)
	for _, c := range []struct {
		purpose, target string
		noUse           bool
	}{
		{"signup", email, true}, {"login", email, false}, {"reset", email, false}, {"track", email, false},
		{"signup", "new@example.com", false}, {"login", "new@example.com", true}, {"reset", "new@example.com", true},
		{"track", "new@example.com", false},
	} {
		d.Clock.Advance(25 * time.Hour) // a mailbox gets few of them a day
		sent, err := d.codes.Send(ctx, account.CodeRequest{TenantID: 20, Channel: notify.Email, Target: c.target, Purpose: c.purpose, Locale: "en"})
		if err != nil || sent.ResendAfter != time.Minute {
			t.Fatalf("%s to %s: %+v %v", c.purpose, c.target, sent, err)
		}
		var said bool
		if err := d.DB.SQL.QueryRow(`select coalesce((data->>'noUse')::boolean, false) from notification order by id desc limit 1`).Scan(&said); err != nil {
			t.Fatal(err)
		}
		if said != c.noUse {
			t.Errorf("%s to %s says that it is of no use: %v", c.purpose, c.target, said)
		}
	}
}

func TestACodeIsGoodOnce(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.send(t, ask)
	if len(code) != 6 || strings.Trim(code, "0123456789") != "" {
		t.Fatalf("code %q", code)
	}
	if n := d.Count(t, `select count(*) from verification_code where encode(code_hash, 'escape') like '%' || ? || '%'`, code); n != 0 {
		t.Fatal("the code is kept in clear")
	}
	if got := d.check(ask, " "+width.Widen.String(code[:3])+"-"+code[3:]+" "); got != "" {
		t.Fatalf("the right code as it is typed: %s", got)
	}
	if got := d.check(ask, code); got != "code_incorrect" {
		t.Fatalf("the same code again: %q", got)
	}
}

func TestACodeIsForOnePurposeTargetAndSite(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.send(t, ask)
	for name, change := range map[string]func(*account.CodeRequest){
		"purpose": func(a *account.CodeRequest) { a.Purpose = "login" },
		"target":  func(a *account.CodeRequest) { a.Target = "eve@example.com" },
		"site":    func(a *account.CodeRequest) { a.TenantID = 21 },
		"channel": func(a *account.CodeRequest) { a.Channel, a.Target = notify.SMS, "85223456789" },
	} {
		other := ask
		change(&other)
		if got := d.check(other, code); got != "code_incorrect" {
			t.Errorf("another %s: %q", name, got)
		}
	}
	if got := d.check(ask, code); got != "" {
		t.Fatalf("the right one: %s", got)
	}
}

func TestOneCodeAMinute(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.send(t, ask)
	d.Clock.Advance(20*time.Second + 500*time.Millisecond)
	_, err := d.codes.Send(ctx, ask)
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != "code_too_soon" || f.RetryAfter != 40 {
		t.Fatalf("too soon: %v %+v", err, f)
	}
	other := ask
	other.Target = "eve@example.com"
	d.send(t, other)
	d.Clock.Advance(39*time.Second + 500*time.Millisecond)
	second := d.send(t, ask)
	if first != second && d.check(ask, first) != "code_incorrect" {
		t.Fatal("the older code is still good")
	}
	if got := d.check(ask, second); got != "" {
		t.Fatalf("the newer code: %s", got)
	}
}

func TestAClockThatIsSetBackKeepsNobodyFromACode(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.send(t, ask)
	d.Clock.Advance(-40 * time.Second)
	var f *fault.Error
	if _, err := d.codes.Send(ctx, ask); !errors.As(err, &f) || f.RetryAfter != 100 {
		t.Fatalf("clocks of two replicas may differ: %v", err)
	}
	d.Clock.Advance(-time.Hour)
	second := d.send(t, ask)
	if first != second && d.check(ask, first) != "code_incorrect" {
		t.Fatal("the older code is still good")
	}
	if got := d.check(ask, second); got != "" {
		t.Fatalf("the newer code: %s", got)
	}
}

func TestParallelAsksSendOneCode(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	codes := map[string]int{}
	for range 10 {
		wg.Go(func() {
			_, err := d.codes.Send(ctx, ask)
			mu.Lock()
			defer mu.Unlock()
			codes[fault.Code(err)]++
		})
	}
	wg.Wait()
	if codes[""] != 1 || codes["code_too_soon"] != 9 || d.Count(t, `select count(*) from notification`) != 1 {
		t.Fatalf("answers: %v", codes)
	}
}

func TestACodeExpires(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.send(t, ask)
	d.Clock.Advance(10*time.Minute - time.Second)
	late := ask
	late.Purpose = "login"
	other := d.send(t, late)
	if got := d.check(ask, code); got != "" {
		t.Fatalf("a second before its end: %s", got)
	}
	d.Clock.Advance(10 * time.Minute)
	if got := d.check(late, other); got != "code_expired" {
		t.Fatalf("at its end: %q", got)
	}
}

func TestFiveTries(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.send(t, ask)
	for n := range account.MaxTries {
		if got := d.check(ask, wrong(code)); got != "code_incorrect" {
			t.Fatalf("try %d: %q", n+1, got)
		}
	}
	if got := d.check(ask, code); got != "code_tries_exceeded" {
		t.Fatalf("the right code after five wrong ones: %q", got)
	}
	d.Clock.Advance(time.Minute)
	if got := d.check(ask, d.send(t, ask)); got != "" {
		t.Fatalf("a new code: %s", got)
	}
}

// Whoever tries codes of an address of somebody else has as few tries, and leaves the owner theirs.
func TestTriesOfOthersAreCountedApart(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	mine, elsewhere := ask, ask
	mine.Network, elsewhere.Network = "192.0.2.1", "198.51.100.7"
	code := d.send(t, mine)
	for range account.MaxTries {
		require.Equal(t, "code_incorrect", d.check(elsewhere, wrong(code)))
	}
	for _, network := range []string{"198.51.100.7", "203.0.113.9"} {
		elsewhere.Network = network
		require.Equal(t, "code_tries_exceeded", d.check(elsewhere, code))
	}
	require.Equal(t, "code_incorrect", d.check(mine, wrong(code)))
	require.Empty(t, d.check(mine, code))

	d.Clock.Advance(time.Minute)
	require.Empty(t, d.check(elsewhere, d.send(t, mine)), "a code that is asked for on the phone and typed elsewhere")
}

// A hundred guesses at once are still five, and the right one among them counts once.
func TestParallelGuesses(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	code := d.send(t, ask)
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() { d.check(ask, wrong(code)) })
	}
	wg.Wait()
	if n := d.Count(t, `select attempts from verification_code`); n != account.MaxTries {
		t.Fatalf("%d tries", n)
	}
	d.Clock.Advance(time.Minute)
	code = d.send(t, ask)
	var mu sync.Mutex
	got := map[string]int{}
	for range 5 {
		wg.Go(func() {
			answer := d.check(ask, code)
			mu.Lock()
			defer mu.Unlock()
			got[answer]++
		})
	}
	wg.Wait()
	if got[""] != 1 {
		t.Fatalf("the right code was good %d times: %v", got[""], got)
	}
}

// One number is one number, however it is written: it gets one message a minute, and a code that was sent to one writing is
// good under another.
func TestANumberHasOneWriting(t *testing.T) {
	t.Parallel()
	d := open(t)
	code := d.code(t, notify.SMS, "+852 2345 6789", "login")
	for _, written := range []string{"85223456789", "0085223456789", "(+852) 2345-6789"} {
		ask := account.CodeRequest{TenantID: 20, Channel: notify.SMS, Target: written, Purpose: "login", Locale: "en"}
		if _, err := d.codes.Send(ctx, ask); fault.Code(err) != "code_too_soon" {
			t.Errorf("another one to %s: %v", written, err)
		}
	}
	if got := d.login(account.Credentials{Phone: "852 2345 6789", Code: code}); got != "user_not_found" {
		t.Errorf("the code under another writing: %q", got)
	}
}

func TestTargets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ channel, target, want string }{
		{notify.Email, " ADA@Example.com", "ada@example.com"}, {notify.Email, "ＡＤＡ＠ｅｘａｍｐｌｅ。ｃｏｍ\u200b", "ada@example.com"}, {notify.Email, "a+b@x.io", "a+b@x.io"},
		{notify.Email, "ada@localhost", ""}, {notify.Email, "ada@.com.", ""}, {notify.Email, "", ""}, {notify.Email, "Ada <a@x.io>", ""},
		{notify.Email, strings.Repeat("a", 250) + "@x.io", ""}, {notify.Email, "a@x.io,b@x.io", ""}, {notify.Email, "a@x.io\nb", ""},
		{notify.SMS, "+852 (2345)-6789", "+85223456789"}, {notify.SMS, "12345", ""}, {notify.SMS, "＋８５２　２３４５–６７８９", "+85223456789"}, {notify.SMS, "++123456", ""},
		{notify.SMS, "85223456789", "+85223456789"}, {notify.SMS, "00 852 2345 6789", "+85223456789"}, {notify.SMS, "02345 6789", ""},
		{notify.SMS, "+0852 2345 6789", ""}, {notify.SMS, "000852 2345 6789", ""},
		{"pigeon", "ada@example.com", ""},
	} {
		got, err := account.Target(c.channel, c.target)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s %q: %q %v", c.channel, c.target, got, err)
		}
	}
	if _, err := newFixture(t).codes.Send(ctx, account.CodeRequest{TenantID: 20, Channel: notify.Email, Target: "a@x.io", Purpose: "all"}); fault.Code(err) != "validation_failed" {
		t.Errorf("a purpose that is none: %v", err)
	}
}
