package carrier

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// unit is one transaction.
type unit struct {
	*sql.Tx
	c   *Carrier
	now time.Time
}

// refusal is an error answer of the API.
type refusal struct {
	status int
	code   string
	// after is sent as Retry-After, in seconds.
	after int
}

// Error returns the code.
func (r *refusal) Error() string { return r.code }

func refuse(status int, code string) *refusal { return &refusal{status: status, code: code} }

// errDropped closes the connection without an answer, after what was done has been kept.
var errDropped = errors.New("sandbox carrier: answer dropped")

// atomically runs fn in a transaction.
func (c *Carrier) atomically(ctx context.Context, fn func(ctx context.Context, u *unit) error) error {
	tx, err := c.o.DB.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	result := fn(ctx, &unit{Tx: tx, c: c, now: c.o.Clock.Now()})
	if result != nil && !errors.Is(result, errDropped) {
		return result
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return result
}

// changed wakes the loop: something may be due.
func (c *Carrier) changed() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// api mounts one call below /v1; status is that of its success.
func (c *Carrier) api(verb, path string, do func(ctx context.Context, u *unit, r *http.Request) (status int, answer any, err error)) {
	c.mux.HandleFunc(verb+" "+Prefix+"/v1"+path, func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+c.o.Token)) != 1 {
			c.answer(w, 0, nil, refuse(http.StatusUnauthorized, "unauthorized"))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 16<<20)
		var status int
		var out any
		err := c.atomically(r.Context(), func(ctx context.Context, u *unit) (err error) {
			status, out, err = do(ctx, u, r)
			return err
		})
		if verb != http.MethodGet {
			c.changed()
		}
		c.answer(w, status, out, err)
	})
}

// answer writes what a call came to.
func (c *Carrier) answer(w http.ResponseWriter, status int, out any, err error) {
	var refused *refusal
	switch {
	case errors.Is(err, errDropped):
		drop(w)
		return
	case errors.As(err, &refused):
		status, out = refused.status, map[string]string{"code": refused.code}
		if refused.after > 0 {
			w.Header().Set("Retry-After", fmt.Sprint(refused.after))
		}
	case err != nil:
		c.o.Logger.Error("sandbox carrier", "error", err)
		status, out = http.StatusInternalServerError, map[string]string{"code": "internal"}
	}
	body, err := json.Marshal(out)
	if err != nil {
		// Only our own maps and structs come here, and these always encode.
		panic(fmt.Sprintf("sandbox carrier: encode %T: %v", out, err))
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// drop closes the connection without an answer.
func drop(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	_ = conn.Close()
}

// idleIfNoRows turns the absence of a row into errIdle.
func idleIfNoRows(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errIdle
	}
	return err
}

func body(r *http.Request, into any) error {
	if err := json.NewDecoder(r.Body).Decode(into); err != nil {
		return refuse(http.StatusBadRequest, "bad_request")
	}
	return nil
}

// name returns a fresh reference such as ord_8QK2...: 80 random bits.
func name(prefix string) string { return prefix + rand.Text()[:16] }
