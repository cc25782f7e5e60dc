package notify_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/notify"
)

var text = notify.Message{Key: "20/code:1:2", Channel: notify.SMS, To: "+85291234567", Text: "482913 是您的验证码"}

func TestATextMessageGoesOut(t *testing.T) {
	t.Parallel()
	var got map[string]string
	var header http.Header
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusAccepted)
	}))
	defer srv.Close()
	g, err := notify.NewSMSGateway(srv.URL+"/v1/messages", "hush", "Roamcart")
	require.NoError(t, err)
	require.NoError(t, g.Send(t.Context(), text))
	require.Equal(t, map[string]string{"to": text.To, "from": "Roamcart", "text": text.Text, "reference": text.Key}, got)
	require.Equal(t, "Bearer hush", header.Get("Authorization"))
	require.Equal(t, text.Key, header.Get("Idempotency-Key"))
}

func TestSMSRefusalsAreClassified(t *testing.T) {
	t.Parallel()
	for status, forGood := range map[int]bool{500: false, 503: false, 429: false, 408: false, 425: false, 400: true, 401: true, 404: true, 302: true} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://elsewhere.example/")
			w.WriteHeader(status)
		}))
		g, err := notify.NewSMSGateway(srv.URL, "hush", "")
		require.NoError(t, err)
		err = g.Send(t.Context(), text)
		var permanent *notify.PermanentError
		require.Error(t, err)
		require.Equal(t, forGood, errors.As(err, &permanent), "status %d", status)
		require.NotContains(t, err.Error(), "hush")
		srv.Close()
	}
	g, err := notify.NewSMSGateway("http://127.0.0.1:1", "hush", "")
	require.NoError(t, err)
	require.ErrorContains(t, g.Send(t.Context(), text), "send text message")
	for _, bad := range []string{"", "sms.example", "ftp://sms.example", "https://"} {
		_, err := notify.NewSMSGateway(bad, "hush", "")
		require.ErrorContains(t, err, "SMS_URL", bad)
	}
}
