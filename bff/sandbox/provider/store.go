package provider

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"
)

// unit is one transaction of the provider, with what its changes need to know about their cause.
type unit struct {
	p              *Provider
	tx             *sql.Tx
	r              *http.Request
	now            time.Time
	faults         faults
	idempotencyKey string
	requestID      string
	writes         writes
	// subscribed are the endpoints, nil until the first event: no operation both changes one and has events.
	subscribed []*endpoint
}

// atomically runs fn in one transaction and wakes the delivery loop after the commit. r may be nil. A failure that is
// to be kept commits and is returned.
func (p *Provider) atomically(ctx context.Context, r *http.Request, fn func(ctx context.Context, u *unit) error) error {
	tx, err := p.o.DB.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	u := &unit{p: p, tx: tx, r: r, now: p.o.Clock.Now(), requestID: newID("req_", 14)}
	if u.faults, err = readFaults(ctx, tx); err != nil {
		return err
	}
	result := fn(ctx, u)
	if f, ok := errors.AsType[*failure](result); result != nil && (!ok || !f.keep) {
		return result
	}
	if _, err := u.stored(ctx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	select {
	case p.wake <- struct{}{}:
	default:
	}
	return result
}

// record is an object of the store.
type record interface {
	// key returns the object's kind, id, the intent or object it belongs to ("" for none) and when it was created.
	key() (kind, id, parent string, created int64)
}

func (o *intent) key() (string, string, string, int64) { return "payment_intent", o.ID, "", o.Created }
func (o *method) key() (string, string, string, int64) { return "payment_method", o.ID, "", o.Created }
func (o *charge) key() (string, string, string, int64) {
	return "charge", o.ID, o.PaymentIntent, o.Created
}
func (o *refund) key() (string, string, string, int64) { return "refund", o.ID, o.Charge, o.Created }
func (o *dispute) key() (string, string, string, int64) {
	return "dispute", o.ID, o.Charge, o.Created
}
func (o *balanceTransaction) key() (string, string, string, int64) {
	return "balance_transaction", o.ID, o.Source, o.Created
}
func (o *event) key() (string, string, string, int64) { return "event", o.ID, "", o.Created }
func (o *endpoint) key() (string, string, string, int64) {
	return "webhook_endpoint", o.ID, "", o.Created
}
func (o *session) key() (string, string, string, int64) {
	return "checkout.session", o.ID, deref(o.PaymentIntent), o.Created
}

// lock fills o, whose id is id, and holds its row until the transaction ends. param is named by the 404 failure.
func lock[T any, P interface {
	*T
	record
}](ctx context.Context, u *unit, id, param string) (P, error) {
	return fetch[T, P](ctx, u, id, param, " FOR UPDATE")
}

// find is lock without holding the row.
func find[T any, P interface {
	*T
	record
}](ctx context.Context, u *unit, id, param string) (P, error) {
	return fetch[T, P](ctx, u, id, param, "")
}

func fetch[T any, P interface {
	*T
	record
}](ctx context.Context, u *unit, id, param, suffix string) (P, error) {
	o := P(new(T))
	kind, _, _, _ := o.key()
	if _, ok := u.writes.index[id]; ok {
		if _, err := u.stored(ctx); err != nil {
			return nil, err
		}
	}
	var body []byte
	err := u.tx.QueryRowContext(ctx, `SELECT body FROM sandbox.object WHERE id = $1 AND kind = $2`+suffix, id, kind).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, absent(kind, id, param)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", kind, err)
	}
	if err := json.Unmarshal(body, o); err != nil {
		return nil, fmt.Errorf("decode %s: %w", kind, err)
	}
	return o, nil
}

// render returns v as the outside sees it.
func render(v any) map[string]any {
	raw, err := json.Marshal(v)
	if err != nil {
		// Only our own structs and decoded JSON come here, and these always encode.
		panic(fmt.Sprintf("provider: encode %T: %v", v, err))
	}
	return renderJSON(raw)
}

func renderJSON(raw []byte) map[string]any {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var m map[string]any
	if err := d.Decode(&m); err != nil {
		panic(fmt.Sprintf("provider: decode own JSON: %v", err))
	}
	maps.DeleteFunc(m, func(k string, _ any) bool { return strings.HasPrefix(k, "_") })
	return m
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// newID returns prefix and n random letters and digits.
func newID(prefix string, n int) string {
	id := make([]byte, n)
	_, _ = rand.Read(id) // never fails
	for i, b := range id {
		id[i] = alphabet[int(b)%len(alphabet)] // some letters are a little more likely, which no id suffers from
	}
	return prefix + string(id)
}
