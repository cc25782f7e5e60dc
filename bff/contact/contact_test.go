package contact_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/contact"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

var ctx = context.Background()

func newFixture(t *testing.T) (*moduletest.Fixture, *contact.Service) {
	t.Helper()
	f := moduletest.New(t)
	return f, contact.NewService(f.DB, f.Clock, f.Queue, 4000, account.NormalEmail)
}

func message() contact.Message {
	return contact.Message{
		TenantID: 20, Locale: "en", SupportEmail: "support@test.example", FirstName: " Ada ", Email: " Ada@Example.com ", Text: " Hello ",
	}
}

func TestAMessageGetsATicketAndTwoMails(t *testing.T) {
	t.Parallel()
	f, s := newFixture(t)
	ticket, err := s.Submit(ctx, message())
	if err != nil || !regexp.MustCompile(`^T260301[0-9A-HJKMNP-TV-Z]{6}$`).MatchString(ticket) {
		t.Fatalf("ticket %q: %v", ticket, err)
	}
	if n := f.Count(t, `select count(*) from contact_message where ticket = ? and email = 'ada@example.com' and message = 'Hello'`, ticket); n != 1 {
		t.Fatalf("%d messages", n)
	}
	if n := f.Count(t, `select count(*) from notification where recipient in ('support@test.example', 'ada@example.com')`); n != 2 {
		t.Fatalf("%d mails", n)
	}
	if n := f.Count(t, `select count(*) from river_job`); n != 2 {
		t.Fatalf("%d jobs", n)
	}
}

func TestTheFieldsOfAMessage(t *testing.T) {
	t.Parallel()
	_, s := newFixture(t)
	for name, c := range map[string]struct {
		change func(*contact.Message)
		want   map[string]string
	}{
		"nothing": {func(m *contact.Message) { *m = contact.Message{TenantID: 20} },
			map[string]string{"firstName": "first_name_required", "email": "email_required", "message": "message_required"}},
		"10,000 everywhere": {func(m *contact.Message) {
			long := strings.Repeat("x", 10_000)
			m.FirstName, m.LastName, m.Email, m.OrderNo, m.Text = long, long, long+"@x.io", long, long
		}, map[string]string{"firstName": "too_long", "lastName": "too_long", "email": "email_invalid", "orderNo": "too_long", "message": "too_long"}},
		"4001 characters": {func(m *contact.Message) { m.Text = strings.Repeat("字", 4001) }, map[string]string{"message": "too_long"}},
		"4000 characters": {func(m *contact.Message) { m.Text = strings.Repeat("字", 4000) }, nil},
		"a header":        {func(m *contact.Message) { m.Email = "a@x.io\r\nBcc: b@x.io" }, map[string]string{"email": "email_invalid"}},
	} {
		m := message()
		c.change(&m)
		_, err := s.Submit(ctx, m)
		if c.want == nil {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if refused, ok := err.(*fault.Error); !ok || !maps.Equal(refused.Fields, c.want) {
			t.Errorf("%s: %v %+v", name, err, refused)
		}
	}
}

// Five messages an hour, however parallel; another mailbox and another site are not concerned.
func TestFiveMessagesAnHour(t *testing.T) {
	t.Parallel()
	f, s := newFixture(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	codes := map[string]int{}
	for i := range 20 {
		wg.Go(func() {
			m := message()
			m.Text = fmt.Sprint("Question ", i)
			_, err := s.Submit(ctx, m)
			mu.Lock()
			defer mu.Unlock()
			codes[fault.Code(err)]++
		})
	}
	wg.Wait()
	if codes[""] != 5 || codes["rate_limited"] != 15 {
		t.Fatalf("answers: %v", codes)
	}
	if n := f.Count(t, `select count(*) from notification`); n != 10 {
		t.Fatalf("%d mails", n)
	}
	other, elsewhere := message(), message()
	other.Email, elsewhere.TenantID = "eve@example.com", 21
	for _, m := range []contact.Message{other, elsewhere} {
		if _, err := s.Submit(ctx, m); err != nil {
			t.Errorf("%s at %d: %v", m.Email, m.TenantID, err)
		}
	}
	f.Clock.Advance(20 * time.Minute)
	var refused *fault.Error
	if _, err := s.Submit(ctx, message()); !errors.As(err, &refused) || refused.Text != "contact_limit" || refused.RetryAfter != 40*60 {
		t.Fatalf("after twenty minutes: %v %+v", err, refused)
	}
	f.Clock.Advance(40 * time.Minute)
	if _, err := s.Submit(ctx, message()); err != nil {
		t.Fatalf("an hour later: %v", err)
	}
}

// Without scripts nothing keeps somebody from pressing the button twice.
func TestAMessageThatIsSentTwiceIsOne(t *testing.T) {
	t.Parallel()
	f, s := newFixture(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	tickets := map[string]int{}
	send := func(m contact.Message) {
		ticket, err := s.Submit(ctx, m)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		tickets[ticket]++
	}
	for range 8 {
		wg.Go(func() { send(message()) })
	}
	wg.Wait()
	if len(tickets) != 1 || f.Count(t, `select count(*) from notification`) != 2 {
		t.Fatalf("the same message: %v", tickets)
	}
	other, elsewhere, another := message(), message(), message()
	other.Email, elsewhere.TenantID, another.OrderNo = "eve@example.com", 21, "261122D4M1Z92C4"
	for _, m := range []contact.Message{other, elsewhere, another} {
		send(m)
	}
	f.Clock.Advance(time.Hour)
	send(message())
	if len(tickets) != 5 {
		t.Fatalf("other messages: %v", tickets)
	}
}
