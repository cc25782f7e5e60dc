package outbox_test

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sandbox/outbox"
)

// mailServer starts the outbox's and returns its address.
func mailServer(t testing.TB, o *outbox.Outbox) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := o.SMTP(slog.New(slog.DiscardHandler))
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	t.Cleanup(func() {
		_ = s.Close()
		<-ended
	})
	return l.Addr().String()
}

// sender is the shop's own way out, to an outbox.
func sender(t testing.TB, o *outbox.Outbox) *notify.SMTP {
	t.Helper()
	s, err := notify.NewSMTP("smtp://"+mailServer(t, o)+"?tls=none", "no-reply@roamcart.example")
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func sendMail(t testing.TB, o *outbox.Outbox, m notify.Message) {
	t.Helper()
	require.NoError(t, sender(t, o).Send(t.Context(), m))
}

// Every mail of the shop arrives as it was written: languages, text, HTML, pictures, and what it shows them by.
func TestMailsOfTheShopArrive(t *testing.T) {
	t.Parallel()
	o, _ := open(t)
	s := sender(t, o)
	for _, template := range notify.Templates() {
		for _, locale := range []string{"en", "zh"} {
			m, err := notify.Preview(nil, template, locale)
			require.NoError(t, err)
			if m.Channel != notify.Email {
				continue
			}
			m.Key, m.To = m.Key+locale, "mei@example.com"
			require.NoError(t, s.Send(t.Context(), m))
			list, err := o.List(t.Context(), outbox.Filter{To: "Mei@example.com", Limit: 1})
			require.NoError(t, err)
			require.Len(t, list, 1)
			got := list[0]
			require.Equal(t, []string{notify.MessageID(m.Key) + "@roamcart.example", "email", "mei@example.com", m.FromName, m.ReplyTo, locale, m.Subject},
				[]string{got.Key, got.Channel, got.To, got.FromName, got.ReplyTo, got.Locale, got.Subject})
			require.Equal(t, strings.TrimSpace(m.Text), strings.TrimSpace(got.Text), template)
			require.Equal(t, strings.TrimSpace(m.HTML), strings.TrimSpace(got.HTML), template)
			require.Len(t, got.Attachments, len(m.Attachments), template)
			for i, a := range m.Attachments {
				require.Equal(t, outbox.File{Name: a.Name, Type: a.Type, ContentID: a.ContentID, Data: a.Data}, got.Attachments[i], template)
			}
		}
	}
}

// A mail that is sent again, because the shop never heard that it had been taken, is there once; what is no mail is refused.
func TestAMailIsKeptOnce(t *testing.T) {
	t.Parallel()
	o, _ := open(t)
	address := mailServer(t, o)
	for range 2 {
		raw := "Message-Id: <one@example.com>\r\nSubject: =?utf-8?q?=E4=BD=A0=E5=A5=BD?=\r\n\r\n你好\r\n"
		require.NoError(t, smtp.SendMail(address, nil, "a@example.com", []string{"b@example.com", "c@example.com"}, []byte(raw)))
	}
	list, err := o.List(t.Context(), outbox.Filter{Limit: 10})
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []string{"c@example.com", "b@example.com"}, []string{list[0].To, list[1].To})
	require.Equal(t, []string{"你好", "你好\n", ""}, []string{list[0].Subject, list[0].Text, list[0].Locale})
	for range 2 { // without a name each is another one
		require.NoError(t, smtp.SendMail(address, nil, "a@example.com", []string{"d@example.com"}, []byte("Subject: x\r\n\r\ny\r\n")))
	}
	list, err = o.List(t.Context(), outbox.Filter{To: "d@example.com", Limit: 10})
	require.NoError(t, err)
	require.Len(t, list, 2)
	err = smtp.SendMail(address, nil, "a@example.com", []string{"b@example.com"}, []byte("this is no mail\r\n"))
	require.ErrorContains(t, err, "554")
}

// A mail that cannot be kept may come again.
func TestAnOutboxWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	db, err := pg.Open(t.Context(), dsnOf(t), pg.Options{MaxConns: 1})
	require.NoError(t, err)
	o := outbox.New(db, clock.System{})
	require.NoError(t, o.Migrate(t.Context()))
	s := sender(t, o)
	require.NoError(t, db.Close())
	m, err := notify.Preview(nil, "order_paid", "en")
	require.NoError(t, err)
	var permanent *notify.PermanentError
	err = s.Send(t.Context(), m)
	require.ErrorContains(t, err, "451")
	require.NotErrorAs(t, err, &permanent)
}

// Text messages are taken as an SMS provider takes them, from who knows the token.
func TestTextMessages(t *testing.T) {
	t.Parallel()
	o, _ := open(t)
	srv := httptest.NewServer(o.SMSHandler("token", slog.New(slog.DiscardHandler)))
	t.Cleanup(srv.Close)
	shop, err := notify.NewSMSGateway(srv.URL, "token", "Roamcart")
	require.NoError(t, err)
	m := notify.Message{Key: "20/code:1", Channel: notify.SMS, To: "+85291234567", Text: "482913"}
	for range 2 {
		require.NoError(t, shop.Send(t.Context(), m))
	}
	list, err := o.List(t.Context(), outbox.Filter{Channel: outbox.SMS, Limit: 10})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, []string{m.Key, m.To, m.Text}, []string{list[0].Key, list[0].To, list[0].Text})
	stranger, err := notify.NewSMSGateway(srv.URL, "guessed", "Roamcart")
	require.NoError(t, err)
	require.ErrorContains(t, stranger.Send(t.Context(), m), "401")
	req, err := http.NewRequest(http.MethodPost, srv.URL, strings.NewReader(`{"to": "+1"}`))
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer token")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	_ = res.Body.Close()
	require.Equal(t, http.StatusBadRequest, res.StatusCode)
}

// What one mail costs from the shop's call to the row in the outbox.
func BenchmarkMail(b *testing.B) {
	o, _ := open(b)
	m, err := notify.Preview(nil, "order_paid", "en")
	require.NoError(b, err)
	s := sender(b, o)
	for n := 0; b.Loop(); n++ {
		m.Key = strings.Repeat("k", n%50) + string(rune('a'+n/50))
		require.NoError(b, s.Send(b.Context(), m))
	}
}
