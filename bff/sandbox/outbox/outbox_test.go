package outbox_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/sandbox/outbox"
)

var start = time.Date(2026, 3, 5, 6, 30, 0, 0, time.UTC)

func dsnOf(t testing.TB) string {
	t.Helper()
	return pgtest.DSN(t)
}

func open(t testing.TB) (*outbox.Outbox, *clock.Fake) {
	t.Helper()
	c := clock.NewFake(start)
	o := outbox.New(pgtest.New(t), c)
	require.NoError(t, o.Migrate(t.Context()))
	return o, c
}

func TestMigrateIsIdempotentAndSafeToRace(t *testing.T) {
	t.Parallel()
	o := outbox.New(pgtest.New(t), clock.NewFake(start))
	var wg sync.WaitGroup
	errs := make([]error, 6)
	for i := range errs {
		wg.Go(func() { errs[i] = o.Migrate(t.Context()) })
	}
	wg.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	require.NoError(t, o.Migrate(t.Context()))
}

func TestAKeyIsKeptOnce(t *testing.T) {
	t.Parallel()
	o, _ := open(t)
	m := outbox.Message{Key: "20/order:1:paid", Channel: outbox.Email, To: "Mei@Example.com", Subject: "first"}
	require.NoError(t, o.Keep(t.Context(), m))
	m.Subject = "second"
	require.NoError(t, o.Keep(t.Context(), m))
	list, err := o.List(t.Context(), outbox.Filter{To: "mei@example.COM", Limit: 10})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, "first", list[0].Subject)
}

func TestJSON(t *testing.T) {
	t.Parallel()
	o, c := open(t)
	srv := serve(t, o)
	status, _, body := get(t, srv, "/sandbox/outbox.json")
	require.Equal(t, http.StatusOK, status)
	require.JSONEq(t, `{"items":[]}`, body)

	require.NoError(t, o.Keep(t.Context(), outbox.Message{Key: "1", Channel: outbox.Email, To: "a@example.com", Subject: "old", Text: "t", HTML: "<p>h</p>",
		Files: []outbox.File{{Name: "esim-1.png", Type: "image/png", ContentID: "esim-1", Data: []byte{1}}}}))
	c.Advance(time.Minute)
	require.NoError(t, o.Keep(t.Context(), outbox.Message{Key: "2", Channel: outbox.SMS, To: "+85291234567", Text: "482913"}))
	require.NoError(t, o.Keep(t.Context(), outbox.Message{Key: "3", Channel: outbox.Email, To: "a@example.com", Subject: "new"}))

	var got struct {
		Items []struct {
			At                                   time.Time
			Channel, To, Subject, Text, HTML, ID string
			Attachments                          []map[string]string
		}
	}
	_, header, body := get(t, srv, "/sandbox/outbox.json?to=A@example.com")
	require.Equal(t, "no-store", header.Get("Cache-Control"))
	require.NoError(t, json.Unmarshal([]byte(body), &got))
	require.Len(t, got.Items, 2)
	require.Equal(t, "new", got.Items[0].Subject)
	require.NotNil(t, got.Items[0].Attachments)
	require.Empty(t, got.Items[0].Attachments)
	require.Equal(t, start, got.Items[1].At)
	require.Equal(t, "<p>h</p>", got.Items[1].HTML)
	require.Equal(t, []map[string]string{{"name": "esim-1.png", "type": "image/png", "contentId": "esim-1"}}, got.Items[1].Attachments)

	for query, want := range map[string]int{"?limit=1": 1, "?limit=x": 3, "?limit=-1": 3, "?channel=sms": 1, "?to=%2B85291234567": 1, "?to=b@example.com": 0} {
		_, _, body = get(t, srv, "/sandbox/outbox.json"+query)
		require.NoError(t, json.Unmarshal([]byte(body), &got))
		require.Len(t, got.Items, want, query)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	o, _ := open(t)
	srv := serve(t, o)
	m, err := notify.Preview(nil, "esim_delivered", "zh")
	require.NoError(t, err)
	m.Subject = `<script>alert(1)</script>`
	sendMail(t, o, m)
	require.NoError(t, o.Keep(t.Context(), outbox.Message{Key: "sms", Channel: outbox.SMS, To: "+85291234567", Text: "code <b>482913</b>"}))

	status, header, body := get(t, srv, "/sandbox/outbox")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, header.Get("Content-Security-Policy"), "default-src 'none'")
	require.Contains(t, body, `href="/sandbox/outbox/1"`)
	require.NotContains(t, body, "<script>")
	require.NotContains(t, body, "<b>482913")

	_, _, body = get(t, srv, "/sandbox/outbox?to=shopper@example.com")
	require.NotContains(t, body, "482913")

	_, _, body = get(t, srv, "/sandbox/outbox/1")
	require.Contains(t, body, `<iframe src="/sandbox/outbox/1/html"`)
	require.Contains(t, body, `sandbox="allow-popups allow-popups-to-escape-sandbox"`)
	require.NotContains(t, body, "<script>")
	require.Contains(t, body, `href="/sandbox/outbox/1/attachments/1"`)

	_, header, body = get(t, srv, "/sandbox/outbox/1/html")
	require.Contains(t, header.Get("Content-Security-Policy"), "sandbox")
	require.NotContains(t, header.Get("Content-Security-Policy"), "allow-scripts")
	require.NotContains(t, body, "cid:")
	require.Contains(t, body, `src="data:image/png;base64,iVBOR`)

	status, header, body = get(t, srv, "/sandbox/outbox/1/attachments/0")
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "image/png", header.Get("Content-Type"))
	require.Equal(t, string(m.Attachments[0].Data), body)

	for _, path := range []string{"/sandbox/outbox/99", "/sandbox/outbox/x", "/sandbox/outbox/1/attachments/2", "/sandbox/outbox/1/attachments/-1", "/sandbox/outbox/2/html"} {
		status, _, _ = get(t, srv, path)
		require.Equal(t, http.StatusNotFound, status, path)
	}
}

func serve(t *testing.T, o *outbox.Outbox) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(o.Handler(slog.New(slog.DiscardHandler)))
	t.Cleanup(srv.Close)
	return srv
}

func get(t *testing.T, srv *httptest.Server, path string) (int, http.Header, string) {
	t.Helper()
	res, err := http.Get(srv.URL + path)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, res.Header, string(body)
}
