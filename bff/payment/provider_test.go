package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/payment"
)

// provider is a payment provider in memory with what the real one guarantees: idempotency keys, terminal statuses, no refund above
// what was received. Tests act as the payer with the lower-case methods.
type provider struct {
	mu       sync.Mutex
	down     bool
	intents  map[string]*payment.Intent
	byKey    map[int64]string
	sessions map[string]*payment.Session
	refunds  map[int64]payment.ProviderRefund
	// refundKeys are the refunds that idempotency keys stand for.
	refundKeys map[string]int64
	refunded   map[string]int64
	disputes   map[string]payment.ProviderDispute
	// failures is how many of the next writes get a failure that the provider repeats for their keys; succeedAnyway is whether they
	// happen nevertheless.
	failures      int
	succeedAnyway bool
	failedKeys    map[string]bool
	// lostAnswers is how many of the next refunds are made without an answer.
	lostAnswers int
	// pendingFirst makes refunds pending at first; now is the provider's clock.
	pendingFirst bool
	now          func() time.Time
	paidAt       map[string]time.Time
	// These run at the start of their calls, without the lock.
	beforeCreate, beforeCancel, beforeIntent, beforePing, beforeCharges func()
	// pageSize is how many charges or refunds a page of a list has.
	pageSize int
	// pingError is what Ping returns, and readError what reading an intent or a refund does.
	pingError, readError error
}

var _ payment.Provider = (*provider)(nil)

func newProvider() *provider {
	return &provider{
		intents: map[string]*payment.Intent{}, byKey: map[int64]string{}, sessions: map[string]*payment.Session{},
		refunds: map[int64]payment.ProviderRefund{}, refunded: map[string]int64{}, disputes: map[string]payment.ProviderDispute{},
		now: time.Now, paidAt: map[string]time.Time{}, failedKeys: map[string]bool{}, pageSize: 100,
		refundKeys: map[string]int64{},
	}
}

// writeOnce runs a write, or repeats the failure that its idempotency key got before.
func (p *provider) writeOnce(key string, do func() error) error {
	fails := !p.failedKeys[key] && p.failures > 0
	if fails {
		p.failures--
		p.failedKeys[key] = true
	}
	if fails && p.succeedAnyway {
		if err := do(); err != nil {
			return err
		}
	}
	if p.failedKeys[key] {
		return errors.Join(payment.ErrUnavailable, payment.ErrKeySpent)
	}
	return do()
}

func (p *provider) lock() (func(), error) {
	p.mu.Lock()
	if p.down {
		p.mu.Unlock()
		return nil, payment.ErrUnavailable
	}
	return p.mu.Unlock, nil
}

func (p *provider) CreateIntent(_ context.Context, c payment.Charge) (payment.Intent, error) {
	if p.beforeCreate != nil {
		p.beforeCreate()
	}
	done, err := p.lock()
	if err != nil {
		return payment.Intent{}, err
	}
	defer done()
	var in payment.Intent
	err = p.writeOnce(fmt.Sprintf("pi:%d", c.AttemptID), func() error {
		in = *p.intent(c)
		return nil
	})
	if err != nil {
		return payment.Intent{}, err
	}
	return in, nil
}

func (p *provider) intent(c payment.Charge) *payment.Intent {
	id, known := p.byKey[c.AttemptID]
	if !known {
		id = fmt.Sprintf("pi_%d", c.AttemptID)
		p.byKey[c.AttemptID] = id
		p.intents[id] = &payment.Intent{
			ID: id, Status: payment.IntentOpen, Amount: c.Amount, Currency: c.Currency, ClientSecret: id + "_secret_x",
			AttemptID: c.AttemptID, OrderNo: c.OrderNo,
		}
	}
	return p.intents[id]
}

func (p *provider) Intent(_ context.Context, id string) (payment.Intent, error) {
	if p.beforeIntent != nil {
		p.beforeIntent()
	}
	done, err := p.lock()
	if err != nil {
		return payment.Intent{}, err
	}
	defer done()
	if p.readError != nil {
		return payment.Intent{}, p.readError
	}
	in, ok := p.intents[id]
	if !ok {
		return payment.Intent{}, fmt.Errorf("intent %s: %w", id, payment.ErrUnknown)
	}
	return *in, nil
}

func (p *provider) Cancel(_ context.Context, id string) (payment.Intent, error) {
	if p.beforeCancel != nil {
		p.beforeCancel()
	}
	done, err := p.lock()
	if err != nil {
		return payment.Intent{}, err
	}
	defer done()
	in := p.intents[id]
	if in == nil {
		return payment.Intent{}, fmt.Errorf("cancel intent %s: %w", id, payment.ErrUnknown)
	}
	if in.Status != payment.IntentOpen {
		return payment.Intent{}, payment.ErrNotCancelable
	}
	for _, s := range p.sessions {
		if s.IntentID == id && !s.Expired {
			return payment.Intent{}, payment.ErrNotCancelable
		}
	}
	in.Status = payment.IntentCanceled
	return *in, nil
}

func (p *provider) CreateSession(_ context.Context, c payment.Charge) (payment.Session, error) {
	done, err := p.lock()
	if err != nil {
		return payment.Session{}, err
	}
	defer done()
	id := fmt.Sprintf("cs_%d", c.AttemptID)
	err = p.writeOnce(id, func() error {
		if p.sessions[id] == nil {
			p.sessions[id] = &payment.Session{ID: id, URL: "https://pay.example/" + id, IntentID: p.intent(c).ID}
		}
		return nil
	})
	if err != nil {
		return payment.Session{}, err
	}
	return *p.sessions[id], nil
}

func (p *provider) Session(_ context.Context, id string) (payment.Session, error) {
	done, err := p.lock()
	if err != nil {
		return payment.Session{}, err
	}
	defer done()
	s := p.sessions[id]
	if s == nil {
		return payment.Session{}, fmt.Errorf("session %s: %w", id, payment.ErrUnknown)
	}
	return *s, nil
}

func (p *provider) ExpireSession(_ context.Context, id string) error {
	done, err := p.lock()
	if err != nil {
		return err
	}
	defer done()
	s := p.sessions[id]
	if s == nil {
		return fmt.Errorf("expire session %s: %w", id, payment.ErrUnknown)
	}
	if s.Expired || s.Completed {
		return payment.ErrNotCancelable
	}
	s.Expired = true
	if in := p.intents[s.IntentID]; in.Status == payment.IntentOpen {
		in.Status = payment.IntentCanceled
	}
	return nil
}

func (p *provider) Refund(_ context.Context, r payment.RefundRequest) (payment.ProviderRefund, error) {
	done, err := p.lock()
	if err != nil {
		return payment.ProviderRefund{}, err
	}
	defer done()
	key, n := fmt.Sprintf("re:%d:%d", r.RefundID, r.Key), r.RefundID
	err = p.writeOnce(key, func() error {
		if made, known := p.refundKeys[key]; known {
			n = made
			return nil
		}
		for p.refunds[n].ID != "" {
			n += 100_000
		}
		made := payment.ProviderRefund{
			ID: fmt.Sprintf("re_%d", n), IntentID: r.IntentID, State: "succeeded", RefundID: r.RefundID, Source: r.Source, Amount: r.Amount,
			Currency: p.intents[r.IntentID].Currency, At: p.now(),
		}
		if p.pendingFirst {
			made.State = "pending"
		}
		p.refundKeys[key] = n
		return p.addRefund(n, made)
	})
	if err == nil && p.lostAnswers > 0 {
		p.lostAnswers--
		err = payment.ErrUnavailable
	}
	if err != nil {
		return payment.ProviderRefund{}, err
	}
	return p.refunds[n], nil
}

// addRefund books a refund under the number by which GetRefund finds it.
func (p *provider) addRefund(n int64, made payment.ProviderRefund) error {
	// As Stripe does: what a bank has called back is not given back as well.
	if d := p.disputes["dp_"+made.IntentID]; d.State == payment.DisputeOpen || d.State == payment.DisputeLost {
		return payment.ErrRefused
	}
	if p.refunded[made.IntentID]+made.Amount > p.intents[made.IntentID].AmountReceived {
		return payment.ErrRefused
	}
	p.refunded[made.IntentID] += made.Amount
	p.refunds[n] = made
	return nil
}

// remaining returns how much of an intent's money was not refunded.
func (p *provider) remaining(intentID string) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.intents[intentID].AmountReceived - p.refunded[intentID]
}

// refundInDashboard makes a refund that the shop did not ask for and returns its id.
func (p *provider) refundInDashboard(t testing.TB, intentID string, amount int64) string {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	n := int64(1_000_000 + len(p.refunds))
	made := payment.ProviderRefund{
		ID: fmt.Sprintf("re_%d", n), IntentID: intentID, State: "succeeded", Amount: amount, Currency: p.intents[intentID].Currency, At: p.now(),
	}
	require.NoError(t, p.addRefund(n, made))
	return made.ID
}

// endRefund brings a refund to its end; one that fails leaves the money where it was.
func (p *provider) endRefund(id, state string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, _ := strconv.ParseInt(strings.TrimPrefix(id, "re_"), 10, 64)
	r := p.refunds[n]
	if r.State == "failed" {
		return
	}
	if r.State = state; state == "failed" {
		p.refunded[r.IntentID] -= r.Amount
	}
	p.refunds[n] = r
}

func (p *provider) GetRefund(_ context.Context, id string) (payment.ProviderRefund, error) {
	done, err := p.lock()
	if err != nil {
		return payment.ProviderRefund{}, err
	}
	defer done()
	if p.readError != nil {
		return payment.ProviderRefund{}, p.readError
	}
	n, _ := strconv.ParseInt(strings.TrimPrefix(id, "re_"), 10, 64)
	r, ok := p.refunds[n]
	if !ok {
		return r, fmt.Errorf("refund %s: %w", id, payment.ErrUnknown)
	}
	return r, nil
}

func (p *provider) RefundsOf(_ context.Context, intentID string) ([]payment.ProviderRefund, error) {
	all, err := p.allRefunds(time.Time{}, p.now().Add(time.Hour))
	return slices.DeleteFunc(all, func(r payment.ProviderRefund) bool { return r.IntentID != intentID }), err
}

func (p *provider) Refunds(_ context.Context, from, before time.Time, after string) ([]payment.ProviderRefund, string, error) {
	list, err := p.allRefunds(from, before)
	return page(p, list, after, func(r payment.ProviderRefund) string { return r.ID }, err)
}

// page returns the page of a list after an id.
func page[T any](p *provider, list []T, after string, id func(T) string, err error) ([]T, string, error) {
	slices.SortFunc(list, func(a, b T) int { return strings.Compare(id(a), id(b)) })
	list = slices.DeleteFunc(list, func(one T) bool { return id(one) <= after })
	if err != nil || len(list) <= p.pageSize {
		return list, "", err
	}
	return list[:p.pageSize], id(list[p.pageSize-1]), nil
}

func (p *provider) allRefunds(from, before time.Time) (list []payment.ProviderRefund, err error) {
	done, err := p.lock()
	if err != nil {
		return nil, err
	}
	defer done()
	for _, r := range p.refunds {
		if r.State != "failed" && !r.At.Before(from) && r.At.Before(before) {
			list = append(list, r)
		}
	}
	return list, nil
}

func (p *provider) Charges(_ context.Context, from, before time.Time, after string) ([]payment.ProviderCharge, string, error) {
	if p.beforeCharges != nil {
		p.beforeCharges()
	}
	list, err := p.allCharges(from, before)
	return page(p, list, after, func(c payment.ProviderCharge) string { return c.ID }, err)
}

func (p *provider) allCharges(from, before time.Time) (list []payment.ProviderCharge, err error) {
	done, err := p.lock()
	if err != nil {
		return nil, err
	}
	defer done()
	for id, at := range p.paidAt {
		if in := p.intents[id]; !at.Before(from) && at.Before(before) {
			list = append(list, payment.ProviderCharge{ID: "ch_" + id, IntentID: id, Amount: in.AmountReceived, Currency: in.Currency, At: at})
		}
	}
	return list, nil
}

func (p *provider) Dispute(_ context.Context, id string) (payment.ProviderDispute, error) {
	done, err := p.lock()
	if err != nil {
		return payment.ProviderDispute{}, err
	}
	defer done()
	d, ok := p.disputes[id]
	if !ok {
		return d, fmt.Errorf("dispute %s: %w", id, payment.ErrUnknown)
	}
	return d, nil
}

// dispute opens or ends a dispute of what is left of an intent, and returns its id.
func (p *provider) dispute(intentID, state string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	id := "dp_" + intentID
	d := p.disputes[id]
	if d.ID == "" {
		in := p.intents[intentID]
		d = payment.ProviderDispute{
			ID: id, IntentID: intentID, Amount: in.AmountReceived - p.refunded[intentID], Currency: in.Currency, Reason: "fraudulent", At: p.now(),
		}
	}
	if d.State = state; state == payment.DisputeLost {
		p.refunded[intentID] += d.Amount
	}
	p.disputes[id] = d
	return id
}

func (p *provider) Ping(context.Context) error {
	if p.beforePing != nil {
		p.beforePing()
	}
	return p.pingError
}

// ParseWebhook takes what eventPayload makes, signed with "good".
func (p *provider) ParseWebhook(payload []byte, signature string) (payment.Event, error) {
	if signature != "good" {
		return payment.Event{}, payment.ErrSignature
	}
	return p.ReadEvent(payload)
}

func (p *provider) ReadEvent(payload []byte) (payment.Event, error) {
	var f struct{ ID, Type, Object string }
	if err := json.Unmarshal(payload, &f); err != nil {
		return payment.Event{}, fmt.Errorf("unreadable event %q", payload)
	}
	ev := payment.Event{ID: f.ID, Type: f.Type}
	switch object := f.Object; {
	case strings.HasPrefix(object, "cs_"):
		ev.SessionID = object
	case strings.HasPrefix(object, "dp_"):
		ev.DisputeID = object
	case strings.HasPrefix(object, "re_"):
		ev.RefundID = object
	default:
		ev.IntentID = object
	}
	return ev, nil
}

func (p *provider) Live() bool { return false }

// setStatus changes an intent as the payer or the bank does and reports whether that was possible: succeeded is final, and canceled
// can only be followed by a success that was under way.
func (p *provider) setStatus(id string, to payment.IntentStatus, lastError string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	in := p.intents[id]
	if in == nil || in.Status == payment.IntentSucceeded || (in.Status == payment.IntentCanceled && to != payment.IntentSucceeded) {
		return false
	}
	if in.Status, in.LastError = to, lastError; to == payment.IntentSucceeded {
		in.AmountReceived, p.paidAt[id] = in.Amount, p.now()
		for _, s := range p.sessions {
			s.Completed = s.Completed || (s.IntentID == id && !s.Expired)
		}
	}
	return true
}

// netReceived returns what the provider has received for an order and not refunded.
func (p *provider) netReceived(orderNo string) (sum int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, in := range p.intents {
		if in.OrderNo == orderNo {
			sum += in.AmountReceived - p.refunded[id]
		}
	}
	return sum
}

// payableIntents returns the intents of an order that somebody could still pay.
func (p *provider) payableIntents(orderNo string) (ids []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, in := range p.intents {
		if in.OrderNo == orderNo && (in.Status == payment.IntentOpen || in.Status == payment.IntentProcessing) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// failNextWrites answers the next n writes with a failure that the provider repeats for their keys.
func (p *provider) failNextWrites(n int, doneAnyway bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failures, p.succeedAnyway = n, doneAnyway
}

// loseNextRefunds makes the next n refunds without an answer.
func (p *provider) loseNextRefunds(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lostAnswers = n
}

// forgetRefundKeys is what the provider does with keys after a day.
func (p *provider) forgetRefundKeys() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.refundKeys)
}

// deleteAll deletes all intents and sessions, as after a change of the provider's account.
func (p *provider) deleteAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.intents, p.sessions = map[string]*payment.Intent{}, map[string]*payment.Session{}
}

func (p *provider) setDown(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
}
