package account_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
)

func TestCodesPerDay(t *testing.T) {
	t.Parallel()
	number := func(n int) string { return fmt.Sprintf("+8529123456%d", n) }
	for name, c := range map[string]struct {
		ask  func(n int) account.CodeRequest
		good int
	}{
		"to one mailbox": {func(n int) account.CodeRequest {
			return account.CodeRequest{Channel: notify.Email, Target: "Ada@example.com", Network: fmt.Sprint("192.0.2.", n)}
		}, 4},
		"to one mailbox for one network": {func(int) account.CodeRequest {
			return account.CodeRequest{Channel: notify.Email, Target: "Ada@example.com", Network: "192.0.2.1"}
		}, 2},
		"to one number for one network": {func(n int) account.CodeRequest {
			return account.CodeRequest{Channel: notify.SMS, Target: []string{number(0), "+852 9123 4560"}[n%2], Network: "192.0.2.1"}
		}, 2},
		"to one number": {func(n int) account.CodeRequest {
			return account.CodeRequest{Channel: notify.SMS, Target: []string{number(0), "+852 9123 4560"}[n%2], Network: fmt.Sprint("192.0.2.", n)}
		}, 4},
		"for one network": {func(n int) account.CodeRequest {
			return account.CodeRequest{Channel: notify.SMS, Target: number(n), Network: "192.0.2.1"}
		}, 3},
		"to one country": {func(n int) account.CodeRequest {
			return account.CodeRequest{Channel: notify.SMS, Target: number(n), Network: fmt.Sprint("192.0.2.", n)}
		}, 5},
		"mails do not know where": {func(n int) account.CodeRequest {
			return account.CodeRequest{Channel: notify.Email, Target: fmt.Sprint("a", n, "@example.com"), Network: "192.0.2.1"}
		}, 7},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			var wait int
			send := func(n int) string {
				f.Clock.Advance(time.Minute)
				a := c.ask(n)
				a.TenantID, a.Purpose, a.Locale = 20, "login", "en"
				_, err := f.codes.Send(ctx, a)
				var refused *fault.Error
				if wait = 0; errors.As(err, &refused) {
					wait = refused.RetryAfter
				}
				return fault.Code(err)
			}
			for n := range 7 {
				want := ""
				if n >= c.good {
					want = "code_limit"
				}
				if got := send(n); got != want {
					t.Fatalf("code %d: %q, want %q", n+1, got, want)
				}
				if left := 24*60*60 - n*60; want != "" && wait != left {
					t.Fatalf("code %d: again in %d s, want %d", n+1, wait, left)
				}
			}
			if n := f.Count(t, `select count(*) from notification`); n != c.good {
				t.Fatalf("%d messages", n)
			}
			f.Clock.Advance(24 * time.Hour)
			if got := send(0); got != "" {
				t.Fatalf("the next day: %q", got)
			}
		})
	}
}

// Somebody who keeps asking for codes to another's mailbox does not keep its owner from theirs, nor end it.
func TestAStrangersRequestsKeepTheOwnersCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ask := func(network string) (account.CodeRequest, error) {
		f.Clock.Advance(time.Minute)
		a := account.CodeRequest{TenantID: 20, Channel: notify.Email, Target: email, Purpose: "login", Locale: "en", Network: network}
		_, err := f.codes.Send(ctx, a)
		return a, err
	}
	for range rules.PerCaller {
		if _, err := ask("192.0.2.66"); err != nil {
			t.Fatal(err)
		}
	}
	a, err := ask("192.0.2.1")
	require.NoError(t, err, "its owner")
	code := f.readMailedCode(t)
	if _, err := ask("192.0.2.66"); fault.Code(err) != "code_limit" {
		t.Fatalf("the stranger once more: %v", err)
	}
	if got := f.checkCode(a, code); got != "" {
		t.Fatalf("the owner's code: %s", got)
	}
}

// Who has a /48 of IPv6 has 65,536 networks: they count together, too, and leave the owner of a mailbox something to ask for.
func TestCodesPerWideNetwork(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	wide := rules
	wide.PerMailbox, wide.PerCaller, wide.PerNumber, wide.PerNetwork, wide.PerCountry = 8, 2, 100, 2, 100
	codes := account.NewCodes(f.DB, f.Clock, f.Queue, f.Box, [][]byte{[]byte("secret")}, wide)
	send := func(channel, target, address string) string {
		t.Helper()
		f.Clock.Advance(time.Minute)
		_, err := codes.Send(ctx, account.CodeRequest{TenantID: 20, Channel: channel, Target: target, Purpose: "login", Locale: "en", Network: network.Of(address)})
		return fault.Code(err)
	}
	answers := func(channel string, target func(n int) string) map[string]int {
		got := map[string]int{}
		for n := range 12 {
			got[send(channel, target(n), fmt.Sprintf("2001:db8:1:%x::1", n))]++
		}
		return got
	}
	if got := answers(notify.Email, func(int) string { return email }); got[""] != 6 || got["code_limit"] != 6 {
		t.Fatalf("to one mailbox: %v", got)
	}
	for n := range 2 {
		if got := send(notify.Email, email, "2001:db8:2::1"); got != "" {
			t.Fatalf("the owner's code %d: %s", n, got)
		}
	}
	number := func(n int) string { return fmt.Sprintf("+852912345%02d", n) }
	if got := answers(notify.SMS, number); got[""] != 2*network.WideTimes || got["code_limit"] != 12-2*network.WideTimes {
		t.Fatalf("by SMS: %v", got)
	}
	if got := send(notify.SMS, number(20), "2001:db8:2::1"); got != "" {
		t.Fatalf("from another /48: %s", got)
	}
}

// However the owner of a mailbox may write its address, it is one mailbox.
func TestSpellingsOfAMailboxShareItsCodes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for n, address := range []string{"ada.b@example.com", "Ada.B@example.com", "ada.b+1@example.com", "ada.b+2@example.com", "ada.b+3@example.com"} {
		f.Clock.Advance(time.Minute)
		_, err := f.codes.Send(ctx, account.CodeRequest{TenantID: 20, Channel: notify.Email, Target: address, Purpose: "login", Locale: "en"})
		if got, full := fault.Code(err), n >= rules.PerMailbox; (got == "code_limit") != full || (got == "") == full {
			t.Fatalf("code %d: %q", n+1, got)
		}
	}
}

func TestADisabledChannelIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rules := rules
	rules.Channels = []string{notify.Email}
	mailOnly := account.NewCodes(f.DB, f.Clock, f.Queue, f.Box, [][]byte{[]byte("secret")}, rules)
	_, err := mailOnly.Send(ctx, account.CodeRequest{TenantID: 20, Channel: notify.SMS, Target: "+85291234567", Purpose: "login", Locale: "en"})
	if refused := requireFault(t, err); refused.Fields["channel"] != "channel_invalid" {
		t.Fatalf("by SMS: %+v", refused)
	}
}

func TestNobodyReadsWhoAskedForCodes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.requestCode(t, account.CodeRequest{TenantID: 20, Channel: notify.Email, Target: email, Purpose: "login", Locale: "en"})
	var kept []string
	require.NoError(t, f.DB.Gorm.Raw(`select target from verification_code union all select subject from code_quota`).Scan(&kept).Error)
	if len(kept) != 2 || slices.Contains(kept, email) {
		t.Fatalf("kept: %q", kept)
	}
}

// What text messages cost is bounded for all sites together, per country and altogether; mails go on.
func TestTextMessagesPerDayAreBounded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	whole := rules
	whole.PerNetwork, whole.PerCountry, whole.PerDay = 100, 2, 3
	codes := account.NewCodes(f.DB, f.Clock, f.Queue, f.Box, [][]byte{[]byte("secret")}, whole)
	send := func(site int64, channel, target string) *fault.Error {
		t.Helper()
		f.Clock.Advance(time.Minute)
		_, err := codes.Send(ctx, account.CodeRequest{TenantID: site, Channel: channel, Target: target, Purpose: "login", Locale: "en"})
		var refused *fault.Error
		errors.As(err, &refused)
		return refused
	}
	for _, s := range []struct {
		site   int64
		number string
		full   bool
	}{
		{20, "+85291234560", false}, {21, "+85291234561", false}, {21, "+85291234562", true}, {20, "+447700900123", false}, {20, "+12125550100", true},
	} {
		refused := send(s.site, notify.SMS, s.number)
		if (refused != nil) != s.full || (refused != nil && (refused.Code != "code_limit" || refused.Text != "code_limit_sms" ||
			refused.RetryAfter == 0)) {
			t.Fatalf("site %d to %s: %+v", s.site, s.number, refused)
		}
	}
	if refused := send(20, notify.Email, email); refused != nil {
		t.Fatalf("a mail: %+v", refused)
	}
}

// A message to a country that the site has nothing to do with earns somebody money and the shop none.
func TestTextMessagesGoToTheSitesCountries(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	some := rules
	some.Countries = func(_ context.Context, tenantID int64) ([]string, error) {
		return map[int64][]string{20: {"HK", "US"}, 21: {"GB"}}[tenantID], nil
	}
	codes := account.NewCodes(f.DB, f.Clock, f.Queue, f.Box, [][]byte{[]byte("secret")}, some)
	for _, s := range []struct {
		site   int64
		number string
		goes   bool
	}{
		{20, "+852 9123 4567", true}, {20, "001 212 555 0100", true}, {20, "+18765550100", false}, {20, "+447700900123", false},
		{20, "+881612345678", false}, {21, "+447700900123", true}, {21, "+85291234567", false},
	} {
		_, err := codes.Send(ctx, account.CodeRequest{TenantID: s.site, Channel: notify.SMS, Target: s.number, Purpose: "login", Locale: "en"})
		var refused *fault.Error
		if errors.As(err, &refused); (err == nil) != s.goes || (refused != nil && refused.Fields["target"] != "phone_country") {
			t.Fatalf("site %d to %s: %v", s.site, s.number, err)
		}
	}
	if n := f.Count(t, `select count(*) from code_quota where kind = 'country' and subject = '*' and sent = 3`); n != 1 {
		t.Fatal("what did not go was counted")
	}
}
