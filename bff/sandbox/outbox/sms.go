package outbox

import (
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
)

// SMSPath is where text messages are posted, as an SMS provider takes them.
const SMSPath = "/sandbox/sms"

// maxSMS is how large a posted text message may be, in bytes.
const maxSMS = 16 << 10

// SMSHandler serves SMSPath: a POST of {"to", "text", "reference"} with a bearer token is kept, once for each reference, and
// answered with 202.
func (o *Outbox) SMSHandler(token string, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+token)) != 1 {
			http.Error(w, "The token is not the right one.", http.StatusUnauthorized)
			return
		}
		var in struct{ To, Text, Reference string }
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxSMS)).Decode(&in); err != nil || in.To == "" || in.Text == "" || in.Reference == "" {
			http.Error(w, `A text message is {"to", "text", "reference"}.`, http.StatusBadRequest)
			return
		}
		if err := o.Keep(r.Context(), Message{Key: in.Reference, Channel: SMS, To: in.To, Text: in.Text}); err != nil {
			log.ErrorContext(r.Context(), "sandbox outbox", "error", err)
			http.Error(w, "The outbox cannot keep it now.", http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusAccepted)
	})
}
