package account_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func requireFault(t *testing.T, err error) *fault.Error {
	t.Helper()
	var refused *fault.Error
	if !errors.As(err, &refused) {
		t.Fatalf("no refusal: %v", err)
	}
	return refused
}

func wrongPassword(address string) account.Credentials {
	return account.Credentials{Email: address, Password: "Wrong-Way-99"}
}

// Known and unknown addresses count down alike, lock alike, and open alike at the site's next midnight.
func TestFiveFailuresLockUntilTheNextDay(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	f.register(t)
	for _, address := range []string{email, "nobody@example.com"} {
		t.Run(address, func(t *testing.T) {
			for left := 4; left >= 1; left-- {
				_, err := f.accounts.Login(ctx, request(), wrongPassword(address))
				refused := requireFault(t, err)
				if refused.Code != "wrong_credentials" || refused.Text != fmt.Sprintf("attempts_remaining_%d", left) || refused.Data.(map[string]any)["attemptsRemaining"] != left {
					t.Fatalf("with %d left: %+v", left, refused)
				}
			}
			for range 2 {
				_, err := f.accounts.Login(ctx, request(), wrongPassword(address))
				if refused := requireFault(t, err); refused.Code != "account_locked" ||
					refused.Data.(map[string]any)["lockedUntil"] != "2026-03-01T16:00:00Z" {
					t.Fatalf("locked: %+v", refused)
				}
			}
		})
	}
	right := account.Credentials{Email: email, Password: password}
	if got := f.login(right); got != "account_locked" {
		t.Fatalf("the right password on the day: %q", got)
	}
	if n := f.Count(t, `select count(*) from river_job where kind = 'account_locked'`); n != 2 {
		t.Fatalf("%d warnings for two locks", n)
	}
	f.Clock.Advance(time.Date(2026, 3, 1, 16, 0, 0, 0, time.UTC).Sub(f.Clock.Now()) - time.Second)
	if got := f.login(right); got != "account_locked" {
		t.Fatalf("a second before midnight: %q", got)
	}
	f.Clock.Advance(time.Second)
	if got := f.login(right); got != "" {
		t.Fatalf("at midnight: %q", got)
	}
}

func TestTheOwnerIsWarnedOncePerLock(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	a := f.register(t)
	until := f.Clock.Now().Add(time.Hour)
	first := account.LockedArgs{CustomerID: a.Customer.ID, Lock: 1, LockedUntil: until}
	second := first
	second.Lock = 2
	for _, w := range []account.LockedArgs{first, first, {Lock: 1, LockedUntil: until}, second} {
		require.NoError(t, f.accounts.Warn(ctx, w))
	}
	if n := f.Count(t, `select count(*) from notification where template = 'account_locked' and recipient = ?`, email); n != 2 {
		t.Fatalf("%d warnings of two locks", n)
	}
}

func TestALoginResetsTheFailureCount(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	f.register(t)
	for range 2 {
		for range 4 {
			if got := f.login(wrongPassword(email)); got != "wrong_credentials" {
				t.Fatalf("wrong: %q", got)
			}
		}
		if got := f.login(account.Credentials{Email: " ADA@example.com", Password: password}); got != "" {
			t.Fatalf("right: %q", got)
		}
	}
}

// Fifty guesses at once are five, whatever they race.
func TestParallelGuessesOfAPassword(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	f.register(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	got, left := map[string]int{}, []int{}
	for range 50 {
		wg.Go(func() {
			_, err := f.accounts.Login(ctx, request(), wrongPassword(email))
			mu.Lock()
			defer mu.Unlock()
			got[fault.Code(err)]++
			if refused := requireFault(t, err); refused.Code == "wrong_credentials" {
				left = append(left, refused.Data.(map[string]any)["attemptsRemaining"].(int))
			}
		})
	}
	wg.Wait()
	slices.Sort(left)
	if got["wrong_credentials"] != 4 || got["account_locked"] != 46 || !slices.Equal(left, []int{1, 2, 3, 4}) {
		t.Fatalf("answers: %v, left %v", got, left)
	}
	if n := f.Count(t, `select failures from login_failure where trying = 0`); n != 5 {
		t.Fatalf("%d failures", n)
	}
	if n := f.Count(t, `select count(*) from river_job where kind = 'account_locked'`); n != 1 {
		t.Fatalf("%d warnings for one lock", n)
	}
}

// Twelve browsers of one customer log in at once: that is no failure, and nobody is locked out.
func TestParallelLoginsWithTheRightPassword(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	f.register(t)
	start := make(chan struct{})
	answers := make(chan string)
	const browsers = 12
	for range browsers {
		go func() {
			<-start
			answers <- f.login(account.Credentials{Email: email, Password: password})
		}()
	}
	close(start)
	for range browsers {
		if got := <-answers; got != "" {
			t.Errorf("refused with %q", got)
		}
	}
	if n := f.Count(t, `select count(*) from login_failure where failures > 0`); n != 0 {
		t.Error("right passwords counted as failures")
	}
}

// Whoever comes while all tries are under way waits for what becomes of them: of failures the lock, of anything else a try.
func TestALoginWaitsForTriesUnderWay(t *testing.T) {
	t.Parallel()
	const fail, giveBack, lose, nothing = `failures = 5, trying = 0`, `trying = trying - 1`, `taken_at = taken_at - interval '1 minute'`, `trying = 4`
	for name, c := range map[string]struct {
		becomes, password, want string
		patience                time.Duration
	}{
		"failures":            {fail, password, "account_locked", time.Minute},
		"one did not happen":  {giveBack, password, "", time.Minute},
		"and the next fails":  {giveBack, "Wrong-Way-99", "wrong_credentials", time.Minute},
		"lost with a replica": {lose, password, "", time.Minute},
		"nothing in time":     {nothing, password, "unavailable", 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixtureWithRedis(t)
			f.register(t)
			f.accounts.Hasher = account.NewHasher(4, c.patience)
			f.login(wrongPassword(email))
			f.Exec(t, `update login_failure set trying = 4`)
			answer := make(chan string, 1)
			go func() { answer <- f.login(account.Credentials{Email: email, Password: c.password}) }()
			select {
			case got := <-answer:
				if c.becomes != nothing {
					t.Fatalf("did not wait: %q", got)
				}
				answer <- got
			case <-time.After(150 * time.Millisecond):
			}
			f.Exec(t, `update login_failure set `+c.becomes)
			if got := <-answer; got != c.want {
				t.Fatalf("%q", got)
			}
		})
	}
}

// A lock keeps guessers out; whoever holds the mailbox or the phone comes in, and nobody else does.
func TestALockedOwnerGetsBackIn(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]func(t *testing.T, f *fixture) string{
		"mail code": func(t *testing.T, f *fixture) string {
			return f.login(account.Credentials{Email: email, Code: f.newCode(t, notify.Email, email, "login")})
		},
		"SMS code": func(t *testing.T, f *fixture) string {
			f.Exec(t, `update customer set phone = '+85291234567'`)
			return f.login(account.Credentials{Phone: "+852 9123 4567", Code: f.newCode(t, notify.SMS, "+85291234567", "login")})
		},
		"reset": func(t *testing.T, f *fixture) string {
			const changed = "Other-Route-77"
			err := f.accounts.ResetPassword(ctx, request(), account.Reset{
				Email: email, Code: f.newCode(t, notify.Email, email, "reset"), Password: changed, ConfirmPassword: changed,
			})
			if err != nil {
				return fault.Code(err)
			}
			return f.login(account.Credentials{Email: email, Password: changed})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixtureWithRedis(t)
			f.register(t)
			for range 5 {
				f.login(wrongPassword(email))
			}
			if got := f.login(account.Credentials{Email: email, Password: password}); got != "account_locked" {
				t.Fatalf("not locked: %q", got)
			}
			if got := f.login(account.Credentials{Email: email, Code: "000000"}); got != "code_incorrect" {
				t.Fatalf("a guessed code: %q", got)
			}
			if got := in(t, f); got != "" {
				t.Fatalf("the owner: %q", got)
			}
			if n := f.Count(t, `select count(*) from login_failure`); n != 0 {
				t.Fatal("the lock is still there")
			}
		})
	}
}

func TestAnUnknownAddressIsRefusedAfterTheCode(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	if got := f.login(account.Credentials{Phone: "+85291234567", Code: "123456"}); got != "code_incorrect" {
		t.Fatalf("before: %q", got)
	}
	if got := f.login(account.Credentials{Phone: "+85291234567", Code: f.newCode(t, notify.SMS, "+85291234567", "login")}); got != "user_not_found" {
		t.Fatalf("after: %q", got)
	}
}

// An address without an account is not told apart by time: both cost a slot and a hash, and a hash is nearly all of it.
// Without one the unknown would take a tenth, in every batch; a busy machine spoils some batches, not all.
func TestUnknownAddressesTakeAsLong(t *testing.T) { // not in parallel, for the sake of the clock
	f := newFixtureWithRedis(t)
	f.register(t)
	var seen []string
	for range 8 {
		known, unknown := f.measureLogins(t)
		if math.Abs(float64(unknown)/float64(known)-1) < 0.25 {
			return
		}
		seen = append(seen, fmt.Sprintf("known %v, unknown %v", known, unknown))
	}
	t.Fatalf("in every batch the times differ: %v", seen)
}

// measureLogins returns the medians of some wrong logins.
func (f *fixture) measureLogins(t *testing.T) (known, unknown time.Duration) {
	t.Helper()
	times := map[string][]time.Duration{}
	for n := range 9 {
		f.Exec(t, `delete from login_failure`)
		order := []string{email, "nobody@example.com"}
		if n%2 == 0 {
			slices.Reverse(order)
		}
		for _, address := range order {
			begun := time.Now()
			if got := f.login(wrongPassword(address)); got != "wrong_credentials" {
				t.Fatalf("%s: %q", address, got)
			}
			times[address] = append(times[address], time.Since(begun))
		}
	}
	for _, list := range times {
		slices.Sort(list)
	}
	return times[email][4], times["nobody@example.com"][4]
}

func TestALoginNeedsItsFields(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	for name, c := range map[string]struct {
		in          account.Credentials
		field, text string
	}{
		"nothing":     {account.Credentials{}, "email", "email_required"},
		"no address":  {account.Credentials{Email: "ada", Password: password}, "email", "email_invalid"},
		"no password": {account.Credentials{Email: email}, "password", "password_required"},
		"no number":   {account.Credentials{Phone: "12", Code: "123456"}, "phone", "phone_invalid"},
		"no country":  {account.Credentials{Phone: "138 0013 8000", Code: "123456"}, "phone", "phone_code_missing"},
		"no code":     {account.Credentials{Phone: "+85291234567"}, "code", "code_required"},
	} {
		_, err := f.accounts.Login(ctx, request(), c.in)
		if refused := requireFault(t, err); refused.Code != "validation_failed" || refused.Fields[c.field] != c.text {
			t.Errorf("%s: %+v", name, refused)
		}
	}
	if n := f.Count(t, `select count(*) from login_failure`); n != 0 {
		t.Errorf("%d forms counted as failures", n)
	}
}
