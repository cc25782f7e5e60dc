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

// requestCode requests a code and returns it from the mail.
func (f *fixture) requestCode(t *testing.T, a account.CodeRequest) string {
	t.Helper()
	if _, err := f.codes.Send(ctx, a); err != nil {
		t.Fatalf("send: %v", err)
	}
	return f.readMailedCode(t)
}

// readMailedCode returns the code in the newest mail.
func (f *fixture) readMailedCode(t *testing.T) string {
	t.Helper()
	var data pg.JSON[struct {
		Sealed []byte `json:"sealed"`
	}]
	require.NoError(t, f.DB.SQL.QueryRow(`select data from notification where template = 'verification_code' order by id desc limit 1`).Scan(&data))
	code, err := f.Box.Open("notify.verification_code", data.V.Sealed)
	require.NoError(t, err)
	return string(code)
}

func (f *fixture) checkCode(a account.CodeRequest, code string) string {
	return fault.Code(f.codes.Check(ctx, a, code))
}

func wrongCode(code string) string {
	if code[0] == '0' {
		return "1" + code[1:]
	}
	return "0" + code[1:]
}

// The answer to a call tells nobody who has an account; the mailbox is told what the code is good for.
func TestACodeMailNamesThePurposesItCannotServe(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	f.register(t)
	for _, c := range []struct {
		purpose, target string
		noUse           bool
	}{
		{"signup", email, true}, {"login", email, false}, {"reset", email, false}, {"track", email, false},
		{"signup", "new@example.com", false}, {"login", "new@example.com", true}, {"reset", "new@example.com", true},
		{"track", "new@example.com", false},
	} {
		f.Clock.Advance(25 * time.Hour) // a mailbox gets few of them a day
		sent, err := f.codes.Send(ctx, account.CodeRequest{TenantID: 20, Channel: notify.Email, Target: c.target, Purpose: c.purpose, Locale: "en"})
		if err != nil || sent.ResendAfter != time.Minute {
			t.Fatalf("%s to %s: %+v %v", c.purpose, c.target, sent, err)
		}
		var said bool
		require.NoError(t, f.DB.SQL.QueryRow(`select coalesce((data->>'noUse')::boolean, false) from notification order by id desc limit 1`).Scan(&said))
		if said != c.noUse {
			t.Errorf("%s to %s says that it is of no use: %v", c.purpose, c.target, said)
		}
	}
}

func TestACodeIsGoodOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.requestCode(t, ask)
	if len(code) != 6 || strings.Trim(code, "0123456789") != "" {
		t.Fatalf("code %q", code)
	}
	if n := f.Count(t, `select count(*) from verification_code where encode(code_hash, 'escape') like '%' || ? || '%'`, code); n != 0 {
		t.Fatal("the code is kept in clear")
	}
	if got := f.checkCode(ask, " "+width.Widen.String(code[:3])+"-"+code[3:]+" "); got != "" {
		t.Fatalf("the right code as it is typed: %s", got)
	}
	if got := f.checkCode(ask, code); got != "code_incorrect" {
		t.Fatalf("the same code again: %q", got)
	}
}

func TestACodeIsForOnePurposeTargetAndSite(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.requestCode(t, ask)
	for name, change := range map[string]func(*account.CodeRequest){
		"purpose": func(a *account.CodeRequest) { a.Purpose = "login" },
		"target":  func(a *account.CodeRequest) { a.Target = "eve@example.com" },
		"site":    func(a *account.CodeRequest) { a.TenantID = 21 },
		"channel": func(a *account.CodeRequest) { a.Channel, a.Target = notify.SMS, "+85223456789" },
	} {
		other := ask
		change(&other)
		if got := f.checkCode(other, code); got != "code_incorrect" {
			t.Errorf("another %s: %q", name, got)
		}
	}
	if got := f.checkCode(ask, code); got != "" {
		t.Fatalf("the right one: %s", got)
	}
}

func TestOneCodeAMinute(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.requestCode(t, ask)
	f.Clock.Advance(20*time.Second + 500*time.Millisecond)
	_, err := f.codes.Send(ctx, ask)
	if refused, ok := errors.AsType[*fault.Error](err); !ok || refused.Code != "code_too_soon" || refused.RetryAfter != 40 {
		t.Fatalf("too soon: %v %+v", err, refused)
	}
	other := ask
	other.Target = "eve@example.com"
	f.requestCode(t, other)
	f.Clock.Advance(39*time.Second + 500*time.Millisecond)
	second := f.requestCode(t, ask)
	if first != second && f.checkCode(ask, first) != "code_incorrect" {
		t.Fatal("the older code is still good")
	}
	if got := f.checkCode(ask, second); got != "" {
		t.Fatalf("the newer code: %s", got)
	}
}

func TestAClockThatIsSetBackKeepsNobodyFromACode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.requestCode(t, ask)
	f.Clock.Advance(-40 * time.Second)
	var refused *fault.Error
	if _, err := f.codes.Send(ctx, ask); !errors.As(err, &refused) || refused.RetryAfter != 100 {
		t.Fatalf("clocks of two replicas may differ: %v", err)
	}
	f.Clock.Advance(-time.Hour)
	second := f.requestCode(t, ask)
	if first != second && f.checkCode(ask, first) != "code_incorrect" {
		t.Fatal("the older code is still good")
	}
	if got := f.checkCode(ask, second); got != "" {
		t.Fatalf("the newer code: %s", got)
	}
}

func TestParallelAsksSendOneCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	codes := map[string]int{}
	for range 10 {
		wg.Go(func() {
			_, err := f.codes.Send(ctx, ask)
			mu.Lock()
			defer mu.Unlock()
			codes[fault.Code(err)]++
		})
	}
	wg.Wait()
	if codes[""] != 1 || codes["code_too_soon"] != 9 || f.Count(t, `select count(*) from notification`) != 1 {
		t.Fatalf("answers: %v", codes)
	}
}

func TestACodeExpires(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.requestCode(t, ask)
	f.Clock.Advance(10*time.Minute - time.Second)
	late := ask
	late.Purpose = "login"
	other := f.requestCode(t, late)
	if got := f.checkCode(ask, code); got != "" {
		t.Fatalf("a second before its end: %s", got)
	}
	f.Clock.Advance(10 * time.Minute)
	if got := f.checkCode(late, other); got != "code_expired" {
		t.Fatalf("at its end: %q", got)
	}
}

func TestFiveTries(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.requestCode(t, ask)
	for n := range account.MaxTries {
		if got := f.checkCode(ask, wrongCode(code)); got != "code_incorrect" {
			t.Fatalf("try %d: %q", n+1, got)
		}
	}
	if got := f.checkCode(ask, code); got != "code_tries_exceeded" {
		t.Fatalf("the right code after five wrong ones: %q", got)
	}
	f.Clock.Advance(time.Minute)
	if got := f.checkCode(ask, f.requestCode(t, ask)); got != "" {
		t.Fatalf("a new code: %s", got)
	}
}

// Five tries are five altogether, and whoever tries codes of an address of somebody else leaves the owner two of them.
func TestTriesOfOthersLeaveTheOwnerSome(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mine, elsewhere := ask, ask
	mine.Network, elsewhere.Network = "192.0.2.1", "198.51.100.7"
	code := f.requestCode(t, mine)
	for range account.MaxTriesElsewhere {
		require.Equal(t, "code_incorrect", f.checkCode(elsewhere, wrongCode(code)))
	}
	for _, network := range []string{"198.51.100.7", "203.0.113.9"} {
		elsewhere.Network = network
		require.Equal(t, "code_tries_exceeded", f.checkCode(elsewhere, code))
	}
	require.Equal(t, "code_incorrect", f.checkCode(mine, wrongCode(code)))
	require.Empty(t, f.checkCode(mine, code))

	f.Clock.Advance(time.Minute)
	code = f.requestCode(t, mine)
	got := map[string]int{}
	for n := range 20 {
		from := mine
		if n%2 == 1 {
			from = elsewhere
		}
		got[f.checkCode(from, wrongCode(code))]++
	}
	require.Equal(t, map[string]int{"code_incorrect": account.MaxTries, "code_tries_exceeded": 20 - account.MaxTries}, got)
	require.Equal(t, "code_tries_exceeded", f.checkCode(mine, code))

	f.Clock.Advance(24 * time.Hour)
	require.Empty(t, f.checkCode(elsewhere, f.requestCode(t, mine)), "a code that is asked for on the phone and typed elsewhere")
}

// A hundred guesses at once are still five, and the right one among them counts once.
func TestParallelGuesses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	code := f.requestCode(t, ask)
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() { f.checkCode(ask, wrongCode(code)) })
	}
	wg.Wait()
	if n := f.Count(t, `select attempts from verification_code`); n != account.MaxTries {
		t.Fatalf("%d tries", n)
	}
	f.Clock.Advance(time.Minute)
	code = f.requestCode(t, ask)
	var mu sync.Mutex
	got := map[string]int{}
	for range 5 {
		wg.Go(func() {
			answer := f.checkCode(ask, code)
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
	f := newFixtureWithRedis(t)
	code := f.newCode(t, notify.SMS, "+852 2345 6789", "login")
	for _, written := range []string{"+85223456789", "0085223456789", "(+852) 2345-6789"} {
		ask := account.CodeRequest{TenantID: 20, Channel: notify.SMS, Target: written, Purpose: "login", Locale: "en"}
		if _, err := f.codes.Send(ctx, ask); fault.Code(err) != "code_too_soon" {
			t.Errorf("another one to %s: %v", written, err)
		}
	}
	if got := f.login(account.Credentials{Phone: "00852 2345 6789", Code: code}); got != "user_not_found" {
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
		{notify.SMS, "85223456789", "+85223456789"}, {notify.SMS, "13912345678", ""}, {notify.SMS, "13800138000", ""}, {notify.SMS, "+44 (0)7700 900123", "+447700900123"}, {notify.SMS, "00 852 2345 6789", "+85223456789"}, {notify.SMS, "02345 6789", ""},
		{notify.SMS, "+0852 2345 6789", ""}, {notify.SMS, "000852 2345 6789", ""},
		{"pigeon", "ada@example.com", ""},
	} {
		got, err := account.Target(c.channel, c.target)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s %q: %q %v", c.channel, c.target, got, err)
		}
	}
	label := strings.Repeat("b", 63)
	for typed, good := range map[string]bool{
		"a@-x.com": false, "a@x-.com": false, "a@x..com": false, "a@.x.com": false, "a@x.com.": false, ".a@x.com": false, "a.@x.com": false,
		"a..b@x.com": false, "a@x_y.com": false, "a@[127.0.0.1]": false, "a@127.0.0.1": false, "a@x.1": false, "a@x.c": false,
		"a@x.com@y.com": false, `"a b"@x.com`: false, "a b@x.com": false, "a@x .com": false, "@x.com": false, "a@": false,
		strings.Repeat("a", 65) + "@x.com": false, strings.Repeat("a", 64) + "@x.com": true,
		"a@" + label + ".com": true, "a@b" + label + ".com": false,
		"a@" + strings.Repeat(label+".", 3) + strings.Repeat("c", 60): true, "aa@" + strings.Repeat(label+".", 3) + strings.Repeat("c", 60): false,
		"a.b+c@x-y.co.uk": true, "o'brien@x.ie": true, "a@r3---x.com": true, "a@xn--fiqs8s.xn--fiqs8s": true, "a@例子.中国": true, "a@münchen.de": true,
		"用户@例子.中国": true, "a@" + strings.Repeat("例", 60) + ".中国": false,
	} {
		if account.Email(typed) != good {
			t.Errorf("%q is an address: %v, want %v", typed, !good, good)
		}
	}
	if _, err := newFixture(t).codes.Send(ctx, account.CodeRequest{TenantID: 20, Channel: notify.Email, Target: "a@x.io", Purpose: "all"}); fault.Code(err) != "validation_failed" {
		t.Errorf("a purpose that is none: %v", err)
	}
}
